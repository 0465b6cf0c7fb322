import ComponentABI
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// When a component has calls under way.
@Suite(.serialized, .offPool) struct GenerationTests {
  // What the action below waits for, and the call that it defers last of all.
  private static let (begun, goOn, calls) = (Supply(), Supply(), Kept())

  private static let leave: component_run = { _, call in
    begun.add()
    goOn.take()
    guard let deferred = DeferredCall(deferring: call) else { return COMPONENT_FAILURE_ENDED }
    calls.keep(deferred)
    return COMPONENT_OK
  }

  /// Calls on, so that it can be given up by two.
  private struct Caller: Component {
    static let inner = Guarded<Cancellation?>(nil)
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      Action("on") { [mediator] call in
        try mediator.call("Leaver", "leave", call.parameters, cancellation: Caller.inner.withLock { $0 })
      }
    }
  }

  private final class Last: Sendable {
    let gone: Supply
    init(_ gone: Supply) { self.gone = gone }
    deinit { gone.add() }
  }

  @Test func `a call that is given up before it is deferred is kept by nothing that it could be given up by`() throws {
    let host = Host()
    try Registrant().register("Leaver", in: host) { registrant in
      [registrant.describe(), registrant.target(), registrant.action("leave", run: Self.leave)].max() ?? 0
    }
    try host.register(Caller.self)
    let (inner, outer, gone) = (Cancellation(host.mediator), Cancellation(host.mediator), Supply())
    Caller.inner.withLock { $0 = inner }
    let thread = Thread {
      _ = try? host.mediator.call(
        "Caller", "on", ["last": .object(Object(Last(gone)))], cancellation: outer)
    }
    Self.begun.take()
    inner.cancel()
    Self.goOn.add()
    thread.join()
    #expect(Self.calls.take()?.isCancelled == true)
    #expect(gone.take(within: 10))
    withExtendedLifetime(outer) {}
  }

  @Test func `a call that is deferred between two looks at what runs is seen`() throws {
    let host = Host()
    try Registrant().register("Leaver", in: host) { registrant in
      [registrant.describe(), registrant.target(), registrant.action("leave", run: Self.leave)].max() ?? 0
    }
    let generation = try #require(host.loader.loaded["Leaver"])
    #expect(!generation.isBusy)
    for look in 0..<2 {
      let left = Supply()
      Thread {
        host.mediator.start("Leaver", "leave") { _ in }
        left.add()
      }.detach()
      Self.begun.take()
      var looks = 0
      let isBusy = generation.isBusy {
        if looks == look {
          Self.goOn.add()
          left.take()
        }
        looks += 1
      }
      if looks <= look {
        // It was seen before it had to be.
        Self.goOn.add()
        left.take()
      }
      #expect(isBusy)
      #expect(generation.isBusy)
      let call = Self.calls.take()
      #expect(call?.reply(1) == true)
      #expect(!generation.isBusy)
    }
  }
}
