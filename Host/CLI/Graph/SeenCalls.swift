import ComponentHost
import ComponentKit
import Glibc

/// Which components called which, and how often, as a file of `--trace` tells.
///
/// Anybody can have written it: what can't be a component's name is no call.
struct SeenCalls {
  private(set) var counts: [(from: String, to: String, count: Int)] = []
  private var places: [Pair: Int] = [:]

  private struct Pair: Hashable {
    let from: String
    let to: String
  }

  init(file path: String) throws(Problem) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw errno == ENOENT
        ? Problem(.notFound, "no_such_file", "no file named \(quoted(path))")
        : Problem(.failed, "input", "can't read the file \(quoted(path)): \(systemReason(errno))")
    }
    defer { close(file) }
    guard case .bytes(let bytes) = Stream(number: file).readAll(limit: Console.Input.limit), !bytes.isEmpty,
      let events = SeenCalls.events(try JSONText(SeenCalls.ended(bytes), of: "the file \(quoted(path))").value())
    else {
      throw Problem(
        .invalidParameters, "no_trace", "the file \(quoted(path)) is no trace",
        help: ["make one with 'host call TARGET ACTION --trace FILE'"])
    }
    self.init(events)
  }

  init(_ events: [Value]) {
    // A call that begins and one that is told as a whole; its end is the same one.
    for event in events where event["cat"]?.text == TraceSpan.Kind.call.rawValue && event["ph"]?.text != "E" {
      guard let from = event["args"]?["caller"]?.text, let target = event["args"]?["target"]?.text else { continue }
      let to = String(Substring(target.utf8.prefix { $0 != UInt8(ascii: ".") }))
      guard ComponentName.isValid(from.utf8), ComponentName.isValid(to.utf8) else { continue }
      // The program's own calls, which have no name to be called by, and those within a component, are no arrows.
      if from != to { add(from, to) }
    }
  }

  // An array of events, or an object that has one.
  private static func events(_ trace: Value) -> [Value]? { trace.list ?? trace["traceEvents"]?.list }

  // The trace of a call that did not come to its end lacks the array's.
  private static func ended(_ bytes: [UInt8]) -> [UInt8] {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: " ") }
    guard bytes.first == UInt8(ascii: "["), let last = bytes.lastIndex(where: { !isSpace($0) }),
      bytes[last] != UInt8(ascii: "]")
    else { return bytes }
    return bytes[..<(bytes[last] == UInt8(ascii: ",") ? last : last + 1)] + [UInt8(ascii: "]")]
  }

  private mutating func add(_ from: String, _ to: String) {
    let pair = Pair(from: from, to: to)
    if let place = places[pair] {
      counts[place].count += 1
    } else {
      places[pair] = counts.count
      counts.append((from, to, 1))
    }
  }
}
