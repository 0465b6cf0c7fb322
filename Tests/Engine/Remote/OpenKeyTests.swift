import ComponentHost
import ComponentKit
import Testing

/// What is asked by map key after the action that the path names.
@Suite struct OpenKeyTests {
  struct Plain: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      for name in ["both", "a_b", "other"] {
        Action(name) { _ in throw Failure(.notFound, "declined", "not mine") }.remote
      }
    }
  }

  struct Keyed: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("both") { _ in throw Failure(.notFound, "declined", "not mine") }.remote
      Action("answer") { _ in "by key" }.remote
    }
    var keys: [Key] {
      Key("both", "answer")
      Key("Key", "answer")
    }
  }

  struct Plain_a: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("answer") { _ in "by the other name" }.remote }
    var keys: [Key] { Key("b", "answer") }
  }

  private func host() throws -> Host {
    var settings = Settings()
    settings.policy.aliases = ["Plain": "Keyed"]
    let host = Host(settings)
    try host.register(Plain.self)
    try host.register(Keyed.self)
    try host.register(Plain_a.self)
    return host
  }

  @Test(
    arguments: [
      ("of the same component", "app://Keyed/both", "by key"), ("of an alias", "app://Plain/both", "by key"),
      ("of a longer name", "app://Plain/a_b", "by the other name"),
    ] as [(String, String, Value)])
  func `a map key answers where the action declines`(_ key: String, _ url: String, _ reply: Value) throws {
    #expect(try host().mediator.open(url) == reply)
  }

  // U+212A looks like K, and to Swift is the same text.
  @Test(arguments: ["\u{212A}eyed_both", "Keyed_\u{212A}ey", "\u{212A}_both"])
  func `a map key is what it is byte for byte`(_ key: String) throws {
    var settings = Settings()
    settings.policy.aliases = ["K": "Keyed"]
    let host = Host(settings)
    try host.register(Keyed.self)
    #expect(try host.mediator.open(key: "K_both") == "by key")
    let failure = #expect(throws: Failure.self) { try host.mediator.open(key: key) }
    #expect(failure?.reason == "no_such_key")
  }

  @Test func `without one nobody answers`() throws {
    let host = try host()
    let failure = #expect(throws: Failure.self) { try host.mediator.open("app://Plain/other") }
    #expect(failure?.code == .notFound)
  }
}
