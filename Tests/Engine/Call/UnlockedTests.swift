import ComponentABI
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// None of a component's code runs under one of the host's locks: what it calls there would wait for itself.
///
/// One after the other, for they share where a call is kept.
@Suite(.serialized, .offPool) struct UnlockedTests {
  let host: Host

  init() throws {
    host = Host()
    try host.register(Keeper.self)
  }

  struct Keeper: Component {
    static let calls = Kept()
    init(mediator: Mediator) {}
    var actions: [Action] { Action.deferring("keep") { call in Keeper.calls.keep(call) } }
  }

  /// Runs a closure when it goes.
  private final class Last: Sendable {
    let words: @Sendable () -> Void
    init(_ words: @escaping @Sendable () -> Void) { self.words = words }
    deinit { words() }
  }

  private func ends(_ body: @escaping @Sendable () -> Void) -> Bool {
    let ended = Supply()
    Thread {
      body()
      ended.add()
    }.detach()
    return ended.take(within: 10)
  }

  @Test(.serialized, arguments: [false, true])
  func `a handler that is replaced, or comes too late, may use its call as it goes`(isLate: Bool) throws {
    host.mediator.start("Keeper", "keep") { _ in }
    let call = try #require(Keeper.calls.take())
    let looked = Guarded(0)
    #expect(
      ends {
        let last = Last { if !call.isCancelled { looked.withLock { $0 += 1 } } }
        call.whenCancelled { _ = last }
        if isLate { call.reply(nil) }
      })
    #expect(ends { call.whenCancelled {} })
    #expect(looked.withLock { $0 } == 1)
  }

  @Test func `a function may use the call that it is passed to while progress is told`() throws {
    let (told, goOn, ended) = (Supply(), Supply(), Supply())
    host.mediator.start(
      "Keeper", "keep",
      progress: { _, _ in
        told.add()
        goOn.take()
      }
    ) { _ in ended.add() }
    let call = try #require(Keeper.calls.take())
    let telling = Thread { call.progress(0.5) }
    told.take()
    let retained = Guarded(0)
    let hooks = Hooks { if !call.isCancelled { retained.withLock { $0 += 1 } } }
    let function = Function(retaining: hooks.function)
    #expect(ends { call.reply(.function(function)) })
    goOn.add()
    telling.join()
    #expect(ended.take(within: 10))
    #expect(retained.withLock { $0 } > 0)
  }

  @Test func `what a change replaces may change it again as it goes`() {
    final class Box: Sendable { let published = Published<Last?>(nil) }
    let box = Box()
    let went = Guarded(0)
    box.published.change { $0 = Last { box.published.change { _ in went.withLock { $0 += 1 } } } }
    #expect(ends { box.published.change { $0 = nil } })
    #expect(went.withLock { $0 } == 1)
  }
}

/// A function whose `retain` says so.
private final class Hooks: Sendable {
  let retained: @Sendable () -> Void
  init(_ retained: @escaping @Sendable () -> Void) { self.retained = retained }

  var function: component_function {
    component_function(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_function>.size),
      context: Unmanaged.passRetained(self).toOpaque(), run: { _, _ in COMPONENT_OK },
      retain: { if let context = $0 { Unmanaged<Hooks>.fromOpaque(context).takeUnretainedValue().retained() } },
      release: nil, host: nil)
  }
}
