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

  /// A class: for an array of structs the runtime makes the array's type anew in each component.
  public final class Field: Sendable, Equatable {
    public let name: String
    public let sketch: TypeSketch

    public init(_ name: String, _ sketch: TypeSketch) {
      self.name = name
      self.sketch = sketch
    }

    public static func == (a: Field, b: Field) -> Bool { a.name == b.name && a.sketch == b.sketch }
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
    case .oneOf(let values): TypeSketch.joined(values, by: " | ") { (try? $0.json()) ?? $0.kindName }
    case .record(_, let fields): "{\(TypeSketch.joined(fields, by: ", ") { $0.description })}"
    case .reference(let name): name
    }
  }

  // Joins without an array of texts, because the runtime would first make the conformance that joining one needs.
  private static func joined<Part>(_ parts: [Part], by separator: String, _ text: (Part) -> String) -> String {
    var all = ""
    for part in 0..<parts.count {
      if part > 0 { all += separator }
      all += text(parts[part])
    }
    return all
  }
}

extension TypeSketch.Field: CustomStringConvertible {
  public var description: String {
    "\(name.isWord ? name : (try? Value.text(name).json()) ?? name): \(sketch)"
  }
}
