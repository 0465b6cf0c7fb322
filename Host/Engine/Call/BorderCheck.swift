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

  // False says nothing in any of these.

  /// The common case, nothing or one scalar or short text under a short name, decided in a few instructions and no call.
  @inline(__always)
  static func isPlain(_ parameters: UnsafePointer<component_entry>?, _ count: Int) -> Bool {
    if count == 0 { return true }
    guard count == 1, let parameters else { return false }
    return isPlain(parameters.pointee.value) && isPlain(parameters.pointee.key)
  }

  /// Whether it is a scalar or a short text of ASCII.
  @inline(__always)
  static func isPlain(_ value: component_value) -> Bool {
    value.kind <= COMPONENT_KIND_DOUBLE || value.kind == COMPONENT_KIND_TEXT && isPlain(value.textBytes)
  }

  /// The next common case: the text may be of any length.
  @inline(__always)
  static func isFine(_ parameters: UnsafePointer<component_entry>?, _ count: Int, looksAtText: Bool) -> Bool {
    if count == 0 { return true }
    guard count == 1, let parameters else { return false }
    return isPlain(parameters.pointee.key) && isFine(parameters.pointee.value, looksAtText: looksAtText)
  }

  /// Whether it is a scalar or a text, and nothing is wrong with it.
  @inline(__always)
  static func isFine(_ value: component_value, looksAtText: Bool = true) -> Bool {
    value.kind <= COMPONENT_KIND_DOUBLE || isText(value, looksAtText)
  }

  /// - Parameter looksAtText: not where texts are known to be UTF-8. The look takes two thirds of the time of a copy.
  static func fault(
    _ parameters: UnsafePointer<component_entry>?, _ count: Int, looksAtText: Bool = true
  ) -> Fault? {
    if count == 0 { return nil }
    guard let parameters else { return .empty("a list of parameters") }
    return fault(UnsafeBufferPointer(start: parameters, count: count), depth: 1, looksAtText)
  }

  @inline(__always)
  static func fault(_ value: component_value) -> Fault? { isFine(value) ? nil : fault(value, depth: 1, true) }

  // False may also mean that it is a text that is not valid.
  @inline(__always)
  private static func isText(_ value: component_value, _ looksAtText: Bool) -> Bool {
    value.kind == COMPONENT_KIND_TEXT && value.as.text != nil && (!looksAtText || isUTF8(value.textBytes))
  }

  private static func fault(
    _ entries: UnsafeBufferPointer<component_entry>, depth: Int, _ looksAtText: Bool
  ) -> Fault? {
    for index in 0..<entries.count {
      let key = entries[index].key
      if key.bytes == nil, key.length > 0 { return .empty("a key") }
      if looksAtText, !isUTF8(key) { return .key }
      if let fault = fault(entries[index].value, depth: depth, looksAtText) { return fault }
    }
    return UniqueKeys.repeated(entries).map { .twice($0.string) }
  }

  // Keys and most texts are a few bytes of ASCII, which needs no call to tell.
  @inline(__always)
  private static func isPlain(_ text: component_text) -> Bool {
    guard let bytes = UnsafeRawPointer(text.bytes) else { return false }
    let count = text.length
    // Two loads that may overlap see all of it.
    if count >= 8 {
      guard count <= 16 else { return false }
      let all = bytes.loadUnaligned(as: UInt64.self) | bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      return all & 0x8080_8080_8080_8080 == 0
    }
    if count >= 4 {
      let all = bytes.loadUnaligned(as: UInt32.self) | bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      return all & 0x8080_8080 == 0
    }
    if count >= 2 {
      let all = bytes.loadUnaligned(as: UInt16.self) | bytes.loadUnaligned(fromByteOffset: count &- 2, as: UInt16.self)
      return all & 0x8080 == 0
    }
    return count == 1 && bytes.load(as: UInt8.self) < 0x80
  }

  @inline(__always)
  static func isUTF8(_ text: component_text) -> Bool { isPlain(text) || text.utf8.isValidUTF8 }

  // `depth`: how deep a list or map at this place would be.
  private static func fault(_ value: component_value, depth: Int, _ looksAtText: Bool) -> Fault? {
    switch value.kind {
    case COMPONENT_KIND_NULL, COMPONENT_KIND_BOOL, COMPONENT_KIND_INT, COMPONENT_KIND_DOUBLE: return nil
    case COMPONENT_KIND_TEXT:
      if value.as.text == nil, value.count > 0 { return .empty("a text") }
      return !looksAtText || isUTF8(value.textBytes) ? nil : .text
    case COMPONENT_KIND_BYTES: return value.as.bytes == nil && value.count > 0 ? .empty("a run of bytes") : nil
    case COMPONENT_KIND_LIST:
      guard depth <= COMPONENT_DEPTH_LIMIT else { return .depth }
      if value.as.items == nil, value.count > 0 { return .empty("a list") }
      for item in value.items {
        if let fault = fault(item, depth: depth + 1, looksAtText) { return fault }
      }
      return nil
    case COMPONENT_KIND_MAP:
      guard depth <= COMPONENT_DEPTH_LIMIT else { return .depth }
      if value.as.entries == nil, value.count > 0 { return .empty("a map") }
      return fault(value.entries, depth: depth + 1, looksAtText)
    case COMPONENT_KIND_OBJECT: return value.as.object == nil ? .empty("an object") : nil
    case COMPONENT_KIND_FUNCTION: return value.as.function == nil ? .empty("a function") : nil
    default: return .kind(value.kind)
    }
  }
}

extension Dispatch {
  /// Whether texts in the parameters may be no UTF-8. A program is believed that they are, a component is not.
  var looksAtText: Bool {
    seat.pointee.generation != nil || request.pointee.flags & UInt64(COMPONENT_REQUEST_UTF8) == 0
  }
}
