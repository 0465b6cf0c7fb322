import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// Interceptors that go on again and again with a call that ends at once.
@Suite(.serialized, .offPool) struct RetryTests {
  let host = Host()

  init() throws { try host.register(Faulty.self) }

  struct Faulty: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("fail") { _ in throw Failure(.failed, "", "never") }.remote
      Action.deferring("later") { call in call.fail(Failure(.failed, "", "never")) }
    }
    var paths: [Path] { Path("/here/:word", "fail") }
  }

  /// Goes on so many times; each end notes where it stands on the stack.
  private final class Retrying: Sendable {
    let stack = Stack()
    let left: Guarded<Int>

    init(_ count: Int) { left = Guarded(count) }

    func goOn(_ call: InterceptedCall) {
      call.proceed { result in
        self.stack.note()
        let isOver = self.left.withLock { left in
          left -= 1
          return left <= 0
        }
        if isOver { call.end(as: result) } else { self.goOn(call) }
      }
    }
  }

  /// What fails at once behind an interceptor that retries.
  enum Kind: CaseIterable, Sendable { case action, deferred, missing, url, refusal, dropped, answered, component }

  @Test(
    .disabled(if: isAddressSanitized, "the address sanitizer keeps variables off the stack"),
    arguments: Kind.allCases, [false, true])
  func `what is tried again and again needs no stack for each time`(_ kind: Kind, _ isStarted: Bool) throws {
    switch kind {
    case .refusal: host.add(Interceptor("behind", priority: -1) { $0.fail(Failure(.denied, "", "never")) })
    case .dropped: host.add(Interceptor("behind", priority: -1) { _ in })
    // Another one that hears the end on its way.
    case .answered: host.add(Interceptor("behind", priority: -1) { call in call.proceed { call.end(as: $0) } })
    case .component:
      try host.register(Waits.self)
      host.add(.component("Waits", priority: -1))
      host.add(Interceptor("last", priority: -2) { call in call.proceed { call.end(as: $0) } })
    default: break
    }
    let (short, long) = (Retrying(10), Retrying(300))
    for retrying in [short, long] {
      host.add(Interceptor("retry") { retrying.goOn($0) })
      let ends = Guarded(0)
      let (mediator, name) = (host.mediator, kind == .deferred ? "later" : kind == .missing ? "none" : "fail")
      Thread {
        if isStarted {
          let ended: @Sendable (Result<Value, Failure>) -> Void = { _ in ends.withLock { $0 += 1 } }
          if kind == .url {
            mediator.open("app://Faulty/here/x", ended: ended)
          } else {
            mediator.start("Faulty", name, ended: ended)
          }
        } else {
          _ = kind == .url ? try? mediator.open("app://Faulty/here/x") : try? mediator.call("Faulty", name)
          ends.withLock { $0 += 1 }
        }
      }.join()
      #expect(ends.withLock { $0 } == 1)
    }
    #expect(long.stack.count.withLock { $0 } == 300)
    #expect(long.stack.height < short.stack.height + 16 << 10)
  }

  /// Waits on its own thread for what it lets pass.
  struct Waits: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] {
      Action("intercept") { [mediator] call in try mediator.call(try call.function("proceed")) }
    }
  }

  /// Goes on again in what hears how it went.
  struct Again: Component {
    static let (stack, left) = (Stack(), Guarded(0))
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    private static func goOn(_ mediator: Mediator, _ call: DeferredCall, _ proceed: Function) {
      mediator.start(proceed) { result in
        Again.stack.note()
        let isOver = Again.left.withLock { left in
          left -= 1
          return left <= 0
        }
        if isOver { call.end(as: result) } else { goOn(mediator, call, proceed) }
      }
    }

    var actions: [Action] {
      Action.deferring("intercept") { [mediator] call in
        guard let proceed = try? call.function("proceed") else { return }
        Again.goOn(mediator, call, proceed)
      }
    }
  }

  @Test(.disabled(if: isAddressSanitized, "the address sanitizer keeps variables off the stack"))
  func `nor does a component that goes on again where it hears the end`() throws {
    try host.register(Again.self)
    host.add(.component("Again"))
    let mediator = host.mediator
    var heights: [UInt] = []
    for count in [10, 300] {
      Again.left.withLock { $0 = count }
      Thread { _ = try? mediator.call("Faulty", "fail") }.join()
      #expect(Again.left.withLock { $0 } == 0)
      heights.append(Again.stack.height)
    }
    #expect(heights[1] < heights[0] + 16 << 10)
  }

  @Test func `one that waits where it hears an end is no obstacle to itself`() throws {
    let mediator = host.mediator
    let replies = Guarded<[Value?]>([])
    host.add(
      Interceptor("asks") { call in
        call.proceed { result in
          if call.source == .program, call.target == "Faulty" {
            let reply = try? mediator.call("Echo", "int", ["id": 4])
            replies.withLock { $0.append(reply) }
          }
          call.end(as: result)
        }
      })
    try host.register(Echo.self)
    Thread { _ = try? mediator.call("Faulty", "fail") }.join()
    #expect(replies.withLock { $0 } == [4])
  }
}
