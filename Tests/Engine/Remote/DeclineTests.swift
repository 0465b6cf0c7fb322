import ComponentHost
import ComponentKit
import Testing

/// Many actions that could answer one URL, and leave it to each other.
@Suite struct DeclineTests {
  struct Shy: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("no") { _ in throw Failure(.notFound, "declined", "not mine") }.remote
      Action("yes") { _ in "mine" }.remote
    }
  }

  struct NotFound: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("notFound") { _ in throw Failure(.notFound, "declined", "not mine either") }.remote
    }
  }

  private func host(_ settings: Settings = Settings(), last: String) throws -> Host {
    let host = Host(settings)
    try host.register(Shy.self)
    let declining = try (1...400).map { priority in
      try Route(parsing: "//x/a", to: "Shy", "no", priority: priority)
    }
    try host.add(declining + [Route(parsing: "//x/a", to: "Shy", last)])
    return host
  }

  @Test(arguments: [false, true])
  func `as many as there are decline one after the other, and the last one answers`(_ isIntercepted: Bool) throws {
    let host = try host(last: "yes")
    if isIntercepted { host.add(Interceptor("through") { call in call.proceed { call.end(as: $0) } }) }
    #expect(try host.mediator.open("app://x/a") == "mine")
  }

  @Test func `where all decline, and the fallback does, its word is the last`() throws {
    let host = try host(last: "no")
    try host.register(NotFound.self)
    let failure = #expect(throws: Failure.self) { try host.mediator.open("app://x/a") }
    #expect(failure?.reason == "declined", "\(String(describing: failure))")
  }
}
