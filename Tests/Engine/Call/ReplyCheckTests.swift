import ComponentHost
import ComponentKit
import Testing

/// Replies that are held against their signatures.
@Suite struct ReplyCheckTests {
  struct Count: Request {
    static let target = "Counter"
    static let isRemote = true
    typealias Reply = Int
    init() {}
  }

  /// What it says and what it replies are two things.
  struct Counter: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action.deferring(describedBy: Count.self) { call in call.reply("three") }
    }
  }

  private func host(checksReplies: Bool) throws -> Host {
    var settings = Settings()
    settings.checksReplies = checksReplies
    let host = Host(settings)
    try host.register(Counter.self)
    return host
  }

  private func reason(_ call: () throws -> Value) -> String {
    do { return "\(try call())" } catch {
      return (error as? Failure).map { "\($0.reason): \($0.message)" } ?? "\(error)"
    }
  }

  private let said =
    "mistyped_reply: Counter.count does not keep to its signature: the reply must be an int, not the text 'three'"

  @Test func `a reply of another form fails its call where replies are checked`() throws {
    let host = try host(checksReplies: true)
    #expect(reason { try host.mediator.call("Counter", "count") } == said)
  }

  #if DEBUG
    @Test func `in a debug build they are, in any program`() throws {
      let host = Host()
      try host.register(Counter.self)
      #expect(reason { try host.mediator.call("Counter", "count") } == said)
    }
  #endif

  @Test func `otherwise it is passed on, but never to a caller from outside`() throws {
    let host = try host(checksReplies: false)
    #expect(try host.mediator.call("Counter", "count") == "three")
    #expect(reason { try host.mediator.open("app://Counter/count") }.hasPrefix("mistyped_reply: "))
  }
}
