import ComponentABI
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// A component whose `save` replies after it has returned.
@Suite(.serialized, .offPool) struct DeferredSaveTests {
  private static let saves = Kept()
  private static let save: component_run = { _, call in
    guard let deferred = DeferredCall(deferring: call) else { return COMPONENT_FAILURE_ENDED }
    saves.keep(deferred)
    return COMPONENT_OK
  }

  private let reports = Diary<String>()

  private func host(_ step: Duration) throws -> Host {
    var settings = Settings()
    settings.stepLimit = step
    settings.report = { [reports] in reports.write($0.message) }
    let host = Host(settings)
    try Registrant().register("Later", in: host) { registrant in
      [registrant.describe(save: Self.save), registrant.target(), registrant.action("run")].max() ?? 0
    }
    return host
  }

  // How a replacement goes: the number of what answers then, or why it is another one's.
  private func replace(_ host: Host) -> String {
    do throws(Refusal) {
      _ = try Registrant().replace("Later", in: host) { registrant in
        [registrant.describe(), registrant.target(), registrant.action("run")].max() ?? 0
      }
    } catch {
      return error.reason
    }
    return "\(host.loader.loaded["Later"]?.number ?? 0)"
  }

  @Test func `a replacement waits for its reply`() throws {
    let host = try host(.seconds(60))
    let outcome = Guarded<String?>(nil)
    let replacing = Thread {
      let word = replace(host)
      outcome.withLock { $0 = word }
    }
    let call = Guarded<DeferredCall?>(nil)
    #expect(
      eventually {
        let taken = Self.saves.take()
        call.withLock { $0 = $0 ?? taken }
        return call.withLock { $0 } != nil
      })
    #expect(outcome.withLock { $0 } == nil)
    #expect(call.withLock { $0 }?.reply(7) == true)
    replacing.join()
    #expect(outcome.withLock { $0 } == "2")
    #expect(reports.entries == ["generation 2 of Later starts without the state of generation 1: it restores none"])
    #expect(try host.mediator.call("Later", "run") == .null)
  }

  @Test func `one that is given up is not said to have ended while its call is open`() throws {
    let host = try host(.seconds(1))
    let old = try #require(host.loader.loaded["Later"])
    #expect(replace(host) == "save_failed")
    // Its thread has left it; what it deferred is open.
    #expect(eventually { old.callCount == 1 } && old.hasHolds)
    #expect(reports.entries == [])
    #expect(try host.mediator.call("Later", "run") == .null)
    #expect(Self.saves.take()?.reply(7) == false)
    #expect(eventually { old.isAtRest })
    #expect(replace(host) == "save_failed", "that is not its state")
    #expect(Self.saves.take()?.reply(8) == false)
    #expect(host.loader.loaded["Later"]?.number == 1)
  }
}
