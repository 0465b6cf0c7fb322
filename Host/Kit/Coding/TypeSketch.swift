/// The form in which values of a Swift type are written: what a caller has to pass, or may expect.
///
/// It is printed in a short notation, `{id: int, title: text?, tags: [text], parts: [Part]}`.
public indirect enum TypeSketch: Sendable, Equatable {
  case any, bool, int, double, text, bytes, date, object, function
  /// Null or absent, or the given form.
  case optional(TypeSketch)
  case list(of: TypeSketch)
  /// A map of any keys.
  case map(of: TypeSketch)
  /// One of these values and no other.
  case oneOf([Value])
  /// A map of these keys. Without a name where no Swift type stands for it.
  case record(name: String, fields: [Field])
  /// A record that is defined under its name.
  case reference(name: String)

  public struct Field: Sendable, Equatable {
    public let name: String
    public let sketch: TypeSketch

    public init(_ name: String, _ sketch: TypeSketch) {
      self.name = name
      self.sketch = sketch
    }
  }
}

extension TypeSketch: CustomStringConvertible {
  /// The notation, a record with its fields.
  public var description: String {
    switch self {
    case .any: "any"
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .text: "text"
    case .bytes: "bytes"
    case .date: "date"
    case .object: "object"
    case .function: "function"
    case .optional(let sketch): "\(sketch)?"
    case .list(let item): "[\(item)]"
    case .map(let value): "[text: \(value)]"
    case .oneOf(let values): values.map { (try? $0.json()) ?? $0.kindName }.joined(separator: " | ")
    case .record(_, let fields): "{\(fields.map { "\($0)" }.joined(separator: ", "))}"
    case .reference(let name): name
    }
  }
}

extension TypeSketch.Field: CustomStringConvertible {
  public var description: String {
    "\(name.isWord ? name : (try? Value.text(name).json()) ?? name): \(sketch)"
  }
}
