import ComponentKit

/// A value that a type refuses, and what is said.
struct CodingRefusal: Sendable, CustomStringConvertible {
  let message: String
  let reason: String
  let failure: @Sendable () -> Failure?

  var description: String { message }

  init<T: Decodable & SendableMetatype>(
    _ type: T.Type, _ value: Value, _ message: String, _ reason: String = "mistyped_field"
  ) {
    self.message = message
    self.reason = reason
    failure = { refusal(type, value) }
  }

  struct Styled: Codable { var style: Style }
  struct Leveled: Codable { var level: Level }
  struct Page: Codable { var items: [Pair] }
  struct Book: Codable { var page: Page }
  struct Small: Codable { var small: UInt8 }
  struct When: Codable { var when: Timestamp }
  struct Locals: Codable {
    var object: Object
    var function: Function
  }
  struct Picky: Decodable {
    enum CodingKeys: String, CodingKey { case word }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if try container.decode(String.self, forKey: .word) != "please" {
        throw DecodingError.dataCorruptedError(forKey: .word, in: container, debugDescription: "say please")
      }
    }
  }
  struct Greedy: Decodable {
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      _ = try list.decode(Int.self)
      _ = try list.decode(Int.self)
    }
  }
  struct Forever: Decodable {
    init(from decoder: any Decoder) throws { self = try decoder.singleValueContainer().decode(Forever.self) }
  }

  static let all: [CodingRefusal] = [
    CodingRefusal(Int.self, "x", "the value must be an int, not the text 'x'"),
    CodingRefusal(Int.self, 1.5, "the value must be an int, not 1.5"),
    CodingRefusal(Int.self, nil, "the value must be an int, not null"),
    CodingRefusal(Int.self, .double(.nan), "the value must be an int, not nan"),
    CodingRefusal(Int.self, 1e300, "the value must be an int, not 1e+300"),
    CodingRefusal(Bool.self, 1, "the value must be a bool, not an int"),
    CodingRefusal(String.self, 1, "the value must be text, not an int"),
    CodingRefusal(String.self, .bytes([1]), "the value must be text, not bytes"),
    CodingRefusal(Double.self, .int(.max), "the value must be a double, not 9223372036854775807"),
    CodingRefusal(Float.self, 1e300, "the value must be a float, not 1e+300"),
    CodingRefusal([UInt8].self, "AQI=", "the value must be bytes, not the text 'AQI='"),
    CodingRefusal(UInt64.self, -1, "the value must be an int from 0 to 18446744073709551615, not -1"),
    CodingRefusal([Int8].self, [1, 128], "[1] must be an int from -128 to 127, not 128"),
    CodingRefusal(Small.self, ["small": 256], "'small' must be an int from 0 to 255, not 256"),
    CodingRefusal(Small.self, ["small": true], "'small' must be an int from 0 to 255, not a bool"),
    CodingRefusal(Pair.self, [1], "the value must be a map, not a list"),
    CodingRefusal([Int].self, ["a": 1], "the value must be a list, not a map"),
    CodingRefusal([String: Int].self, "a", "the value must be a map, not the text 'a'"),
    CodingRefusal([String: Int].self, ["a b": "x"], "[\"a b\"] must be an int, not the text 'x'"),
    CodingRefusal(Pair.self, ["title": "a"], "'id' is missing (int)", "missing_field"),
    CodingRefusal(Pair.self, ["id": nil, "title": "a"], "'id' is missing (int)", "missing_field"),
    CodingRefusal(Pair.self, ["id": 1], "'title' is missing (text)", "missing_field"),
    CodingRefusal(Part.self, ["title": "a", "style": "rich"], "'pages' is missing (list)", "missing_field"),
    CodingRefusal(Styled.self, [:], "'style' is missing (Style)", "missing_field"),
    CodingRefusal(Book.self, [:], "'page' is missing (CodingRefusal_Page)", "missing_field"),
    CodingRefusal(Book.self, ["page": nil], "'page' is missing (map)", "missing_field"),
    CodingRefusal(Book.self, ["page": ["items": 1]], "page.items must be a list, not an int"),
    CodingRefusal(
      Book.self, ["page": ["items": [["id": 1, "title": "a"], ["id": 2, "title": 7]]]],
      "page.items[1].title must be text, not an int"),
    CodingRefusal(
      Book.self, ["page": ["items": [["id": 1]]]], "page.items[0].title is missing (text)", "missing_field"),
    CodingRefusal(Book.self, ["page": ["items": [nil]]], "page.items[0] must be a map, not null"),
    CodingRefusal(
      String.self, .list([]), "the value must be text, not a list"),
    CodingRefusal(
      Int.self, .text(String(repeating: "x", count: 41)), "the value must be an int, not a text of 41 bytes"),
    CodingRefusal(Styled.self, ["style": "loud"], "'style' must be one of \"plain\", \"rich\"", "unknown_case"),
    CodingRefusal(Styled.self, ["style": 1], "'style' must be text, not an int"),
    CodingRefusal(Styled.self, ["style": nil], "'style' is missing (text)", "missing_field"),
    CodingRefusal([Style].self, ["plain", "loud"], "[1] must be one of \"plain\", \"rich\"", "unknown_case"),
    CodingRefusal(Style?.self, "loud", "the value must be one of \"plain\", \"rich\"", "unknown_case"),
    CodingRefusal(Leveled.self, ["level": 2], "'level' must be one of 1, 10", "unknown_case"),
    CodingRefusal(Open.self, "three", "the value can't be the text 'three'", "unknown_case"),
    CodingRefusal(
      When.self, ["when": "yesterday"],
      "'when' must be a date like 2026-11-21T09:30:00Z, not the text 'yesterday'"),
    CodingRefusal(When.self, ["when": 5], "'when' must be a date like 2026-11-21T09:30:00Z, not an int"),
    CodingRefusal(Locals.self, ["object": 5], "'object' must be an object, not an int"),
    CodingRefusal(Locals.self, [:], "'object' is missing (object)", "missing_field"),
    CodingRefusal(Function.self, "f", "the value must be a function, not the text 'f'"),
    CodingRefusal([Picky].self, [["word": "now"]], "[0].word is not valid: say please"),
    CodingRefusal(Greedy.self, [1], "the value must have more than 1 item"),
    CodingRefusal(Forever.self, 1, "the value is read again and again without end", "too_deep"),
    CodingRefusal(
      Shape.self, ["blob": [:]], "the value is not valid: Invalid number of keys found, expected one."),
    CodingRefusal(Shape.self, ["circle": [:]], "circle.radius is missing (double)", "missing_field"),
    CodingRefusal(Flat.self, ["at": ["x": 1], "list": [3]], "at.y is missing (int)", "missing_field"),
    CodingRefusal(Flat.self, ["at": ["x": 1], "list": []], "'list' must have more than 0 items"),
    CodingRefusal(Cat.self, ["name": "Tom"], "'super' is missing", "missing_field"),
  ]
}
