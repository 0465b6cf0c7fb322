import ComponentHost
import ComponentKit
import Glibc

/// Which components called which, and how often, as a file of `--trace` tells.
struct SeenCalls {
  private(set) var counts: [(from: String, to: String, count: Int)] = []

  init(file path: String) throws(Problem) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw errno == ENOENT
        ? Problem(.notFound, "no_such_file", "no file named \(quoted(path))")
        : Problem(.failed, "input", "can't read the file \(quoted(path)): \(systemReason(errno))")
    }
    defer { close(file) }
    guard case .bytes(let bytes) = Stream(number: file).readAll(limit: Console.Input.limit),
      let events = try JSONText(bytes, of: "the file \(quoted(path))").value()["traceEvents"]?.list
    else {
      throw Problem(
        .invalidParameters, "no_trace", "the file \(quoted(path)) is no trace",
        help: ["make one with 'host call TARGET ACTION --trace FILE'"])
    }
    for event in events where event["cat"]?.text == TraceSpan.Kind.call.rawValue {
      guard let from = event["args"]?["caller"]?.text, let target = event["args"]?["target"]?.text else { continue }
      let to = String(Substring(target.utf8.prefix { $0 != UInt8(ascii: ".") }))
      // The program's own calls, and those within a component, are no arrows.
      if !from.isEmpty, from != to { add(from, to) }
    }
  }

  private mutating func add(_ from: String, _ to: String) {
    if let index = counts.firstIndex(where: { $0.from == from && $0.to == to }) {
      counts[index].count += 1
    } else {
      counts.append((from, to, 1))
    }
  }
}
