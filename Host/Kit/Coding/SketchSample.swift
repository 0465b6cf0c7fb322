/// What a type is given to read when its form is looked for; another sample where it refuses the first one.
struct SketchSample {
  static let all: [SketchSample] = [
    SketchSample(number: 0, text: "", bool: false, itemCount: 1),
    SketchSample(number: 1, text: "1", bool: true, itemCount: 2),
    SketchSample(number: 2, text: "a", bool: false, itemCount: 3),
    SketchSample(number: 10, text: "2024-05-31T12:00:00Z", bool: true, itemCount: 4),
    SketchSample(number: 100, text: "00000000-0000-4000-8000-000000000000", bool: true, itemCount: 1),
  ]

  let number: Int
  let text: String
  let bool: Bool
  let itemCount: Int
  /// Lists and maps are empty, optionals nil: so a type that holds itself ends.
  var isEmpty = false
  /// Which of the keys a value has that has one of several.
  var choice = 0

  var empty: SketchSample {
    var sample = self
    sample.isEmpty = true
    return sample
  }

  /// Notes the form and gives a value of a type that Kit reads straight; nil for any other.
  func straight<T>(_ type: T.Type, _ note: SketchNote) -> T? {
    guard let (form, value) = SketchSample.straight(type), let result = value(self) as? T else { return nil }
    note.set(form)
    return result
  }

  /// The form of a type that Kit reads straight, and what a sample has for it.
  static func straight(_ type: Any.Type) -> (form: TypeForm, value: (SketchSample) -> Any)? {
    switch type {
    case is String.Type: (.text, { $0.text })
    case is Int.Type: (.int, { $0.number })
    case is Double.Type: (.double, { Double($0.number) })
    case is Float.Type: (.double, { Float($0.number) })
    case is Bool.Type: (.bool, { $0.bool })
    case is Int8.Type: (.int, { Int8($0.number) })
    case is Int16.Type: (.int, { Int16($0.number) })
    case is Int32.Type: (.int, { Int32($0.number) })
    case is Int64.Type: (.int, { Int64($0.number) })
    case is Int128.Type: (.int, { Int128($0.number) })
    case is UInt.Type: (.int, { UInt($0.number) })
    case is UInt8.Type: (.int, { UInt8($0.number) })
    case is UInt16.Type: (.int, { UInt16($0.number) })
    case is UInt32.Type: (.int, { UInt32($0.number) })
    case is UInt64.Type: (.int, { UInt64($0.number) })
    case is UInt128.Type: (.int, { UInt128($0.number) })
    case is Timestamp.Type: (.date, { _ in Timestamp(nanoseconds: 0) })
    case is Value.Type: (.any, { _ in Value.null })
    case is Object.Type: (.object, { _ in Object(SampleObject()) })
    case is Function.Type: (.function, { _ in Function { (_: borrowing Call) in .null } })
    case _ where TypeFacts(type).isPlain: nil
    case is [UInt8].Type: (.bytes, { _ in [UInt8]() })
    default: nil
    }
  }
}

private final class SampleObject: Sendable {}
