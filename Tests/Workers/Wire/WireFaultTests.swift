import ComponentABI
import ComponentKit
import ComponentWorkers
import TestDice
import Testing

@Suite struct WireFaultTests {
  /// Each is one message that nobody writes who keeps to the rules, and what is said of it.
  private static let hostile: [(String, [UInt64], String)] = [
    ("nothing", [], "the message ends within what it announces"),
    ("half a cell", [cell(.int), 1], "the message ends within what it announces"),
    ("an unknown kind", [cell(10), 0, 0], "a value is of the unknown kind 10"),
    ("an object", [cell(8), 0, 0], "a value is of the unknown kind 8"),
    ("unknown flags", [cell(.int, flags: 4), 0, 0], "a value has the unknown flags 4"),
    ("a null with something", [cell(.null), 1, 0], "there is something where nothing may be"),
    ("a null with a count", [cell(.null), 0, 1], "there is something where nothing may be"),
    ("a bool of 2", [cell(.bool), 2, 0], "a bool is 2"),
    ("a bool beyond its byte", [cell(.bool), 257, 0], "a bool is 257"),
    ("an int with a count", [cell(.int), 0, 1], "there is something where nothing may be"),
    ("a text with an address", [cell(.text), 0x7fff_0000_1000, 1, 0x61], "there is something where nothing may be"),
    (
      "a text longer than the message", [cell(.text), 0, 9, 0x61],
      "9 of something are more than the message has room for"
    ),
    (
      "a text of all bytes there are", [cell(.text), 0, .max],
      "it is larger than 1 GiB, where each value counts 64 bytes besides its text"
    ),
    ("a text filled up with letters", [cell(.text), 0, 1, 0x6161], "there is something where nothing may be"),
    ("a text that is not UTF-8", [cell(.text), 0, 1, 0xFF], "a text is not valid UTF-8"),
    ("a text with a surrogate", [cell(.text), 0, 3, 0x80A0ED], "a text is not valid UTF-8"),
    ("a list of nothing that is there", [cell(.list), 0, 1], "the message ends within what it announces"),
    (
      "a list of more than there can be", [cell(.list), 0, .max],
      "it is larger than 1 GiB, where each value counts 64 bytes besides its text"
    ),
    (
      "a list whose size overflows", [cell(.list), 0, 0x0AAA_AAAA_AAAA_AAAB],
      "it is larger than 1 GiB, where each value counts 64 bytes besides its text"
    ),
    ("a list with an address", [cell(.list), 8, 1, cell(.null), 0, 0], "there is something where nothing may be"),
    ("a fault within a list", [cell(.list), 0, 1, cell(.bool), 3, 0], "a bool is 3, at '[0]'"),
    ("a map of nothing that is there", [cell(.map), 0, 1, 0, 1], "the message ends within what it announces"),
    (
      "a map with a key's address", [cell(.map), 0, 1, 1, 1, cell(.null), 0, 0, 0x61],
      "there is something where nothing may be"
    ),
    (
      "a key that is not UTF-8", [cell(.map), 0, 1, 0, 1, cell(.null), 0, 0, 0xC0], "a key is not valid UTF-8"
    ),
    (
      "a key twice",
      [cell(.map), 0, 2, 0, 1, cell(.null), 0, 0, 0, 1, cell(.null), 0, 0, 0x61, 0x61],
      "the key 'a' occurs twice"
    ),
    ("a function of nobody", [cell(.function), 3, 0], "there is no function 3"),
    ("something behind the value", [cell(.int), 1, 0, 0], "the message goes on behind what it announces"),
  ]

  @Test(arguments: hostile.indices)
  func `a hostile message is refused in words that say why`(index: Int) {
    let (name, words, said) = WireFaultTests.hostile[index]
    #expect(WireBytes(words: words).fault()?.words == said, "\(name)")
  }

  @Test(arguments: [129, 130, 5000])
  func `lists and maps nest no deeper than the limit`(depth: Int) {
    var words: [UInt64] = []
    for _ in 0..<depth { words += [cell(.list), 0, 1] }
    words += [cell(.null), 0, 0]
    let fault = WireBytes(words: words).fault()
    #expect((fault?.kind == .depth) == (depth > 129), "\(depth): \(String(describing: fault?.words))")
  }

  @Test func `a list of a million nulls is read`() {
    var words: [UInt64] = [cell(.list), 0, 1_000_000]
    words += [UInt64](repeating: 0, count: 3_000_000)
    #expect(WireBytes(words: words).fault() == nil)
  }

  @Test func `a message is not read twice`() throws {
    let bytes = try written(.list([.text("a")]))
    #expect(bytes.fault() == nil)
    #expect(bytes.fault()?.kind == .stray)
  }

  @Test(arguments: 0..<4)
  func `whatever is changed in a message, it is read or refused, and what is read can be written`(seed: Int) throws {
    var dice = ValueDice(state: UInt64(seed))
    var refused = 0
    for _ in 0..<2000 {
      var words = try written(dice.value(depth: 0)).words
      for _ in 0...dice.below(3) where !words.isEmpty {
        let place = dice.below(words.count)
        switch dice.below(4) {
        case 0: words[place] ^= 1 << UInt64(dice.below(64))
        case 1: words[place] = UInt64(dice.below(12))
        case 2: words[place] = dice.next()
        default: words.removeSubrange(place...)
        }
      }
      let bytes = WireBytes(words: words)
      var reader = bytes.reader()
      do {
        let value = try reader.value()
        let copy = Value(copying: value)
        #expect(try written(copy).words.count == words.count - reader.remaining / 8)
      } catch {
        refused += 1
      }
    }
    #expect(refused > 200)
  }
}

private func cell(_ kind: WireKind, flags: UInt64 = 0) -> UInt64 { UInt64(kind.rawValue) | flags << 32 }
private func cell(_ kind: UInt64) -> UInt64 { kind }

private enum WireKind: UInt32 { case null, bool, int, double, text, bytes, list, map, object, function }
