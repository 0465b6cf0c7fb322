import ComponentABI
import ComponentKit

/// One look at all that a struct brings across the border: nothing else walks it before.
///
/// The depth bounds the stack of this walk, and of each later one. The size bounds how long a walk takes: a list whose
/// items share their nodes has few of them in memory and no end of them on a walk.
struct BorderWalk {
  private let checksText: Bool
  private let depthLimit: Int
  private let limit: Int
  private var left: Int
  /// Whether something was met that lives in this process only: an object or a function.
  private(set) var metLocal = false

  /// How large what was met is, as the contract counts it.
  var size: Int { limit - left }

  /// - Parameters:
  ///   - checksText: not where texts are known to be UTF-8. The look takes two thirds of the time of a copy.
  ///   - wrappings: in how many maps the host has put what somebody passed.
  ///   - limit: how large all of it may be.
  init(checksText: Bool = true, wrappings: Int = 0, limit: Int = Int(COMPONENT_SIZE_LIMIT)) {
    self.checksText = checksText
    self.limit = limit
    left = limit
    depthLimit = Int(COMPONENT_DEPTH_LIMIT) + wrappings
  }

  /// Entries of which none is inside of something.
  mutating func fault(_ entries: UnsafePointer<component_entry>?, _ count: Int) -> BorderFault? {
    fault(entries, count, depth: 1, "a list of parameters")
  }

  mutating func fault(_ value: component_value) -> BorderFault? { fault(value, depth: 1) }

  /// A text for itself.
  mutating func fault(_ text: component_text) -> BorderFault? { fault(text, "a text", notUTF8: .text) }

  private mutating func pay(_ count: Int, _ size: Int) -> Bool {
    // A count comes from outside: seen without a sign, one below zero is more than all that is left.
    guard UInt(bitPattern: count) <= UInt(bitPattern: left / size) else { return false }
    left -= count * size
    return true
  }

  private mutating func fault(
    _ text: component_text, _ what: String, notUTF8: BorderFault.Kind
  ) -> BorderFault? {
    if text.bytes == nil, text.length != 0 { return BorderFault(.empty(what)) }
    guard pay(text.length, 1) else { return BorderFault(.size) }
    return checksText && !BorderCheck.isUTF8(text) ? BorderFault(notUTF8) : nil
  }

  private mutating func fault(
    _ start: UnsafePointer<component_entry>?, _ count: Int, depth: Int, _ what: String
  ) -> BorderFault? {
    if count == 0 { return nil }
    guard let start else { return BorderFault(.empty(what)) }
    guard pay(count, Int(COMPONENT_VALUE_SIZE)) else { return BorderFault(.size) }
    let entries = UnsafeBufferPointer(start: start, count: count)
    for index in 0..<count {
      // Most are a number under a short name, which needs no call to tell.
      if entries[index].value.kind <= COMPONENT_KIND_DOUBLE, BorderCheck.isPlain(entries[index].key),
        pay(entries[index].key.length, 1)
      {
        continue
      }
      if let fault = fault(entries[index].key, "a key", notUTF8: .key) { return fault }
      if let fault = fault(entries[index].value, depth: depth) { return fault.inside(entries[index].key) }
    }
    return UniqueKeys.repeated(entries).map { BorderFault(.twice($0.string)) }
  }

  // `depth`: how deep a list or map at this place would be.
  private mutating func fault(_ value: component_value, depth: Int) -> BorderFault? {
    switch value.kind {
    case COMPONENT_KIND_NULL, COMPONENT_KIND_BOOL, COMPONENT_KIND_INT, COMPONENT_KIND_DOUBLE: return nil
    case COMPONENT_KIND_TEXT: return fault(value.textBytes)
    case COMPONENT_KIND_BYTES:
      if value.as.bytes == nil, value.count != 0 { return BorderFault(.empty("a run of bytes")) }
      return pay(value.count, 1) ? nil : BorderFault(.size)
    case COMPONENT_KIND_LIST:
      guard depth <= depthLimit else { return BorderFault(.depth) }
      if value.count == 0 { return nil }
      guard let items = value.as.items else { return BorderFault(.empty("a list")) }
      guard pay(value.count, Int(COMPONENT_VALUE_SIZE)) else { return BorderFault(.size) }
      for index in 0..<value.count {
        if let fault = fault(items[index], depth: depth + 1) { return fault.inside(index) }
      }
      return nil
    case COMPONENT_KIND_MAP:
      guard depth <= depthLimit else { return BorderFault(.depth) }
      return fault(value.as.entries, value.count, depth: depth + 1, "a map")
    case COMPONENT_KIND_OBJECT:
      metLocal = true
      guard let object = value.as.object else { return BorderFault(.empty("an object")) }
      return fault(object)
    case COMPONENT_KIND_FUNCTION:
      metLocal = true
      guard let function = value.as.function else { return BorderFault(.empty("a function")) }
      return BorderWalk.fault(function)
    default: return BorderFault(.kind(value.kind))
    }
  }

  private mutating func fault(_ object: UnsafePointer<component_object>) -> BorderFault? {
    let size = object.pointee.size
    guard Int(size) >= MemoryLayout<component_object>.size else { return BorderFault(.small("an object", size)) }
    if isNull(object.pointee.retain) { return BorderFault(.lacks("an object", "retain")) }
    if isNull(object.pointee.release) { return BorderFault(.lacks("an object", "release")) }
    // Its type is shown to people, so it is checked also where texts are known to be UTF-8.
    return BorderCheck.isText(object.pointee.type) ? nil : BorderFault(.text)
  }

  /// A function for itself.
  static func fault(_ function: UnsafePointer<component_function>) -> BorderFault? {
    let size = function.pointee.size
    guard Int(size) >= MemoryLayout<component_function>.size else { return BorderFault(.small("a function", size)) }
    return isNull(function.pointee.run) ? BorderFault(.lacks("a function", "run")) : nil
  }
}

// Swift believes the header that there is a function.
private func isNull<F>(_ function: F) -> Bool { unsafeBitCast(function, to: UInt.self) == 0 }
