/// What parameters and replies are made of.
///
/// The first eight kinds can be written down, as JSON for people; an object lives in one process only, and a function is called
/// in the one that made it.
///
/// Values are equal whose texts have the same bytes, as the host and other languages compare them. To Swift's own `String`
/// also texts are equal that only look the same, such as a letter with an accent in its two spellings.
public enum Value: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case text(String)
  case bytes([UInt8])
  case list([Value])
  case map(Fields)
  case object(Object)
  case function(Function)

  /// How deep lists and maps may nest.
  public static let depthLimit = 128
}

extension Value: Equatable {
  public static func == (a: Value, b: Value) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.text(let a), .text(let b)): a.hasBytes(of: b)
    case (.bytes(let a), .bytes(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.map(let a), .map(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.function(let a), .function(let b)): a == b
    default: false
    }
  }
}

// What a value is called in messages.
extension Value {
  public var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .text: "text"
    case .bytes: "bytes"
    case .list: "list"
    case .map: "map"
    case .object: "object"
    case .function: "function"
    }
  }
}

// The payload of a kind, or nil where the value is of another kind.
extension Value {
  public var isNull: Bool { if case .null = self { true } else { false } }
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  public var int: Int? { if case .int(let int) = self { int } else { nil } }
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  public var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
  public var list: [Value]? { if case .list(let list) = self { list } else { nil } }
  public var map: Fields? { if case .map(let map) = self { map } else { nil } }
  public var object: Object? { if case .object(let object) = self { object } else { nil } }
  public var function: Function? { if case .function(let function) = self { function } else { nil } }

  /// The number of a double or an int.
  public var double: Double? {
    switch self {
    case .double(let double): double
    case .int(let int): Double(exactly: int)
    default: nil
    }
  }

  /// A moment, which goes as a text.
  public static func date(_ date: Timestamp) -> Value { .text(date.description) }
  /// What a text says as a date and time with its offset, or as a day; nil where it is none.
  public var date: Timestamp? { text.flatMap(Timestamp.init(_:)) }

  /// The value of a map's key; nil where this is no map or has no such key.
  public subscript(key: String) -> Value? { map?[key] }

  /// The value at a list's index; nil where this is no list or is shorter.
  public subscript(index: Int) -> Value? {
    guard case .list(let list) = self, list.indices.contains(index) else { return nil }
    return list[index]
  }
}

extension Value: ExpressibleByNilLiteral {
  @inlinable public init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByBooleanLiteral {
  @inlinable public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Value: ExpressibleByIntegerLiteral {
  @inlinable public init(integerLiteral value: Int) { self = .int(value) }
}

extension Value: ExpressibleByFloatLiteral {
  @inlinable public init(floatLiteral value: Double) { self = .double(value) }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  @inlinable public init(stringLiteral value: String) { self = .text(value) }
}

extension Value: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
  /// A key that occurs twice is a mistake in the program, and the last one counts.
  public init(dictionaryLiteral elements: (String, Value)...) { self = .map(Fields(elements)) }
}
