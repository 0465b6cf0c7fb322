/// The form of a value, as signatures declare it: what a caller has to pass, or may expect.
///
/// It is printed in the language of signatures, `{id: int, title: text?, tags: [text], parts: [Part]}`.
public indirect enum TypeForm: Sendable, Equatable {
  case any, bool, int, double, text, bytes, date, object, function
  /// Null or absent, or the given form.
  case optional(TypeForm)
  case list(TypeForm)
  /// A map from any text.
  case map(TypeForm)
  /// A map with these keys and no others.
  case fields([Field])
  /// One of these texts.
  case texts([String])
  /// One of these ints.
  case ints([Int])
  /// One of these values, of a Swift type whose cases are not all texts or all ints; no signature can say it.
  case values([Value])
  /// A type that is defined under its name.
  case named(String)

  /// A key of a map.
  ///
  /// A class: for an array of structs the runtime makes the array's type anew in each component.
  public final class Field: Sendable, Equatable {
    public let name: String
    public let type: TypeForm

    public init(name: String, type: TypeForm) {
      self.name = name
      self.type = type
    }

    public static func == (a: Field, b: Field) -> Bool { a.name == b.name && a.type == b.type }
  }
}

extension TypeForm {
  /// Null: what there is to say of a map without keys that may be null.
  public static var nothing: TypeForm { .optional(.fields([])) }
}

extension TypeForm: CustomStringConvertible {
  /// The canonical text; reading it as a part of a signature gives an equal form.
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
    case .optional(.fields(let fields)) where fields.isEmpty: "nothing"
    case .optional(let form): "\(form)?"
    case .list(let item): "[\(item)]"
    case .map(let item): "[text: \(item)]"
    case .fields(let fields): "{\(TypeForm.joined(fields, by: ", ") { "\($0.key): \($0.type)" })}"
    case .texts(let texts): TypeForm.joined(texts, by: " | ") { TypeForm.json(.text($0)) }
    case .ints(let ints): TypeForm.joined(ints, by: " | ") { "\($0)" }
    case .values(let values): TypeForm.joined(values, by: " | ") { TypeForm.json($0) }
    case .named(let name): name
    }
  }

  fileprivate static func json(_ value: Value) -> String { (try? value.json()) ?? value.kindName }

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

extension TypeForm.Field {
  // A signature's fields are words; only keys of Swift types can be anything.
  fileprivate var key: String { name.isWord ? name : TypeForm.json(.text(name)) }
}
