public import ComponentABI

/// What parameters are read from: a call that is running, or one that was deferred.
///
/// Reading allocates nothing, but for text that is longer than a small string and for copies of lists and maps.
/// A text from a command line or URL (`id=1`) is read as what the action asks for, where that loses nothing.
public protocol ParameterSource: ~Copyable {
  /// The parameters as they were lent.
  var borrowedParameters: UnsafeBufferPointer<component_entry> { get }
}

extension ParameterSource where Self: ~Copyable {
  /// Whether a parameter is there and not null.
  public func has(_ name: String) -> Bool { (find(name)?.kind ?? COMPONENT_KIND_NULL) != COMPONENT_KIND_NULL }

  public func bool(_ name: String) throws(Failure) -> Bool { try required(name, "bool") { $0.bool() } }
  public func int(_ name: String) throws(Failure) -> Int { try required(name, "int") { $0.integer(Int.self) } }
  public func double(_ name: String) throws(Failure) -> Double { try required(name, "double") { $0.double() } }
  public func text(_ name: String) throws(Failure) -> String {
    try required(name, "text") { $0.kind == COMPONENT_KIND_TEXT ? $0.textBytes.string : nil }
  }
  /// A date and time with its offset, or a day, which is its first moment in UTC.
  public func date(_ name: String) throws(Failure) -> Timestamp {
    try required(name, "date") { $0.kind == COMPONENT_KIND_TEXT ? Timestamp(utf8: $0.textBytes.utf8) : nil }
  }
  public func bytes(_ name: String) throws(Failure) -> [UInt8] { try required(name, "bytes") { $0.ownBytes() } }
  public func list(_ name: String) throws(Failure) -> [Value] { try required(name, "list") { Value(copying: $0).list } }
  public func map(_ name: String) throws(Failure) -> Fields { try required(name, "map") { Value(copying: $0).map } }
  public func object(_ name: String) throws(Failure) -> Object {
    try required(name, "object") { Value(copying: $0).object }
  }
  public func function(_ name: String) throws(Failure) -> Function {
    try required(name, "function") { Value(copying: $0).function }
  }

  /// With a default for a parameter that is absent or null; one of another kind is still a failure.
  public func bool(_ name: String, default other: Bool) throws(Failure) -> Bool { has(name) ? try bool(name) : other }
  public func int(_ name: String, default other: Int) throws(Failure) -> Int { has(name) ? try int(name) : other }
  public func double(_ name: String, default other: Double) throws(Failure) -> Double {
    has(name) ? try double(name) : other
  }
  public func text(_ name: String, default other: String) throws(Failure) -> String {
    has(name) ? try text(name) : other
  }
  public func date(_ name: String, default other: Timestamp) throws(Failure) -> Timestamp {
    has(name) ? try date(name) : other
  }

  /// Nil for a parameter that is absent or null: `try call.int("page", default: nil)`.
  public func bool(_ name: String, default other: Bool?) throws(Failure) -> Bool? { has(name) ? try bool(name) : other }
  public func int(_ name: String, default other: Int?) throws(Failure) -> Int? { has(name) ? try int(name) : other }
  public func double(_ name: String, default other: Double?) throws(Failure) -> Double? {
    has(name) ? try double(name) : other
  }
  public func text(_ name: String, default other: String?) throws(Failure) -> String? {
    has(name) ? try text(name) : other
  }
  public func date(_ name: String, default other: Timestamp?) throws(Failure) -> Timestamp? {
    has(name) ? try date(name) : other
  }

  /// A parameter of any kind, copied; nil where it is absent.
  public func value(_ name: String) -> Value? { find(name).map(Value.init(copying:)) }

  /// All parameters, copied.
  public var parameters: Fields { Fields(copying: borrowedParameters) }

  /// Lends the UTF-8 of a text parameter without copying it.
  public func withUTF8<R>(of name: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    let text = try required(name, "text") { $0.kind == COMPONENT_KIND_TEXT ? $0.textBytes : nil }
    return try body(text.utf8)
  }

  private func required<T>(
    _ name: String, _ expected: String, _ read: (component_value) -> T?
  ) throws(Failure) -> T {
    guard let value = find(name), value.kind != COMPONENT_KIND_NULL else {
      throw Failure(missing: name, expected)
    }
    if let result = read(value) { return result }
    throw Failure(
      .invalidParameters, "mistyped_parameter",
      "the parameter '\(name)' must be \(expected.withArticle), not \(value.shown)",
      details: ["parameter": .text(name), "expected": .text(expected)])
  }

  private func find(_ name: String) -> component_value? {
    var name = name
    return name.withUTF8 { utf8 in
      let wanted = UnsafeRawBufferPointer(utf8)
      for entry in borrowedParameters where entry.key.equals(wanted) { return entry.value }
      return nil
    }
  }
}

extension Failure {
  /// A parameter is missing that must be of a type.
  init(missing name: String, _ type: String) {
    self.init(
      .invalidParameters, "missing_parameter", "the parameter '\(name)' is missing (\(type))",
      details: ["parameter": .text(name), "expected": .text(type)])
  }
}

extension component_value {
  var isLoose: Bool { flags & COMPONENT_VALUE_LOOSE != 0 }

  /// Whether it came from where bytes are written as base64.
  package var isWritten: Bool { flags & (COMPONENT_VALUE_LOOSE | COMPONENT_VALUE_JSON) != 0 }
}
