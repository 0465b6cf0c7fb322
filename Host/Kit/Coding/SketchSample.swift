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
    let (sketch, value): (TypeSketch, Any)
    switch type {
    case is String.Type: (sketch, value) = (.text, text)
    case is Int.Type: (sketch, value) = (.int, number)
    case is Double.Type: (sketch, value) = (.double, Double(number))
    case is Float.Type: (sketch, value) = (.double, Float(number))
    case is Bool.Type: (sketch, value) = (.bool, bool)
    case is Int8.Type: (sketch, value) = (.int, Int8(number))
    case is Int16.Type: (sketch, value) = (.int, Int16(number))
    case is Int32.Type: (sketch, value) = (.int, Int32(number))
    case is Int64.Type: (sketch, value) = (.int, Int64(number))
    case is Int128.Type: (sketch, value) = (.int, Int128(number))
    case is UInt.Type: (sketch, value) = (.int, UInt(number))
    case is UInt8.Type: (sketch, value) = (.int, UInt8(number))
    case is UInt16.Type: (sketch, value) = (.int, UInt16(number))
    case is UInt32.Type: (sketch, value) = (.int, UInt32(number))
    case is UInt64.Type: (sketch, value) = (.int, UInt64(number))
    case is UInt128.Type: (sketch, value) = (.int, UInt128(number))
    case is [UInt8].Type: (sketch, value) = (.bytes, [UInt8]())
    case is Timestamp.Type: (sketch, value) = (.date, Timestamp(nanoseconds: 0))
    case is Value.Type: (sketch, value) = (.any, Value.null)
    case is Object.Type: (sketch, value) = (.object, Object(SampleObject()))
    case is Function.Type: (sketch, value) = (.function, Function { (_: borrowing Call) in .null })
    default: return nil
    }
    guard let result = value as? T else { return nil }
    note.set(sketch)
    return result
  }
}

private final class SampleObject: Sendable {}
