import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

/// Calls that are started by the end of the one before.
@Suite(.serialized, .offPool) struct StartedChainTests {
  let host = Host()

  init() throws {
    try host.register(Link.self)
    try host.register(Echo.self)
  }

  struct Link: Component {
    static let kept = Guarded<DeferredCall?>(nil)
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      Action("one") { _ in 1 }.remote
      Action.deferring("silent") { _ in }
      Action.deferring("early") { call in call.reply(1) }
      // It ends the thread that it was lent, as no component may.
      Action.deferring("leaves") { call in
        Link.kept.withLock { $0 = call }
        pthread_exit(nil)
      }
      // It starts a call in its own service, and needs its end before it returns.
      Action("needs") { [mediator] call in
        let ended = Guarded(false)
        mediator.start("Link", "one") { _ in ended.withLock { $0 = true } }
        return .bool(ended.withLock { $0 })
      }
    }
  }

  /// What is started again and again, each of which ends before `start` returns.
  enum Kind: CaseIterable, Sendable {
    case reply, deferredReply, noReply, missing, url, lostURL, function

    func start(_ mediator: Mediator, _ ended: @escaping @Sendable (Result<Value, Failure>) -> Void) {
      switch self {
      case .reply: mediator.start("Link", "one", ended: ended)
      case .deferredReply: mediator.start("Link", "early", ended: ended)
      case .noReply: mediator.start("Link", "silent", ended: ended)
      case .missing: mediator.start("Nobody", "one", ended: ended)
      case .url: mediator.open("app://Link/one", ended: ended)
      case .lostURL: mediator.open("app://Nobody/one", ended: ended)
      case .function: mediator.start(Function { _ in 1 }, ended: ended)
      }
    }
  }

  private final class Chain: Sendable {
    let mediator: Mediator
    let kind: Kind
    let stack = Stack()
    let left: Guarded<Int>
    let outcomes = Guarded<[Result<Value, Failure>]>([])

    init(_ mediator: Mediator, _ kind: Kind, _ count: Int) {
      (self.mediator, self.kind) = (mediator, kind)
      left = Guarded(count)
    }

    func goOn() {
      stack.note()
      let isOver = left.withLock { left in
        left -= 1
        return left < 0
      }
      if isOver { return }
      kind.start(mediator) { outcome in
        self.outcomes.withLock { $0.append(outcome) }
        self.goOn()
      }
    }
  }

  @Test(
    .disabled(if: isAddressSanitized, "the address sanitizer keeps variables off the stack"),
    arguments: Kind.allCases, [false, true])
  func `a chain of calls that end at once needs no stack for each and is no deeper for its length`(
    _ kind: Kind, _ isIntercepted: Bool
  ) throws {
    if isIntercepted { host.add(.time(CallTimes())) }
    let (short, chain) = (Chain(host.mediator, kind, 10), Chain(host.mediator, kind, 300))
    Thread { short.goOn() }.join()
    Thread { chain.goOn() }.join()
    let outcomes = chain.outcomes.withLock { $0 }
    #expect(outcomes.count == 300)
    #expect(outcomes.allSatisfy { $0 == outcomes[0] })
    #expect(chain.stack.height < short.stack.height + 16 << 10)
  }

  @Test func `an end that comes inside of another's comes once that has returned`() {
    let (mediator, told) = (host.mediator, Guarded<[String]>([]))
    let say: @Sendable (String) -> Void = { words in told.withLock { $0.append(words) } }
    Thread {
      mediator.start("Link", "one") { _ in
        mediator.start("Link", "one") { _ in
          say("second")
          mediator.start("Link", "one") { _ in say("third") }
          mediator.start("Link", "one") { _ in say("fourth") }
          say("end of second")
        }
      }
    }.join()
    #expect(told.withLock { $0 } == ["second", "end of second", "third", "fourth"])
  }

  @Test func `what an action starts ends before start returns, however deep in ends the action is called`() {
    let (mediator, answers) = (host.mediator, Guarded<[Value?]>([]))
    let ask: @Sendable () -> Void = {
      let answer = try? mediator.call("Link", "needs")
      answers.withLock { $0.append(answer) }
    }
    Thread {
      mediator.start("Link", "one") { _ in
        ask()
        mediator.start("Link", "one") { _ in
          ask()
          mediator.start("Link", "needs") { result in
            let answer = try? result.get()
            answers.withLock { $0.append(answer) }
            ask()
          }
        }
      }
    }.join()
    #expect(answers.withLock { $0 } == [true, true, true, true])
  }

  @Test func `an end is told where the thread that started the call was ended meanwhile`() {
    let (mediator, told) = (host.mediator, Guarded<[String]>([]))
    let kept = Link.kept
    Thread {
      mediator.start("Link", "one") { _ in
        mediator.start("Link", "leaves") { _ in told.withLock { $0.append("told") } }
      }
    }.join()
    // Of these one gets what the host keeps for a thread.
    for _ in 0..<8 where kept.withLock({ $0 != nil }) {
      Thread {
        let call = kept.withLock { exchange(&$0, with: nil) }
        call?.reply(1)
      }.join()
    }
    #expect(told.withLock { $0 } == ["told"])
  }

  @Test func `an end that is told later still brings what was replied`() {
    let (mediator, replies) = (host.mediator, Guarded<[Result<Value, Failure>]>([]))
    Thread {
      mediator.start("Link", "one") { _ in
        mediator.start("Link", "one") { _ in
          mediator.start("Echo", "all", ["list": ["a", 1], "text": "words"]) { result in
            replies.withLock { $0.append(result) }
          }
          mediator.start("Echo", "fail", ["why": "because"]) { result in replies.withLock { $0.append(result) } }
        }
      }
    }.join()
    #expect(
      replies.withLock { $0 } == [
        .success(["list": ["a", 1], "text": "words"]),
        .failure(Failure(.denied, "told_to", "because", details: ["key": 1])),
      ])
  }
}
