import ComponentHost
import ComponentKit
import Testing

/// What kinds hints have that come as text.
@Suite struct KeyBytesTests {
  struct Shelf: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("cover") { call in .map(call.hints) }.remote }
    var keys: [Key] { Key("cover", "cover", hints: ["seal": .bytes([]), "wide": false]) }
  }

  struct Box: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("fill") { call in .map(call.hints) }.remote }
    var keys: [Key] { Key("fill", "fill", hints: ["tags": ["none"], "how": [:], "seal": .bytes([])]) }
  }

  private static let given: [(query: String, hint: String, value: Value)] = [
    ("tags=a", "tags", ["a"]), ("tags=a&tags=b", "tags", ["a", "b"]), ("tags[]=a", "tags", ["a"]),
    ("tags=[1,2]", "tags", [1, 2]), ("how=%7B%22deep%22:2%7D", "how", ["deep": 2]),
    ("seal=AQI=", "seal", .bytes([1, 2])),
  ]

  @Test(arguments: given)
  func `a hint comes as a parameter does that is declared as its default is`(
    query: String, hint: String, value: Value
  ) throws {
    let host = Host()
    try host.register(Box.self)
    #expect(try host.mediator.open("app://Box/fill?\(query)")[hint] == value)
    host.close()
  }

  @Test func `what is no map is refused as one, and bytes in JSON are base64`() throws {
    let host = Host()
    try host.register(Box.self)
    let failed = failure { () throws(Failure) in try host.mediator.open("app://Box/fill?how=[1]") }
    #expect(failed?.message == "the hint 'how' must be a map, not the text '[1]'")
    #expect(failure { () throws(Failure) in try host.mediator.open("app://Box/fill?tags=") }?.reason == "mistyped_hint")
    #expect(try host.mediator.open(key: "Box_fill", [:], hints: ["seal": "AQI="], loose: [])["seal"] == .bytes([1, 2]))
    // In code a text is a text.
    let inCode = failure { () throws(Failure) in try host.mediator.open(key: "Box_fill", hints: ["seal": "AQI="]) }
    #expect(inCode?.reason == "mistyped_hint")
    host.close()
  }

  @Test func `what is too long for a key is not taken apart`() throws {
    let host = Host()
    let text = String(repeating: "_", count: 1 << 21)
    let began = ContinuousClock.now
    #expect(failure { () throws(Failure) in try host.mediator.open(key: text) }?.reason == "no_such_key")
    // Each mark once took a copy of all.
    #expect(ContinuousClock.now - began < .seconds(10))
    host.close()
  }

  @Test func `a hint that is bytes comes as base64, as a parameter does`() throws {
    let host = Host()
    try host.register(Shelf.self)
    let (seal, wide): (Value, Value) = (.bytes([0xfe, 0xc0, 0x01]), false)
    #expect(try host.mediator.open("app://Shelf/cover?seal=/sAB") == ["seal": seal, "wide": wide])
    let failed = failure { () throws(Failure) in try host.mediator.open("app://Shelf/cover?seal=x") }
    #expect(failed?.message == "the hint 'seal' must be bytes, not the text 'x'")
    host.close()
  }
}
