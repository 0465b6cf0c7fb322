/// The form of a value, as a signature declares it.
package indirect enum TypeForm: Sendable, Equatable {
  case any, bool, int, double, text, bytes, date, object, function
  case list(TypeForm)
  /// A map from any text.
  case map(TypeForm)
  /// A map with these keys and no others.
  case fields([Field])
  /// One of these texts.
  case texts([String])
  /// One of these ints.
  case ints([Int])
  /// A type that the component gave a name to.
  case named(String)
  /// May be null, or absent.
  case optional(TypeForm)

  /// A key of a map.
  package struct Field: Sendable, Equatable {
    package let name: String
    package let type: TypeForm
  }

  /// How deep lists and maps may nest in one text; named types may go on below.
  static let depthLimit = 32

  /// How many parameters, fields, alternatives or named types there may be in one place.
  static let countLimit = 256

  /// The types that have a name in every component.
  static let basic: [(name: String, form: TypeForm)] = [
    ("any", .any), ("bool", .bool), ("int", .int), ("double", .double), ("text", .text), ("bytes", .bytes),
    ("date", .date), ("object", .object), ("function", .function),
  ]
}
