import TestDice
import Testing

@testable import ComponentHost

@Suite struct SharedMapTests {
  @Test(arguments: [false, true])
  func `it agrees with a dictionary, whatever is set and taken out`(clashes: Bool) {
    var dice = SignatureDice(seed: 3)
    var map = SharedMap<Int>()
    var reference: [String: Int] = [:]
    // With few hashes most keys have the same as others, wholly or in their first bits.
    func key(_ text: String) -> TextKey {
      clashes ? TextKey(text, hash: TextKey(text).hash & 0x8000_0000_0000_0021) : TextKey(text)
    }
    for step in 0..<20_000 {
      let text = "key\(dice.below(step < 10_000 ? 300 : 30))"
      let value = dice.below(step < 15_000 ? 3 : 2) == 0 ? nil : step
      let before = map
      map = map.setting(value, for: key(text))
      #expect(before.value(key(text)) == reference[text])
      reference[text] = value
      #expect(map.value(key(text)) == value)
      if step % 500 == 0 {
        #expect(entries(map) == reference)
        for number in 0..<300 { #expect(map.value(key("key\(number)")) == reference["key\(number)"]) }
      }
    }
    for text in Array(reference.keys) {
      map = map.setting(nil, for: key(text))
      reference[text] = nil
      #expect(entries(map) == reference)
    }
    #expect(map.isEmpty)
    #expect(map.setting(nil, for: key("none")).isEmpty)
  }

  @Test func `what was taken out leaves no trace`() {
    var (map, fresh) = (SharedMap<Int>(), SharedMap<Int>())
    for number in 0..<300 { map = map.setting(number, for: TextKey("\(number)")) }
    for number in 20..<300 { map = map.setting(nil, for: TextKey("\(number)")) }
    for number in 0..<20 { fresh = fresh.setting(number, for: TextKey("\(number)")) }
    var texts = ("", "")
    dump(map, to: &texts.0)
    dump(fresh, to: &texts.1)
    #expect(texts.0 == texts.1)
  }

  @Test func `an old map keeps what it has`() {
    let maps = (0..<200).reduce(into: [SharedMap<Int>()]) { maps, number in
      maps.append(maps[number].setting(number, for: TextKey("key\(number)")))
    }
    for (count, map) in maps.enumerated() {
      #expect(entries(map) == Dictionary(uniqueKeysWithValues: (0..<count).map { ("key\($0)", $0) }))
    }
  }

  @Test func `keys are the same if their bytes are`() {
    let composed = SharedMap<Int>().setting(1, for: TextKey("caf\u{e9}"))
    #expect(composed.value(TextKey("cafe\u{301}")) == nil)
    #expect(composed.value(TextKey("café")) == 1)
    #expect(SharedMap<Int>().setting(1, for: TextKey("")).value(TextKey("")) == 1)
    // Some that look alike also have the same hash here.
    let same = SharedMap<Int>().setting(1, for: TextKey("caf\u{e9}", hash: 7))
    #expect(same.value(TextKey("cafe\u{301}", hash: 7)) == nil)
  }

  private func entries(_ map: SharedMap<Int>) -> [String: Int] {
    var entries: [String: Int] = [:]
    map.forEach { key, value in
      #expect(entries[key.text] == nil)
      entries[key.text] = value
    }
    return entries
  }
}
