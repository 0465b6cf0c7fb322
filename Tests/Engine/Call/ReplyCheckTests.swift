import ComponentABI
import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

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

  private let saidOfAnother =
    "mistyped_reply: Counter.count, as an interceptor answers it, does not keep to its signature: "
    + "the reply must be an int, not the text 'four'"

  private func answers(_ reply: Value) -> Interceptor { Interceptor("answers") { $0.reply(reply) } }

  @Test func `what an interceptor replies in an action's place is held against that action's signature`() throws {
    let host = try host(checksReplies: true)
    host.add(answers("four"))
    #expect(reason { try host.mediator.call("Counter", "count") } == saidOfAnother)
    #expect(reason { try host.mediator.open("app://Counter/count") }.hasPrefix("mistyped_reply: "))
    // Of what is not there nothing is declared.
    #expect(try host.mediator.call("Counter", "other") == "four")
    host.add(answers(4))
    #expect(try host.mediator.call("Counter", "count") == 4)
  }

  @Test func `that too is so for a caller from outside wherever replies are not checked`() throws {
    let host = try host(checksReplies: false)
    host.add(answers("four"))
    #expect(try host.mediator.call("Counter", "count") == "four")
    #expect(reason { try host.mediator.open("app://Counter/count") }.hasPrefix("mistyped_reply: "))
  }

  @Test(arguments: [
    ("5", "int", "an int, not the text '5'"), ("[1]", "[int]", "a list, not the text '[1]'"),
    ("YQ==", "bytes", "bytes, not the text 'YQ=='"), ("true", "bool", "a bool, not the text 'true'"),
    ("", "int?", "an int, not the text ''"), ("2024-02-29", "date", "a date like 2026-11-21T09:30:00Z, not the text"),
    ("x", "nothing", "null, not the text 'x'"),
  ])
  func `a text in a reply is a text, whatever its flags say`(_ text: String, _ type: String, _ wrong: String) throws {
    let check = try ParameterCheck(Signature(parsing: "() -> \(type)"), TypeNames(), action: "A.b")
    let parameters: Fields = ["x": .text(text)]
    parameters.withBorrowed(loose: ["x"], fromJSON: true) { entries in
      var value = entries[0].value
      value.flags |= COMPONENT_VALUE_LOOSE
      #expect(check.check(reply: value)?.hasPrefix("the reply must be \(wrong)") == true)
      value.flags |= COMPONENT_VALUE_JSON
      #expect(check.check(reply: value) != nil)
    }
  }

  @Test func `judging a large reply makes nothing of it`() throws {
    let types = try TypeNames([("Tree", "{list: [double]?, next: Tree?}")])
    let check = try ParameterCheck(Signature(parsing: "() -> Tree", types: types), types, action: "A.b")
    // Each int could be made a double; copied once for each level they would take minutes.
    var tree: Value = ["list": .list(Array(repeating: 1, count: 200_000))]
    for _ in 0..<60 { tree = ["next": tree] }
    let time = processorTime { #expect(tree.withBorrowed { check.check(reply: $0.pointee) } == nil) }
    #expect(time < .seconds(5), "\(time)")
  }
}
