import ComponentABI
import ComponentKit

/// Checks what is borrowed where it crosses from one side to the other: kinds, UTF-8, keys, depth, size. The first
/// looks here settle the common cases; a walk settles the others.
enum BorderCheck {
  // In each of these false only means that a walk has to tell.

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
  static func isFine(_ parameters: UnsafePointer<component_entry>?, _ count: Int, checksText: Bool) -> Bool {
    if count == 0 { return true }
    guard count == 1, let parameters else { return false }
    return isPlain(parameters.pointee.key) && isFine(parameters.pointee.value, checksText: checksText)
  }

  /// Whether it is a scalar or a text, and nothing is wrong with it.
  @inline(__always)
  static func isFine(_ value: component_value, checksText: Bool = true) -> Bool {
    value.kind <= COMPONENT_KIND_DOUBLE || isText(value, checksText)
  }

  /// Parameters, or hints.
  static func fault(
    _ entries: UnsafePointer<component_entry>?, _ count: Int, checksText: Bool = true, wrappings: Int = 0
  ) -> BorderFault? {
    if count == 0 { return nil }
    var walk = BorderWalk(checksText: checksText, wrappings: wrappings)
    return walk.fault(entries, count)
  }

  @inline(__always)
  static func fault(_ value: component_value) -> BorderFault? {
    if isFine(value) { return nil }
    var walk = BorderWalk()
    return walk.fault(value)
  }

  static func fault(_ failure: component_failure) -> BorderFault? {
    var walk = BorderWalk()
    for (name, text) in [("reason", failure.reason), ("message", failure.message)] {
      if let fault = walk.fault(text) { return fault.inside(name) }
    }
    if let fault = walk.fault(failure.details) { return fault.inside("details") }
    return failure.answer.flatMap { walk.fault($0.pointee)?.inside("answer") }
  }

  /// Texts of which each stands for itself.
  static func fault(names texts: UnsafePointer<component_text>?, _ count: Int) -> BorderFault? {
    if count == 0 { return nil }
    guard let texts else { return BorderFault(.empty("a list of names")) }
    guard UInt(bitPattern: count) <= UInt(COMPONENT_SIZE_LIMIT / COMPONENT_VALUE_SIZE) else {
      return BorderFault(.size)
    }
    var walk = BorderWalk()
    for index in 0..<count {
      if let fault = walk.fault(texts[index]) { return fault.inside(index) }
    }
    return nil
  }

  /// Whether it can be read as text.
  static func isText(_ text: component_text) -> Bool {
    if text.length == 0 || isPlain(text) { return true }
    return text.bytes != nil && UInt(bitPattern: text.length) <= UInt(COMPONENT_SIZE_LIMIT) && text.utf8.isValidUTF8
  }

  // False may also mean that it is a text that is not valid.
  @inline(__always)
  private static func isText(_ value: component_value, _ checksText: Bool) -> Bool {
    value.kind == COMPONENT_KIND_TEXT && value.as.text != nil
      && UInt(bitPattern: value.count) <= UInt(COMPONENT_SIZE_LIMIT) && (!checksText || isUTF8(value.textBytes))
  }

  // Keys and most texts are a few bytes of ASCII, which needs no call to tell.
  @inline(__always)
  static func isPlain(_ text: component_text) -> Bool {
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

  /// Of a text whose length is right.
  @inline(__always)
  static func isUTF8(_ text: component_text) -> Bool { isPlain(text) || text.utf8.isValidUTF8 }
}

extension component_request {
  /// Whether its names can be read. Those of actions are not empty, but functions may have none.
  var hasNames: Bool { BorderCheck.isText(target) && BorderCheck.isText(action) }
}
