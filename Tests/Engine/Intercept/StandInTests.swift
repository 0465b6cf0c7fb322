import ComponentHost
import ComponentKit
import Testing

/// Nobody has this target.
private protocol LibraryRequest: Request {}
extension LibraryRequest { static var target: String { "Library" } }

private struct Text: LibraryRequest {
  @Parameter("The book's number") var id = 1
  init() {}
  typealias Reply = String
}

private struct Count: LibraryRequest {
  init() {}
  typealias Reply = Int
}

private struct Forget: LibraryRequest {
  init() {}
  typealias Reply = Nothing
}

private struct Nothing: Codable, Sendable {}

/// The fallback for everything.
private struct NotFound: Component {
  init(mediator: Mediator) {}
  var actions: [Action] { Action("notFound") { _ in "a page" } }
}

/// The same, a moment later.
private struct LateNotFound: Component {
  static let name = "NotFound"
  init(mediator: Mediator) {}
  var actions: [Action] {
    Action("notFound") { _ async throws -> Value in
      await Task.yield()
      return "a page"
    }
  }
}

/// Has a stand-in of its own, and passes on what it hears of Library.
private struct Shop: Component {
  let mediator: Mediator
  init(mediator: Mediator) { self.mediator = mediator }
  var actions: [Action] {
    Action("notFound") { call in .text("not here: \(try call.text("action"))") }
    Action("throws") { [mediator] _ in .text(try mediator.call(Text())) }.remote
    Action("replies") { [mediator] _ in try mediator.call("Library", "text") }
    Action("defers") { [mediator] call async throws -> Value in try await mediator.strict.call("Library", "text") }
  }
}

/// Lets every call pass.
private struct Guard: Component {
  static let seen = Guarded<[Value?]>([])
  init(mediator: Mediator) {}
  var actions: [Action] {
    Action.intercept { call in
      do throws(Failure) {
        return try await call.proceed()
      } catch {
        Guard.seen.withLock { $0.append(error.answer) }
        throw error
      }
    }
  }
}

@Suite(.serialized) struct StandInTests {
  let host = Host(Settings(directories: ["/nowhere"]))
  var mediator: Mediator { host.mediator }

  init() throws {
    try host.register(NotFound.self)
    try host.register(Shop.self)
  }

  static let missing: Failure = {
    var failure = Failure(
      .notFound, "no_such_component", "no component named 'Library'",
      details: ["target": "Library", "action": "text", "directories": ["/nowhere"]])
    failure.answer = "a page"
    return failure
  }()

  private func thrown(_ body: () throws -> Void) -> Failure? {
    do { try body() } catch { return Failure(error) }
    return nil
  }

  private func awaited(_ body: () async throws -> Void) async -> Failure? {
    do { try await body() } catch { return Failure(error) }
    return nil
  }

  @Test func `a typed call takes no stand-in's answer for its reply`() async throws {
    #expect(thrown { _ = try mediator.call(Text()) } == StandInTests.missing)
    #expect(await awaited { _ = try await mediator.call(Text()) } == StandInTests.missing)
    for failed in [thrown { _ = try mediator.call(Count()) }, thrown { _ = try mediator.call(Forget()) }] {
      #expect(failed?.code == .notFound && failed?.reason == "no_such_component" && failed?.answer == "a page")
    }
  }

  @Test func `a call by name gets the stand-in's answer, and can ask whether it is one`() throws {
    let resolved = mediator.resolved("Library", "text")
    let strict = mediator.strict.resolved("Library", "text")
    // The second time from what is remembered of its absence.
    for _ in 0..<2 {
      #expect(try mediator.call("Library", "text") == "a page")
      #expect(thrown { _ = try mediator.strict.call("Library", "text") } == StandInTests.missing)
      #expect(try resolved.call() == "a page")
      #expect(thrown { _ = try strict.call() } == StandInTests.missing)
    }
  }

  @Test func `that is so too where it is awaited`() async throws {
    #expect(try await mediator.call("Library", "text") == "a page")
    #expect(await awaited { _ = try await mediator.strict.call("Library", "text") } == StandInTests.missing)
  }

  @Test func `a target's own notFound is a stand-in as well`() {
    let failed = thrown { _ = try mediator.strict.call("Shop", "buy") }
    #expect(failed?.reason == "no_such_action" && failed?.answer == "not here: buy")
  }

  @Test func `a stand-in that answers later is one as well`() async throws {
    let host = Host(Settings(directories: ["/nowhere"]))
    try host.register(LateNotFound.self)
    #expect(thrown { _ = try host.mediator.strict.call("Library", "text") } == StandInTests.missing)
    #expect(await awaited { _ = try await host.mediator.call(Text()) } == StandInTests.missing)
    #expect(try await host.mediator.call("Library", "text") == "a page")
  }

  @Test func `an action that throws the failure on has no answer for its own caller`() async throws {
    let plain = thrown { _ = try mediator.call("Shop", "throws") }
    #expect(plain?.reason == "no_such_component" && plain?.answer == nil)
    let deferred = await awaited { _ = try await mediator.call("Shop", "defers") }
    #expect(deferred?.reason == "no_such_component" && deferred?.answer == nil)
    #expect(try await mediator.strict.call("Shop", "replies") == "a page")
  }

  @Test func `interceptors see the mark and hand it on`() async throws {
    let seen = Guarded<[Value?]>([])
    host.add(
      Interceptor("look") { call in
        call.proceed { result in
          switch result {
          case .success(let value): call.reply(value)
          case .failure(let failure):
            seen.withLock { $0.append(failure.answer) }
            call.fail(failure)
          }
        }
      })
    #expect(thrown { _ = try mediator.call(Text()) } == StandInTests.missing)
    #expect(try await mediator.call("Library", "text") == "a page")
    #expect(seen.withLock { $0 } == ["a page", "a page"])
    host.removeInterceptor("look")
    try host.register(Guard.self)
    host.add(.component("Guard"))
    #expect(await awaited { _ = try await mediator.call(Text()) } == StandInTests.missing)
    #expect(try await mediator.call("Library", "text") == "a page")
    #expect(Guard.seen.withLock { $0 } == ["a page", "a page"])
  }

  @Test func `functions hand it on, and calls of them are strict`() async throws {
    let mediator = mediator
    let function = Function { _ in .text(try mediator.call(Text())) }
    #expect(thrown { _ = try mediator.call(function) } == StandInTests.missing)
    #expect(await awaited { _ = try await mediator.call(function) } == StandInTests.missing)
  }

  @Test func `a caller from outside gets the mark too, and nothing of the inside`() throws {
    var expected = Failure(.notFound, "not_found", "nothing here answers app://Library/text")
    expected.answer = "a page"
    #expect(thrown { _ = try mediator.strict.open("app://Library/text") } == expected)
    #expect(try mediator.open("app://Library/text") == "a page")
    let inner = thrown { _ = try mediator.open("app://Shop/throws") }
    #expect(inner?.reason == "unavailable" && inner?.answer == nil)
  }
}
