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
