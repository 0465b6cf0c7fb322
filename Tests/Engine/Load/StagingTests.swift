import ComponentABI
import ComponentKit
import Testing

@testable import ComponentHost

/// What is said in `register`, also out of turn, and how it is given back.
@Suite struct StagingTests {
  static let all = ["give back target", "give back run", "give back walk", "give back component"]

  static func whole(_ registrant: Registrant) -> Int32 {
    [registrant.describe(), registrant.target(), registrant.action("run"), registrant.action("walk")].max() ?? 0
  }

  static func refusal(_ name: String, _ registrant: Registrant, _ body: (Registrant) -> Int32) -> String? {
    do throws(Refusal) {
      try registrant.register(name, in: Host(), body)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func `contexts are given back once, after the component was shut down`() throws {
    let (host, registrant) = (Host(), Registrant())
    try registrant.register("Whole", in: host, StagingTests.whole)
    #expect(try host.mediator.call("Whole", "run") == .null)
    #expect(registrant.diary == [])
    host.close()
    host.close()
    #expect(registrant.diary == ["destroy target", "shut down component"] + StagingTests.all)
  }

  @Test func `contexts of what is refused are given back once`() {
    let early = Registrant()
    let message = StagingTests.refusal("Early", early) { registrant in
      _ = StagingTests.whole(registrant)
      return registrant.action("run")
    }
    #expect(message == "it registers the action 'Early.run' twice")
    #expect(early.diary == StagingTests.all)

    // Whole in itself, and refused behind that.
    let late = Registrant()
    #expect(
      StagingTests.refusal("Late", late) { StagingTests.whole($0) + $0.need("Nowhere") }
        == "it needs the component 'Nowhere', which is not there")
    #expect(late.diary == StagingTests.all)
  }

  @Test(
    arguments: [
      ("", "text/csv", ""), ("()", "text/csv", ""), ("() -> text", "text/csv", ""), ("() -> bytes?", "image/png", ""),
      ("() -> any", "text/csv", ""), ("() -> \"a\" | \"b\"", "text/csv", ""), ("() -> int", "", ""),
      ("() -> int", "text/csv", "'Typed.run' has the media type 'text/csv' and replies with 'int', \(neither)"),
      ("() -> [text]", "text/csv", "'Typed.run' has the media type 'text/csv' and replies with '[text]', \(neither)"),
      ("() -> nothing", "a/b", "'Typed.run' has the media type 'a/b' and replies with 'nothing', \(neither)"),
      ("", "csv", "\(invalid): 'csv' does not begin with a type and a subtype, such as 'text/csv'"),
      ("() -> text", "application/json", "\(invalid): 'application/json' is what the host itself writes"),
    ] as [(StaticString, StaticString, String)])
  func `a media type is one, and of a text or bytes`(signature: StaticString, type: StaticString, message: String) {
    let refusal = StagingTests.refusal("Typed", Registrant()) {
      [$0.describe(), $0.target(), $0.action("run", signature: signature, mediaType: type)].max() ?? 0
    }
    #expect(refusal ?? "" == message)
  }

  private static let neither = "which is neither text nor bytes"
  private static let invalid = "the media type of 'Typed.run' is invalid"

  @Test func `a media type is as long as the contract says, and no longer`() {
    func refusal(_ type: StaticString) -> String? {
      StagingTests.refusal("Typed", Registrant()) {
        [$0.describe(), $0.target(), $0.action("run", mediaType: type)].max() ?? 0
      }
    }
    let longest: StaticString = """
      text/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
      xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
      xx
      """
    #expect(longest.utf8CodeUnitCount == COMPONENT_MEDIA_TYPE_LIMIT && refusal(longest) == nil)
    let longer: StaticString = """
      text/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
      xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
      xxx
      """
    #expect(refusal(longer) == "a media type is 128 bytes long; at most 127 are taken")
  }

  @Test func `the context of a target without instances is given back once as well`() throws {
    func plain(_ registrant: Registrant) -> Int32 {
      [registrant.describe(), registrant.target(hasInstances: false), registrant.action("run")].max() ?? 0
    }
    let (host, registrant) = (Host(), Registrant())
    try registrant.register("Plain", in: host, plain)
    #expect(registrant.diary == [])
    host.close()
    host.close()
    #expect(registrant.diary.filter { $0 == "give back target" }.count == 1)

    let refused = Registrant()
    #expect(StagingTests.refusal("Refused", refused) { plain($0) + $0.need("Nowhere") } != nil)
    #expect(refused.diary.filter { $0 == "give back target" }.count == 1)
  }

  @Test func `what the routes of a refused component bring is given back`() {
    let released = Guarded(0)
    let message = StagingTests.refusal("Keys", Registrant()) { registrant in
      StagingTests.whole(registrant)
        + registrant.route("/one", released: { released.withLock { $0 += 1 } }) + registrant.action("run")
    }
    #expect(message == "it registers the action 'Keys.run' twice")
    // The registrant's own hold is never given back.
    #expect(released.withLock { $0 } == 1)
  }

  @Test func `a component that is refused for its routes can call nobody, whatever its threads do`() throws {
    let host = Host()
    try host.register(Echo.self)
    try host.routes.change { (table) throws(RouteFault) in
      try table.add([try Route(parsing: "//Late/way", to: "Late", "run")], owner: .program)
    }
    let (registrant, ear) = (Registrant(), Ear())
    var refusal: Refusal?
    do throws(Refusal) {
      try registrant.register("Late", in: host) {
        [$0.describe(), $0.target(), $0.action("run"), $0.route("/way")].max() ?? 0
      }
    } catch {
      refusal = error
    }
    #expect(refusal?.reason == RouteFault.Reason.conflict.rawValue)
    _ = registrant.with { place in
      var request = ear.request("Echo", "all")
      return place.host.pointee.call(place.host, &request)
    }
    #expect(ear.outcomes == [.failure(Failure.tooEarly.byHost)])
  }

  @Test func `what is said after the end is not taken`() throws {
    let (host, registrant) = (Host(), Registrant())
    try registrant.register("Ended", in: host, StagingTests.whole)
    let late = [registrant.describe(), registrant.target(), registrant.action("new"), registrant.key("new")]
    #expect(late == Array(repeating: COMPONENT_FAILURE_ENDED, count: 4))
    host.close()
    #expect(registrant.diary == ["shut down component"] + StagingTests.all)
  }

  @Test func `a retain may register something itself`() throws {
    let (host, registrant) = (Host(), Registrant())
    let inner = Guarded<[Int32]>([])
    try registrant.register("Nested", in: host) { registrant in
      StagingTests.whole(registrant)
        + registrant.route(
          "/outer", retained: { inner.withLock { $0 = [registrant.key("inner"), registrant.action("more")] } })
    }
    #expect(inner.withLock { $0 } == [COMPONENT_OK, COMPONENT_OK])
    let generation = try #require(host.loader.loaded["Nested"])
    #expect(generation.keys.keys.sorted() == ["inner"])
    #expect(try host.mediator.call("Nested", "more") == .null)
  }

  @Test(arguments: [false, true]) func `a key that brings what must be given back is refused, and retains nothing`(
    isInside: Bool
  ) {
    weak var kept: Thing?
    do {
      let thing = Thing()
      kept = thing
      let object = Value.object(Object(thing))
      let message = StagingTests.refusal("Keys", Registrant()) { registrant in
        StagingTests.whole(registrant) + registrant.key("plain", hint: [1, ["a": "b"]])
          + registrant.key("one", hint: isInside ? [1, ["deep": object]] : object)
      }
      #expect(message == "the hint 'done' of the map key 'one' holds an object or a function")
    }
    #expect(kept == nil)
    let message = StagingTests.refusal("Keys", Registrant()) {
      StagingTests.whole($0) + $0.key("one", hint: .function(Function { _ in nil }))
    }
    #expect(message == "the hint 'done' of the map key 'one' holds an object or a function")
  }

  @Test func `a key is registered once`() {
    let message = StagingTests.refusal("Twice", Registrant()) {
      StagingTests.whole($0) + $0.key("same") + $0.key("same")
    }
    #expect(message == "it registers the map key 'same' twice")
  }
}

private final class Thing: Sendable {}
