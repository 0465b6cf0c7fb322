public import ComponentABI

// From borrowed values to one's own.
extension Value {
  /// A copy of a borrowed value that the host has checked.
  public init(copying value: component_value) {
    switch value.kind {
    case COMPONENT_KIND_BOOL: self = .bool(value.as.boolean)
    case COMPONENT_KIND_INT: self = .int(Int(value.as.integer))
    case COMPONENT_KIND_DOUBLE: self = .double(value.as.number)
    case COMPONENT_KIND_TEXT: self = .text(value.textBytes.checkedString)
    case COMPONENT_KIND_BYTES:
      self = .bytes([UInt8](UnsafeBufferPointer(start: value.as.bytes, count: value.as.bytes == nil ? 0 : value.count)))
    case COMPONENT_KIND_LIST: self = .list(value.items.map(Value.init(copying:)))
    case COMPONENT_KIND_MAP: self = .map(Fields(copying: value.entries))
    case COMPONENT_KIND_OBJECT: self = value.as.object.map { .object(Object(retaining: $0.pointee)) } ?? .null
    case COMPONENT_KIND_FUNCTION: self = value.as.function.map { .function(Function(retaining: $0.pointee)) } ?? .null
    default: self = .null
    }
  }
}

extension Fields {
  /// A copy of borrowed entries that the host has checked: no key is there twice.
  public init(copying entries: UnsafeBufferPointer<component_entry>) {
    self.init(unique: entries.map { ($0.key.checkedString, Value(copying: $0.value)) })
  }
}

// What a borrowed value points to.
extension component_value {
  @inlinable public var textBytes: component_text {
    component_text(bytes: self.as.text, length: count)
  }

  @inlinable public var items: UnsafeBufferPointer<component_value> {
    UnsafeBufferPointer(start: self.as.items, count: self.as.items == nil ? 0 : count)
  }

  @inlinable public var entries: UnsafeBufferPointer<component_entry> {
    UnsafeBufferPointer(start: self.as.entries, count: self.as.entries == nil ? 0 : count)
  }
}

extension Result<Value, Failure> {
  /// A copy of an outcome as it was lent.
  init(_ reply: UnsafePointer<component_value>?, _ failure: UnsafePointer<component_failure>?) {
    if let reply {
      self = .success(Value(copying: reply.pointee))
    } else if let failure {
      self = .failure(Failure(copying: failure.pointee))
    } else {
      self = .failure(.noOutcome)
    }
  }
}

extension component_progress {
  var known: Double? { fraction >= 0 ? Swift.min(fraction, 1) : nil }
}

extension Failure {
  @usableFromInline static var noOutcome: Failure {
    Failure(.failed, "host_fault", "the host ended the call without an outcome")
  }
}
