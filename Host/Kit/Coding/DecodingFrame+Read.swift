import ComponentABI

// How a borrowed value becomes one of a Swift type.
extension DecodingFrame {
  @inline(__always)
  func bool(_ value: component_value, _ step: DecodingStep) throws -> Bool {
    if let bool = value.bool() { return bool }
    throw mistyped("bool", value, step)
  }

  @inline(__always)
  func integer<I: FixedWidthInteger>(_ type: I.Type, _ value: component_value, _ step: DecodingStep) throws -> I {
    if let integer = value.integer(type) { return integer }
    throw misfit(type, value, step)
  }

  @inline(__always)
  func double(_ value: component_value, _ step: DecodingStep) throws -> Double {
    if let double = value.double() { return double }
    throw misfit("double", value, step)
  }

  func float(_ value: component_value, _ step: DecodingStep) throws -> Float {
    if let float = value.float() { return float }
    throw misfit("float", value, step)
  }

  @inline(__always)
  func text(_ value: component_value, _ step: DecodingStep) throws -> String {
    guard value.kind == COMPONENT_KIND_TEXT else { throw mistyped("text", value, step) }
    guard value.isSound else { throw broken(value, step) }
    return value.textBytes.string
  }

  private func kit(_ value: component_value, _ step: DecodingStep) throws -> Value {
    guard value.isWholeSound(depth: depthBelow(step)) else { throw broken(value, step) }
    return Value(copying: value)
  }

  /// Reads a value of any type; the types that Kit knows go straight.
  func decode<T: Decodable>(_ type: T.Type, _ value: component_value, _ step: DecodingStep) throws -> T {
    // The bit casts are between equal types, which a cast would look up at run time.
    if T.self == String.self { return unsafeBitCast(try text(value, step), to: T.self) }
    if T.self == Int.self { return unsafeBitCast(try integer(Int.self, value, step), to: T.self) }
    if T.self == Double.self { return unsafeBitCast(try double(value, step), to: T.self) }
    if T.self == Bool.self { return unsafeBitCast(try bool(value, step), to: T.self) }
    if T.self == [UInt8].self, value.kind != COMPONENT_KIND_LIST {
      guard let bytes = value.ownBytes() else { throw mistyped("bytes", value, step) }
      return unsafeBitCast(bytes, to: T.self)
    }
    if T.self == Value.self { return unsafeBitCast(try kit(value, step), to: T.self) }
    if T.self == Object.self {
      guard let object = try kit(value, step).object else { throw mistyped("object", value, step) }
      return unsafeBitCast(object, to: T.self)
    }
    if T.self == Function.self {
      guard let function = try kit(value, step).function else { throw mistyped("function", value, step) }
      return unsafeBitCast(function, to: T.self)
    }
    if T.self == Timestamp.self {
      guard let date = value.date() else { throw mistyped("date", value, step) }
      return unsafeBitCast(date, to: T.self)
    }
    return try decodeOther(type, value, step)
  }

  private func decodeOther<T: Decodable>(_ type: T.Type, _ value: component_value, _ step: DecodingStep) throws -> T {
    let frame = if case .here = step { self } else { DecodingFrame(value, in: self, step) }
    do {
      return try frame.nested {
        if value.kind == COMPONENT_KIND_LIST { return try frame.list(type) }
        return try T(from: frame)
      }
    } catch let error as DecodingError where error.fault == nil {
      throw frame.foreign(error, type, value)
    }
  }
}

// Lists of what Kit knows need no look at each item's type, and no list grows as it is read.
extension DecodingFrame {
  // An optional of an unknown type is avoided here: to look up its metadata costs more than to read a list.
  fileprivate func list<T: Decodable>(_ type: T.Type) throws -> T {
    if T.self == [Int].self { return unsafeBitCast(try items { try integer(Int.self, $0, $1) }, to: T.self) }
    if T.self == [Double].self { return unsafeBitCast(try items { try double($0, $1) }, to: T.self) }
    if T.self == [String].self { return unsafeBitCast(try items { try text($0, $1) }, to: T.self) }
    if let list = T.self as? any ReadAsList.Type { return try read(list) }
    return try T(from: self)
  }

  // The result is the list's own type, under its other name.
  private func read<L: ReadAsList, T>(_ list: L.Type) throws -> T {
    unsafeBitCast(try L.read(ListReader(self)), to: T.self)
  }

  @inline(__always)
  private func items<T>(_ read: (component_value, DecodingStep) throws -> T) throws -> [T] {
    let items = try items()
    var result: [T] = []
    result.reserveCapacity(min(items.count, 1 << 20))
    for index in 0..<items.count { result.append(try read(items[index], .index(index))) }
    return result
  }
}

/// A type that is read from a list faster than its own `init(from:)` would.
private protocol ReadAsList {
  static func read(_ list: ListReader) throws -> Self
}

extension Array: ReadAsList where Element: Decodable {
  static func read(_ list: ListReader) throws -> [Element] {
    var list = list
    var result: [Element] = []
    // Of big items, not all at once: a list may be cut short by the first one that is wrong.
    result.reserveCapacity(Swift.min(list.countLeft, 1 << 16))
    while !list.isAtEnd { result.append(try list.decode(Element.self)) }
    return result
  }
}
