import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

/// Deadlines for which no thread waits.
@Suite(.serialized, .offPool) struct TimekeeperTests {
  let host = Host()
  init() throws { try host.register(Keeper.self) }

  struct Keeper: Component {
    init(mediator: Mediator) {}
    static let kept = Guarded<[DeferredCall]>([])
    var actions: [Action] {
      Action.deferring("keep") { call in Keeper.kept.withLock { $0.append(call) } }
      // It has itself told, and holds its caller's thread until it was.
      Action.deferring("holds") { call in
        let wasTold = Guarded(false)
        call.whenCancelled { wasTold.withLock { $0 = true } }
        let isInTime = eventually { wasTold.withLock { $0 } }
        call.reply(isInTime ? "told" : "never told")
        Keeper.told.withLock { $0 = isInTime }
      }
    }
    static let told = Guarded(false)
  }

  /// Whose code runs when a deadline passes.
  enum Whose: CaseIterable, Sendable { case callers, handlers }

  @Test(arguments: Whose.allCases) func `slow listeners delay nobody else's deadline`(_ whose: Whose) throws {
    let isOver = Guarded(false)
    let slow = Guarded<[Bool]>([])
    let wait: @Sendable () -> Void = {
      let wasFreed = eventually { isOver.withLock { $0 } }
      slow.withLock { $0.append(wasFreed) }
    }
    let count = 12
    for _ in 1...count {
      host.mediator.start("Keeper", "keep", timeLimit: .seconds(1)) { _ in if whose == .callers { wait() } }
      if whose == .handlers { Keeper.kept.withLock { $0.last }?.whenCancelled { wait() } }
    }
    host.mediator.start("Keeper", "keep", timeLimit: .milliseconds(1500)) { _ in isOver.withLock { $0 = true } }
    #expect(eventually { slow.withLock { $0.count } == count })
    #expect(slow.withLock { $0 } == Array(repeating: true, count: count))
    #expect(isOver.withLock { $0 })
    Keeper.kept.withLock { $0 = [] }
  }

  @Test func `many deadlines at once are all kept`() {
    let ended = Guarded(0)
    for _ in 1...500 {
      host.mediator.start("Keeper", "keep", timeLimit: .milliseconds(50)) { _ in ended.withLock { $0 += 1 } }
    }
    #expect(eventually { ended.withLock { $0 } == 500 })
    Keeper.kept.withLock { $0 = [] }
  }

  @Test(arguments: [true, false]) func `an action is told of its deadline while it still runs`(_ waits: Bool) throws {
    Keeper.told.withLock { $0 = false }
    if waits {
      #expect(throws: Failure.self) { try host.mediator.call("Keeper", "holds", timeLimit: .milliseconds(300)) }
    } else {
      host.mediator.start("Keeper", "holds", timeLimit: .milliseconds(300)) { _ in }
    }
    #expect(Keeper.told.withLock { $0 })
  }

  @Test func `a started call whose deadline no thread can watch fails, and its action is told`() async {
    await #expect(processExitsWith: .success) {
      let host = Host()
      // Else a thread would watch how long it registers.
      TimekeeperTests.letNoThreadStart()
      try host.register(Keeper.self)
      let (outcome, wasTold) = (Guarded<Result<Value, Failure>?>(nil), Guarded(false))
      host.mediator.start("Keeper", "keep", timeLimit: .milliseconds(20)) { result in outcome.withLock { $0 = result } }
      Keeper.kept.withLock { $0.last }?.whenCancelled { wasTold.withLock { $0 = true } }
      let hasEnded = eventually { outcome.withLock { $0 != nil } }
      let failure = outcome.withLock { $0?.failure }
      exit(hasEnded && failure?.reason == "no_thread" && wasTold.withLock { $0 } ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test func `what needs no watch needs no thread`() async {
    await #expect(processExitsWith: .success) {
      let host = Host()
      try host.register(Keeper.self)
      try host.register(Echo.self)
      TimekeeperTests.letNoThreadStart()
      let outcome = Guarded<Result<Value, Failure>?>(nil)
      host.mediator.start("Echo", "int", ["id": 7], timeLimit: .seconds(9)) { result in outcome.withLock { $0 = result }
      }
      guard outcome.withLock({ $0 }) == .success(7) else { exit(1) }
      // The thread that waits watches the clock itself.
      let late = failure { () throws(Failure) in
        try host.mediator.call("Keeper", "keep", timeLimit: .milliseconds(20))
      }
      exit(late?.code == .timedOut ? EXIT_SUCCESS : 2)
    }
  }

  @Test func `a call that interceptors hold up needs no thread where its caller waits`() async {
    await #expect(processExitsWith: .success) {
      let host = Host()
      try host.register(Keeper.self)
      host.add(.time(CallTimes()))
      TimekeeperTests.letNoThreadStart()
      let late = failure { () throws(Failure) in
        try host.mediator.call("Keeper", "keep", timeLimit: .milliseconds(20))
      }
      exit(late?.code == .timedOut ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test func `an action that holds its thread is told where no thread can watch its deadline`() async {
    await #expect(processExitsWith: .success) {
      let host = Host()
      // Else a thread would watch how long it registers.
      TimekeeperTests.letNoThreadStart()
      try host.register(Keeper.self)
      let unwatched = failure { () throws(Failure) in
        try host.mediator.call("Keeper", "holds", timeLimit: .milliseconds(20))
      }
      guard Keeper.told.withLock({ $0 }) else { exit(1) }
      exit(unwatched?.reason == "no_thread" ? EXIT_SUCCESS : 2)
    }
  }

  /// Gives every thread from now on a stack that no system has.
  private static func letNoThreadStart() {
    typealias SetDefault = @convention(c) (UnsafePointer<pthread_attr_t>) -> Int32
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 1 << 46)
    guard let symbol = dlsym(nil, "pthread_setattr_default_np") else { exit(3) }
    if unsafeBitCast(symbol, to: SetDefault.self)(&attributes) != 0 { exit(4) }
    var thread = pthread_t()
    if pthread_create(&thread, nil, { _ in nil }, nil) == 0 { exit(5) }
  }
}
