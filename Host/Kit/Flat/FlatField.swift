import ComponentABI

/// A scalar at a fixed place of a struct.
struct FlatField {
  enum Kind { case bool, int, double, text }

  /// How many optionals are around it.
  enum Wrapping { case none, once, twice }

  /// The name, never freed.
  let key: component_text
  let offset: Int
  let kind: Kind
  let wrapping: Wrapping

  /// Nil where the type is no scalar.
  static func form(of type: Any.Type) -> (kind: Kind, wrapping: Wrapping)? {
    switch type {
    case is Bool.Type: (.bool, .none)
    case is Int.Type: (.int, .none)
    case is Double.Type: (.double, .none)
    case is String.Type: (.text, .none)
    // Before the runtime makes four types to compare with.
    case _ where !TypeFacts(type).isOptional: nil
    case is Bool?.Type: (.bool, .once)
    case is Int?.Type: (.int, .once)
    case is Double?.Type: (.double, .once)
    case is String?.Type: (.text, .once)
    default: nil
    }
  }

  /// The same by what the compiler calls the type.
  static func form(named name: String?) -> (kind: Kind, wrapping: Wrapping)? {
    switch name {
    case "Sb": (.bool, .none)
    case "Si": (.int, .none)
    case "Sd": (.double, .none)
    case "SS": (.text, .none)
    case "SbSg": (.bool, .once)
    case "SiSg": (.int, .once)
    case "SdSg": (.double, .once)
    case "SSSg": (.text, .once)
    default: nil
    }
  }

  /// The size and alignment of a field.
  static func memory(of kind: Kind, _ wrapping: Wrapping) -> (size: Int, alignment: Int) {
    switch kind {
    case .bool: memory(of: Bool.self, wrapping)
    case .int: memory(of: Int.self, wrapping)
    case .double: memory(of: Double.self, wrapping)
    case .text: memory(of: String.self, wrapping)
    }
  }

  private static func memory<T>(of type: T.Type, _ wrapping: Wrapping) -> (size: Int, alignment: Int) {
    switch wrapping {
    case .none: (MemoryLayout<T>.size, MemoryLayout<T>.alignment)
    case .once: (MemoryLayout<T?>.size, MemoryLayout<T?>.alignment)
    case .twice: (MemoryLayout<T??>.size, MemoryLayout<T??>.alignment)
    }
  }
}

/// One scalar on its way.
enum FlatScalar {
  case none
  case bool(Bool)
  case int(Int)
  case double(Double)
  case text(String)

  /// Nil where the value is not of the kind as it is; what could be converted takes the usual way.
  @inline(__always)
  init?(_ value: UnsafePointer<component_value>, as field: FlatField) {
    switch (value.pointee.kind, field.kind) {
    case (COMPONENT_KIND_INT, .int): self = .int(Int(value.pointee.as.integer))
    case (COMPONENT_KIND_TEXT, .text): self = .text(value.pointee.textBytes.checkedString)
    case (COMPONENT_KIND_BOOL, .bool): self = .bool(value.pointee.as.boolean)
    case (COMPONENT_KIND_DOUBLE, .double): self = .double(value.pointee.as.number)
    case (COMPONENT_KIND_NULL, _) where field.wrapping != .none: self = .none
    default: return nil
    }
  }
}

extension FlatField {
  /// What the field of a struct holds.
  @inline(__always)
  func load(from start: UnsafeRawPointer) -> FlatScalar {
    let place = start + offset
    switch kind {
    case .bool: return get(place, Bool.self).map(FlatScalar.bool) ?? .none
    case .int: return get(place, Int.self).map(FlatScalar.int) ?? .none
    case .double: return get(place, Double.self).map(FlatScalar.double) ?? .none
    case .text: return get(place, String.self).map(FlatScalar.text) ?? .none
    }
  }

  @inline(__always)
  private func get<T>(_ place: UnsafeRawPointer, _ type: T.Type) -> T? {
    switch wrapping {
    case .none: place.assumingMemoryBound(to: T.self).pointee
    case .once: place.assumingMemoryBound(to: T?.self).pointee
    case .twice: place.assumingMemoryBound(to: T??.self).pointee ?? nil
    }
  }

  /// Fills the field of a struct: one that has a value already, or one that has none yet.
  @inline(__always)
  func store(_ scalar: FlatScalar, to start: UnsafeMutableRawPointer, isNew: Bool) {
    let place = start + offset
    switch scalar {
    case .bool(let bool): put(bool, place, isNew)
    case .int(let int): put(int, place, isNew)
    case .double(let double): put(double, place, isNew)
    case .text(let text): put(text, place, isNew)
    case .none:
      switch kind {
      case .bool: putNone(place, Bool.self, isNew)
      case .int: putNone(place, Int.self, isNew)
      case .double: putNone(place, Double.self, isNew)
      case .text: putNone(place, String.self, isNew)
      }
    }
  }

  @inline(__always)
  private func put<T>(_ value: T, _ place: UnsafeMutableRawPointer, _ isNew: Bool) {
    switch wrapping {
    case .none: assign(value, place, isNew)
    case .once: assign(Optional(value), place, isNew)
    case .twice: assign(Optional(Optional(value)), place, isNew)
    }
  }

  private func putNone<T>(_ place: UnsafeMutableRawPointer, _ type: T.Type, _ isNew: Bool) {
    switch wrapping {
    case .none: break
    case .once: assign(T?.none, place, isNew)
    case .twice: assign(T??.some(nil), place, isNew)
    }
  }

  @inline(__always)
  private func assign<T>(_ value: T, _ place: UnsafeMutableRawPointer, _ isNew: Bool) {
    let place = place.assumingMemoryBound(to: T.self)
    if isNew { place.initialize(to: value) } else { place.pointee = value }
  }

  /// Takes back what `store` put into new memory.
  func destroy(in start: UnsafeMutableRawPointer) {
    guard kind == .text else { return }
    let place = start + offset
    switch wrapping {
    case .none: place.assumingMemoryBound(to: String.self).deinitialize(count: 1)
    case .once: place.assumingMemoryBound(to: String?.self).deinitialize(count: 1)
    case .twice: place.assumingMemoryBound(to: String??.self).deinitialize(count: 1)
    }
  }
}
