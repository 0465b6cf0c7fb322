import ComponentABI

// A value that needs no memory of its own, as C has it. What is lent by a pointer must outlive it.
extension component_value {
  @inline(__always)
  init(_ bool: Bool) {
    self.init()
    kind = COMPONENT_KIND_BOOL
    self.as.boolean = bool
  }

  @inline(__always)
  init(_ int: Int) {
    self.init()
    kind = COMPONENT_KIND_INT
    self.as.integer = Int64(int)
  }

  @inline(__always)
  init(_ double: Double) {
    self.init()
    kind = COMPONENT_KIND_DOUBLE
    self.as.number = double
  }

  @inline(__always)
  init(_ text: component_text) {
    self.init()
    setText(text)
  }

  init(_ entries: UnsafeBufferPointer<component_entry>) {
    self.init()
    kind = COMPONENT_KIND_MAP
    self.as.entries = entries.baseAddress
    count = entries.count
  }

  @inline(__always)
  init?(scalar: Value) {
    switch scalar {
    case .int(let int): self.init(int)
    case .bool(let bool): self.init(bool)
    case .double(let double): self.init(double)
    default: return nil
    }
  }

  /// Null, a scalar, an object or a function; null for all that needs memory.
  init(borrowing value: Value) {
    if let scalar = component_value(scalar: value) {
      self = scalar
      return
    }
    self.init()
    switch value {
    case .object(let object):
      kind = COMPONENT_KIND_OBJECT
      self.as.object = UnsafePointer(object.reference.pointer)
    case .function(let function):
      kind = COMPONENT_KIND_FUNCTION
      self.as.function = UnsafePointer(function.reference.pointer)
    default: break
    }
  }

  @inline(__always)
  mutating func setText(_ text: component_text) {
    kind = COMPONENT_KIND_TEXT
    self.as.text = text.bytes
    count = text.length
  }
}
