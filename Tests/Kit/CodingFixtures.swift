import ComponentABI
import ComponentKit

/// The value that a type is encoded as, copied.
func encoded(_ value: some Encodable) throws(Failure) -> Value {
  try ValueEncoder.withEncoded(value) { Value(copying: $0.pointee) }
}

/// A type read from a value that is lent to it.
func decoded<T: Decodable>(_ type: T.Type, _ value: Value) throws(Failure) -> T {
  let result: Result<T, Failure> = value.withBorrowed { pointer in
    do throws(Failure) { return .success(try ValueDecoder.decode(type, from: pointer.pointee)) } catch {
      return .failure(error)
    }
  }
  return try result.get()
}

/// The same, of a value that has been laid out by hand.
func decoded<T: Decodable>(_ type: T.Type, raw value: component_value) throws(Failure) -> T {
  try ValueDecoder.decode(type, from: value)
}

/// The failure of reading a type from a value.
func refusal<T: Decodable>(_ type: T.Type, _ value: Value) -> Failure? {
  do throws(Failure) {
    _ = try decoded(type, value)
    return nil
  } catch {
    return error
  }
}

/// A text as it comes from a command line.
func loosely<T: Decodable>(_ type: T.Type, _ text: String) throws(Failure) -> T {
  let result: Result<T, Failure> = Value.text(text).withBorrowed { pointer in
    var value = pointer.pointee
    value.flags = COMPONENT_VALUE_LOOSE
    do throws(Failure) { return .success(try ValueDecoder.decode(type, from: value)) } catch { return .failure(error) }
  }
  return try result.get()
}

enum Style: String, Codable, CaseIterable { case plain, rich }
enum Level: Int, Codable, CaseIterable { case low = 1, high = 10 }
enum Open: String, Codable { case one, two }
enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case square(Int, Int)
  case nothing
}

struct Pair: Codable, Equatable {
  var id: Int
  var title: String
}

struct Part: Codable, Equatable {
  var title: String
  var style: Style
  var pages: [Int]
}

struct Numbers: Codable, Equatable {
  var a: Int8, b: Int16, c: Int32, d: Int64
  var e: UInt8, f: UInt16, g: UInt32, h: UInt64, i: UInt
  var j: Float, k: Double, l: Bool
}

struct Chapter: Codable, Equatable {
  var id: Int
  var title: String?
  var tags: [String]
  var parts: [Part]
  var levels: [String: Level]
  var when: Timestamp
  var cover: [UInt8]
  var extra: Value
  var grid: [[Double]]
  var holes: [Int?]
  var numbers: Numbers?
  var shapes: [Shape]
  var byNumber: [Int: String]
}

final class Tree: Codable {
  var name: String
  var children: [Tree]
  var favourite: Tree?

  init(_ name: String, _ children: [Tree] = []) {
    self.name = name
    self.children = children
  }
}

class Animal: Codable {
  var legs = 4
}

/// Encodes into the map of its superclass.
final class Dog: Animal {
  var name = "Rex"
  private enum CodingKeys: String, CodingKey { case name }

  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    try super.init(from: decoder)
    name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
  }
  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
  }
}

/// Encodes its superclass under "super".
final class Cat: Animal {
  var name = "Tom"
  private enum CodingKeys: String, CodingKey { case name }

  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    try super.init(from: container.superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try super.encode(to: container.superEncoder())
  }
}

/// Two levels of map and list in one type.
struct Flat: Codable, Equatable {
  var x: Int, y: Int, z: Int
  private enum Outer: String, CodingKey { case at, list }
  private enum Inner: String, CodingKey { case x, y }

  init(x: Int, y: Int, z: Int) { (self.x, self.y, self.z) = (x, y, z) }

  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: Outer.self)
    let inner = try outer.nestedContainer(keyedBy: Inner.self, forKey: .at)
    var list = try outer.nestedUnkeyedContainer(forKey: .list)
    x = try inner.decode(Int.self, forKey: .x)
    z = try list.decode(Int.self)
    y = try inner.decode(Int.self, forKey: .y)
  }

  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: Outer.self)
    var inner = outer.nestedContainer(keyedBy: Inner.self, forKey: .at)
    try inner.encode(x, forKey: .x)
    var list = outer.nestedUnkeyedContainer(forKey: .list)
    try list.encode(z)
    try inner.encode(y, forKey: .y)
  }
}

/// A map with the keys that it is given.
struct Keyed: Encodable {
  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
  var entries: [(String, Int)]
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, value) in entries {
      if let key = Key(stringValue: name) { try container.encode(value, forKey: key) }
    }
  }
}
