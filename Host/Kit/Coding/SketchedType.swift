/// The form of a Swift type, with the records that it names.
public struct SketchedType: Sendable, Equatable {
  /// What a record is called; nil for a type that is none.
  public let name: String?
  /// The form; a record is here with its fields, every further record by its name.
  public let form: TypeForm
  /// The records that are named, in the order in which they were found.
  public let definitions: [Definition]
  /// What enums of texts or ints are called. Where they are used their cases stand, which need no look elsewhere.
  public internal(set) var choices: [Definition] = []

  public struct Definition: Sendable, Equatable, CustomStringConvertible {
    public let name: String
    public let form: TypeForm

    public var description: String { "\(name) = \(form)" }
  }
}

extension SketchedType: CustomStringConvertible {
  /// The form, then a line for each record: `Part = {…}`.
  public var description: String { ([form.description] + definitions.map(\.description)).joined(separator: "\n") }
}

extension TypeForm {
  // Types never go away, and a type's form never changes.
  private static let known = TypeCache<Outcome>()

  /// Finds the form of a type without having an instance: its `init(from:)` is run on sample values, and what it asks
  /// for is noted. The result is kept for the next time.
  ///
  /// A type that accepts no sample value, and an enum whose cases can't be listed, is a failure that names it. Of a
  /// type that tries one form after the other, the first one that it accepts is found.
  public static func discover<T: Decodable>(_ type: T.Type) throws(Failure) -> SketchedType {
    if let (form, _) = SketchSample.straight(type) { return SketchedType(name: nil, form: form, definitions: []) }
    if let known = known.find(type) { return try known.result.get() }
    return try known.add(type, Outcome(type)).result.get()
  }

  private final class Outcome: Sendable {
    let result: Result<SketchedType, Failure>

    init<T: Decodable>(_ type: T.Type) {
      result = Result { () throws(Failure) in try SketchRun().discover(root: type) }
    }
  }
}
