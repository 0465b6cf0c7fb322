import ComponentABI
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// When a component has calls under way.
@Suite(.offPool) struct GenerationTests {
  // What the action below waits for, and the call that it defers last of all.
  private static let (begun, goOn, calls) = (Supply(), Supply(), Kept())

  private static let leave: component_run = { _, call in
    begun.add()
    goOn.take()
    guard let deferred = DeferredCall(deferring: call) else { return COMPONENT_FAILURE_ENDED }
    calls.keep(deferred)
    return COMPONENT_OK
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
