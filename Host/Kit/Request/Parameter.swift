import ComponentABI

/// One parameter of a request: its property's name is the parameter's, its default the parameter's default.
///
///     @Parameter("The book's number") public var id: Int
///     @Parameter("Which page") public var page = 1
///     @Parameter public var note: String?
@propertyWrapper
public struct Parameter<Value: Codable & Sendable>: Sendable {
  // Nil until it is set: a required parameter that was not set is left out, and the host says so. It is the first
  // property, because the place of a later one would have to be looked up with each call.
  @usableFromInline var stored: Value?
  @usableFromInline let head: ParameterHead

  /// A required parameter.
  @inlinable
  public init(_ note: StaticString = "") {
    stored = nil
    head = ParameterHead(note: note, hasDefault: false, mark: ParameterMarks.next(Value.self))
  }

  /// A parameter that may be left out.
  @inlinable
  public init(_ note: StaticString = "") where Value: ExpressibleByNilLiteral {
    stored = .some(nil)
    head = ParameterHead(note: note, hasDefault: false, mark: ParameterMarks.next(Value.self))
  }

  /// A parameter with a default.
  @inlinable
  public init(wrappedValue: Value, _ note: StaticString = "") {
    stored = wrappedValue
    head = ParameterHead(note: note, hasDefault: true, mark: ParameterMarks.next(Value.self))
  }

  public var wrappedValue: Value {
    get {
      // A request that came from a caller has every required parameter; only one made by hand can lack it.
      guard let stored else { preconditionFailure("a required parameter was read before it was set") }
      return stored
    }
    set { stored = newValue }
  }
}

/// What coding does with one parameter, found by its place in the request.
protocol RequestField: Sendable {
  static var size: Int { get }
  static var alignment: Int { get }
  /// The field's value as a field of its own, which lies at an offset from it; nil where that is no scalar.
  static func flat(_ key: component_text, at offset: Int) -> FlatField?
  /// Where the head begins.
  static var headOffset: Int { get }

  /// Lays the parameter out as C; nothing where it was not set.
  static func write(
    _ field: UnsafeRawPointer, _ name: component_text, to writer: RequestWriter
  ) throws(Failure)

  /// Takes the parameter from a borrowed value.
  static func read(_ value: component_value, _ name: String, to field: UnsafeMutableRawPointer) throws(Failure)

  /// The parameter in the language of signatures, and the named types it uses.
  static func describe(_ field: UnsafeRawPointer, _ types: inout TypeTable) throws(Failure) -> String

  /// What messages call the parameter's type.
  static var word: String { get }

  /// Whether the parameter has a value.
  static func isSet(_ field: UnsafeRawPointer) -> Bool
}

extension Parameter: RequestField {
  static var size: Int { MemoryLayout<Self>.size }
  static var alignment: Int { MemoryLayout<Self>.alignment }
  static var headOffset: Int { (MemoryLayout<Value?>.size + 7) & ~7 }

  // The value comes first, in an optional of its own.
  static func flat(_ key: component_text, at offset: Int) -> FlatField? {
    guard let form = FlatField.form(of: Value.self) else { return nil }
    return FlatField(key: key, offset: offset, kind: form.kind, wrapping: form.wrapping == .none ? .once : .twice)
  }

  static var word: String { TypeName.word(Value.self) }

  static func isSet(_ field: UnsafeRawPointer) -> Bool {
    field.assumingMemoryBound(to: Self.self).pointee.stored != nil
  }

  static func write(
    _ field: UnsafeRawPointer, _ name: component_text, to writer: RequestWriter
  ) throws(Failure) {
    let parameter = field.assumingMemoryBound(to: Self.self)
    guard let value = parameter.pointee.stored else { return }
    try writer.add(name, value)
  }

  static func read(_ value: component_value, _ name: String, to field: UnsafeMutableRawPointer) throws(Failure) {
    let parameter = field.assumingMemoryBound(to: Self.self)
    // Null for a parameter with a default means the default.
    if value.kind == COMPONENT_KIND_NULL, parameter.pointee.head.hasDefault, !(Value.self is any OptionalValue.Type) {
      return
    }
    parameter.pointee.stored = try ValueDecoder.decode(
      Value.self, from: value, failing: .invalidParameters, subject: "the parameter '\(name)'")
  }
}

/// An optional, whatever it wraps.
protocol OptionalValue {}

extension Optional: OptionalValue {}
