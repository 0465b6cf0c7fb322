import ComponentABI

// A borrowed value as a Swift type, nil where something would be lost; a loose text is read as what is asked for.
extension component_value {
  @inline(__always)
  func bool() -> Bool? {
    if kind == COMPONENT_KIND_BOOL { return self.as.boolean }
    guard kind == COMPONENT_KIND_TEXT, isLoose else { return nil }
    return checkedText.flatMap(LooseText.bool)
  }

  @inline(__always)
  func integer<I: FixedWidthInteger>(_ type: I.Type) -> I? {
    if kind == COMPONENT_KIND_INT { return I(exactly: self.as.integer) }
    return convertedInteger(type)
  }

  // Every conversion goes through the widest types. One for each type would be 4 % of the code that a load of a small
  // component copies.
  private func convertedInteger<I: FixedWidthInteger>(_ type: I.Type) -> I? {
    if let int = convertedInt { return I(exactly: int) }
    return I.bitWidth == 64 && !I.isSigned ? convertedLarge.flatMap { I(exactly: $0) } : nil
  }

  private var convertedInt: Int? {
    switch kind {
    case COMPONENT_KIND_DOUBLE: Int(exactly: self.as.number)
    case COMPONENT_KIND_TEXT where isLoose: checkedText.flatMap(LooseText.int)
    default: nil
    }
  }

  private var convertedLarge: UInt64? {
    switch kind {
    case COMPONENT_KIND_DOUBLE: UInt64(exactly: self.as.number)
    case COMPONENT_KIND_TEXT where isLoose: checkedText.flatMap(LooseText.large)
    default: nil
    }
  }

  @inline(__always)
  func double() -> Double? {
    switch kind {
    case COMPONENT_KIND_DOUBLE: self.as.number
    case COMPONENT_KIND_INT: Double(exactly: self.as.integer)
    case COMPONENT_KIND_TEXT where isLoose: checkedText.flatMap(LooseText.double)
    default: nil
    }
  }

  /// The nearest one: 0.1 is no exact number in either form. A number too big for it is none.
  func float() -> Float? {
    guard let double = double() else { return nil }
    let float = Float(double)
    return float.isInfinite && double.isFinite ? nil : float
  }

  func ownBytes() -> [UInt8]? {
    switch kind {
    case COMPONENT_KIND_BYTES where isSound:
      [UInt8](UnsafeBufferPointer(start: self.as.bytes, count: self.as.bytes == nil ? 0 : count))
    case COMPONENT_KIND_TEXT where isWritten: checkedText.flatMap { Base64.decode($0) }
    default: nil
    }
  }

  func date() -> Timestamp? { kind == COMPONENT_KIND_TEXT && isSound ? Timestamp(utf8: textBytes.utf8) : nil }

  /// The text of a text, nil where its memory is missing.
  var checkedText: String? { isSound ? textBytes.string : nil }
}

// What the host checks at the border, for values that did not cross it.
extension component_value {
  /// Whether what it announces can be there.
  @inline(__always)
  var isSound: Bool {
    guard kind >= COMPONENT_KIND_TEXT else { return true }
    guard kind < COMPONENT_KIND_OBJECT else { return kind <= COMPONENT_KIND_FUNCTION && self.as.object != nil }
    // No count reaches this far, and none below it overflows when it is multiplied.
    return count == 0 || (count > 0 && count < 1 << 48 && self.as.bytes != nil)
  }

  /// Whether the whole value can be copied. `depth`: how deep a list or map at this place is.
  func isWholeSound(depth: Int) -> Bool {
    guard isSound else { return false }
    switch kind {
    case COMPONENT_KIND_LIST: return depth <= Value.depthLimit && items.allSatisfy { $0.isWholeSound(depth: depth + 1) }
    case COMPONENT_KIND_MAP:
      return depth <= Value.depthLimit
        && entries.allSatisfy { $0.key.isSound && $0.value.isWholeSound(depth: depth + 1) }
    default: return true
    }
  }
}

extension component_text {
  /// Whether it is what it announces.
  @inline(__always)
  var isSound: Bool { length == 0 || (length > 0 && length < 1 << 48 && bytes != nil) }
}
