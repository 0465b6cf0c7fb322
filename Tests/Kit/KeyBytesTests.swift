import ComponentKit
import Testing

/// Texts are told apart by their bytes, not by what Swift takes for the same text.
@Suite struct KeyBytesTests {
  /// Two keys that are equal to Swift.
  static let pairs = [
    ("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), ("a\u{301}\u{323}", "a\u{323}\u{301}"), (";", "\u{37E}"),
  ]

  /// Further keys: few are compared each with each, many are hashed.
  static let counts = [0, 40]

  private func keys(_ pair: (String, String), _ count: Int) -> [String] {
    (0..<count).map { "key\($0)" } + [pair.0, pair.1]
  }

  private func fields(_ pair: (String, String), _ count: Int) -> Fields {
    Fields(keys(pair, count).enumerated().map { ($1, .int($0)) })
  }

  @Test(arguments: pairs, counts) func `what was written is read again`(_ pair: (String, String), _ count: Int) throws {
    let json = "{" + keys(pair, count).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    let value = try Value(json: json)
    #expect(value.map?.count == count + 2)
    #expect(try Array(value.json().utf8) == Array(json.utf8))
    let twice = json.dropLast() + ",\"\(pair.1)\":0}"
    #expect(throws: JSONError.self) { try Value(json: String(twice)) }
  }

  @Test(arguments: pairs, counts) func `fields have both`(_ pair: (String, String), _ count: Int) {
    var fields = fields(pair, count)
    #expect(fields.count == count + 2)
    #expect(fields[pair.0] == .int(count) && fields[pair.1] == .int(count + 1))
    fields[pair.1] = "changed"
    #expect(fields[pair.0] == .int(count) && fields[pair.1] == "changed")
    fields[pair.0] = nil
    #expect(fields.count == count + 1 && fields[pair.0] == nil && fields[pair.1] == "changed")
  }

  @Test(arguments: pairs, counts) func `fields with another form of a key are others`(
    _ pair: (String, String), _ count: Int
  ) {
    let further = (0..<count).map { ("key\($0)", Value.int($0)) }
    #expect(Fields(further + [(pair.0, 1)]) == Fields([(pair.0, 1)] + further))
    #expect(Fields(further + [(pair.0, 1)]) != Fields(further + [(pair.1, 1)]))
  }

  @Test(arguments: pairs, counts) func `a dictionary, which can't have both, is refused`(
    _ pair: (String, String), _ count: Int
  ) throws {
    let value = Value.map(["inner": .map(fields(pair, count))])
    let failure = refusal([String: [String: Int]].self, value)
    #expect(failure?.reason == "equal_keys")
    #expect(
      failure?.message == "'inner' has the key '\(pair.1)' in two spellings, which a dictionary can't tell apart")
    #expect(try decoded([String: Fields].self, value)["inner"]?.count == count + 2)
  }

  @Test(arguments: pairs) func `values are equal by their bytes`(_ pair: (String, String)) {
    #expect(pair.0 == pair.1)
    #expect(Value.text(pair.0) != .text(pair.1) && Value.text(pair.0) == .text(pair.0))
    #expect(Value.list([[.text(pair.0)]]) != .list([[.text(pair.1)]]))
    #expect(Value.map(["key": .text(pair.0)]) != .map(["key": .text(pair.1)]))
  }

  @Test(arguments: counts) func `a URL has both as parameters`(_ count: Int) throws {
    let further = (0..<count).map { "&key\($0)=x" }.joined()
    let url = try CallURL("app://Reader/show?x=0\(further)&%C3%A9=1&e%CC%81=2&e%CC%81=3")
    #expect(url.parameters["\u{E9}"] == "1" && url.parameters["e\u{301}"] == ["2", "3"])
  }
}
