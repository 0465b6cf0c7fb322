import ComponentKit

/// A value on one line for people, whatever its size.
enum ShownValue {
  private static let textLimit = 60
  private static let itemLimit = 4
  private static let depthLimit = 4

  static func text(_ value: Value) -> String { text(value, 0) }

  private static func text(_ value: Value, _ depth: Int) -> String {
    switch value {
    case .text(let text):
      if text.utf8.count <= textLimit { return json(value) }
      let begin = String(text.unicodeScalars.prefix(12).map(Character.init))
      return "\(json(.text(begin)))… (\(text.utf8.count) bytes)"
    case .bytes(let bytes): return "<\(bytes.count) bytes>"
    case .list(let list):
      if depth == depthLimit, !list.isEmpty { return "[…]" }
      return "[\(joined(list.prefix(itemLimit).map { text($0, depth + 1) }, list.count))]"
    case .map(let fields):
      if depth == depthLimit, !fields.isEmpty { return "{…}" }
      return
        "{\(joined(fields.prefix(itemLimit * 4).map { "\(json(.text($0.key))): \(text($0.value, depth + 1))" }, fields.count))}"
    case .object(let object): return "<object \(object.type)>"
    case .function: return "<function>"
    case .double(let double): return "\(double)"
    default: return json(value)
    }
  }

  private static func joined(_ parts: [String], _ count: Int) -> String {
    let more = count > parts.count ? ["… \(count) in all"] : []
    return (parts + more).joined(separator: ", ")
  }

  private static func json(_ value: Value) -> String { (try? value.json()) ?? value.kindName }
}
