import ComponentABI
import ComponentKit

/// Checks borrowed values where they cross from one side to the other: kinds, UTF-8, depth.
enum BorderCheck {
  enum Fault {
    case kind(UInt32), text, key, twice(String), depth, empty(String)

    var words: String {
      switch self {
      case .kind(let kind): "a value is of the unknown kind \(kind)"
      case .text: "a text is not valid UTF-8"
      case .key: "a key is not valid UTF-8"
      case .twice(let key): "the key \(quoted(key)) occurs twice"
      case .depth: "lists and maps nest deeper than \(COMPONENT_DEPTH_LIMIT)"
      case .empty(let what): "\(what) is missing where it was announced"
      }
    }

    var asParameters: Failure { Failure(.invalidParameters, "invalid_value", "the parameters are invalid: \(words)") }
  }

  @inline(__always)
  static func fault(_ parameters: UnsafePointer<component_entry>?, _ count: Int) -> Fault? {
    if count == 0 { return nil }
    guard let parameters else { return .empty("a list of parameters") }
    // The common case, one scalar under a short name, is decided here.
    if count == 1, isPlain(parameters.pointee.key), parameters.pointee.value.kind <= COMPONENT_KIND_DOUBLE {
      return nil
    }
    return fault(UnsafeBufferPointer(start: parameters, count: count), depth: 1)
  }

  @inline(__always)
  static func fault(_ value: component_value) -> Fault? {
    value.kind <= COMPONENT_KIND_DOUBLE ? nil : fault(value, depth: 1)
  }

  private static func fault(_ entries: UnsafeBufferPointer<component_entry>, depth: Int) -> Fault? {
    for index in 0..<entries.count {
      let key = entries[index].key
      if key.bytes == nil, key.length > 0 { return .empty("a key") }
      if !isUTF8(key) { return .key }
      if let fault = fault(entries[index].value, depth: depth) { return fault }
    }
    return UniqueKeys.repeated(entries).map { .twice($0.string) }
  }

  // Keys and most texts are a few bytes of ASCII, which needs no call to tell.
  @inline(__always)
  private static func isPlain(_ text: component_text) -> Bool {
    guard text.length <= 16, let bytes = UnsafeRawPointer(text.bytes) else { return false }
    var all: UInt8 = 0
    for at in 0..<text.length { all |= bytes.load(fromByteOffset: at, as: UInt8.self) }
    return all < 0x80
  }

  @inline(__always)
  private static func isUTF8(_ text: component_text) -> Bool { isPlain(text) || text.utf8.isValidUTF8 }

  // `depth`: how deep a list or map at this place would be.
  private static func fault(_ value: component_value, depth: Int) -> Fault? {
    switch value.kind {
    case COMPONENT_KIND_NULL, COMPONENT_KIND_BOOL, COMPONENT_KIND_INT, COMPONENT_KIND_DOUBLE: return nil
    case COMPONENT_KIND_TEXT:
      if value.as.text == nil, value.count > 0 { return .empty("a text") }
      return isUTF8(value.textBytes) ? nil : .text
    case COMPONENT_KIND_BYTES: return value.as.bytes == nil && value.count > 0 ? .empty("a run of bytes") : nil
    case COMPONENT_KIND_LIST:
      guard depth <= COMPONENT_DEPTH_LIMIT else { return .depth }
      if value.as.items == nil, value.count > 0 { return .empty("a list") }
      for item in value.items {
        if let fault = fault(item, depth: depth + 1) { return fault }
      }
      return nil
    case COMPONENT_KIND_MAP:
      guard depth <= COMPONENT_DEPTH_LIMIT else { return .depth }
      if value.as.entries == nil, value.count > 0 { return .empty("a map") }
      return fault(value.entries, depth: depth + 1)
    case COMPONENT_KIND_OBJECT: return value.as.object == nil ? .empty("an object") : nil
    case COMPONENT_KIND_FUNCTION: return value.as.function == nil ? .empty("a function") : nil
    default: return .kind(value.kind)
    }
  }
}
