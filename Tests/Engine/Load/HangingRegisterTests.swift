import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

@testable import ComponentHost

extension WatchTests {
  /// Components whose `register` does not return, and hosts whose components another thread is just changing.
  @Suite struct HangingRegisterTests {
    private static let late = "its register did not end within 0.3 s"

    private func stage(watches: Bool, limit: Duration = .milliseconds(300)) throws -> WatchedHost {
      let stage = try WatchedHost("") { settings in
        settings.watches = watches
        settings.stepLimit = limit
      }
      try stage.workshop.write([], to: "hold")
      return stage
    }

    private func putHanging(_ stage: WatchedHost, in step: String = "HOLD") throws {
      let made = try WatchedHost.compile("-DVERSION=2 -D\(step)='\"\(stage.path("hold"))\"'", in: stage.workshop)
      #expect(rename(made, stage.path("libReader.so")) == 0)
    }

    private func hasBegun(_ stage: WatchedHost) -> Bool {
      eventually { access(stage.path("hold.begun"), F_OK) == 0 }
    }

    @Test func `a new version that hangs is refused, a mended one is taken, and what comes of it later is dropped`()
      throws
    {
      let stage = try stage(watches: true)
      let refused = Mutex<[String]>([])
      let observation = try stage.host.mediator.observe("host:refused") { notice in
        refused.withLock { $0.append(notice.value["reason"]?.text ?? "none") }
      }
      try stage.put(1)
      #expect(stage.version == 1 && stage.isWatched)
      try putHanging(stage)
      #expect(hasBegun(stage))
      #expect(stage.hears("Reader was not replaced: \(Self.late)"))
      #expect(stage.listed == "register_hangs" && stage.version == 1)
      #expect(eventually { refused.withLock { $0 } == ["register_hangs"] })
      try stage.put(3)
      #expect(eventually { stage.version == 3 })
      stage.remove("hold")
      #expect(eventually { stage.host.generations.map { "\($0.state)" }.sorted() == ["live", "refused", "retired"] })
      usleep(50_000)
      #expect(stage.version == 3 && stage.listed == nil && stage.host.generations.count == 3)
      #expect(stage.changes.count == 2 && refused.withLock { $0.count } == 1, "\(stage.changes)")
      withExtendedLifetime(observation) {}
    }

    @Test func `one whose file is taken away goes at once, though a new version of it hangs`() throws {
      let stage = try stage(watches: true, limit: .seconds(600))
      try stage.put(1)
      #expect(stage.version == 1 && stage.isWatched)
      try putHanging(stage)
      #expect(hasBegun(stage))
      stage.remove("libReader.so")
      #expect(stage.hears("Reader was taken out"))
      #expect(stage.miss == "no_such_component")
      stage.remove("hold")
      #expect(eventually { stage.host.generations.contains { $0.state == .refused } })
      #expect(stage.miss == "no_such_component")
    }

    @Test func `the first version that hangs is refused to everybody else`() throws {
      let stage = try stage(watches: false)
      try putHanging(stage)
      let first = Mutex<String?>(nil)
      let caller = Thread {
        let reason = stage.miss
        first.withLock { $0 = reason }
      }
      #expect(hasBegun(stage))
      #expect(stage.miss == "component_refused" && stage.listed == "register_hangs")
      try stage.put(1)
      #expect(stage.version == 1)
      stage.remove("hold")
      caller.join()
      #expect(first.withLock { $0 } == "component_refused")
      #expect(stage.version == 1 && stage.listed == nil)
    }

    // It holds the lock of the system's loader.
    @Test func `a constructor that hangs keeps nobody from listing what there is`() throws {
      let stage = try stage(watches: false)
      try putHanging(stage, in: "CONSTRUCTOR_HOLD")
      let caller = Thread { #expect(stage.version == 2) }
      #expect(hasBegun(stage))
      let isListed = Atomic(false)
      let lister = Thread {
        #expect(stage.host.list().map(\.name) == ["Reader"])
        isListed.store(true, ordering: .releasing)
      }
      #expect(eventually { isListed.load(ordering: .acquiring) })
      stage.remove("hold")
      caller.join()
      lister.join()
    }

    @Test func `who changes what another thread is just changing waits no longer than for a step`() throws {
      let stage = try stage(watches: false)
      try stage.put(1)
      #expect(stage.version == 1)
      let isIn = Atomic(false)
      let isOver = Atomic(false)
      let other = Thread {
        _ = stage.host.loader.inTurn(of: "Reader") { _ in
          isIn.store(true, ordering: .releasing)
          #expect(eventually { isOver.load(ordering: .acquiring) })
        }
      }
      #expect(eventually { isIn.load(ordering: .acquiring) })
      #expect { try stage.host.rollback("Reader") } throws: { ($0 as? Refusal)?.reason == "busy" }
      try stage.put(2)
      #expect(
        stage.host.refresh().map(\.description) == ["Reader was not replaced: another thread is just changing it"])
      isOver.store(true, ordering: .releasing)
      other.join()
      #expect(stage.host.refresh().map(\.kind) == [.replaced(generation: 2)])
    }
  }
}
