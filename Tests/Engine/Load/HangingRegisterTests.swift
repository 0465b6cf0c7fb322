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

    private func stage(
      watches: Bool, limit: Duration = .milliseconds(300), _ adjust: (inout Settings) -> Void = { _ in }
    ) throws -> WatchedHost {
      let stage = try WatchedHost("") { settings in
        settings.watches = watches
        settings.stepLimit = limit
        adjust(&settings)
      }
      try stage.workshop.write([], to: "hold")
      return stage
    }

    private func put(_ flags: String, as file: String = "libReader.so", _ stage: WatchedHost) throws {
      let made = try WatchedHost.compile(flags, in: stage.workshop)
      #expect(rename(made, stage.path(file)) == 0)
    }

    private func hold(_ stage: WatchedHost, in step: String = "HOLD") -> String {
      "-D\(step)='\"\(stage.path("hold"))\"'"
    }

    private func putHanging(
      _ stage: WatchedHost, version: Int = 2, in step: String = "HOLD", as file: String = "libReader.so"
    ) throws {
      try put("-DVERSION=\(version) \(hold(stage, in: step))", as: file, stage)
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

    @Test func `what comes of it after its file was gone takes nothing out`() throws {
      let stage = try stage(watches: false, limit: .seconds(600))
      try stage.put(1)
      #expect(stage.version == 1)
      try putHanging(stage)
      let hanging = Thread { #expect(stage.host.refresh() == []) }
      #expect(hasBegun(stage))
      stage.remove("libReader.so")
      stage.host.loader.giveUpReplacement(of: "Reader")
      // Back before anybody has looked.
      try stage.put(0)
      #expect(stage.host.refresh().count == 1 && stage.listed == "not_elf")
      stage.remove("hold")
      hanging.join()
      #expect(stage.version == 1 && stage.listed == "not_elf")
    }

    @Test func `one whose link leads to nothing for a while is not taken for gone`() throws {
      let stage = try stage(watches: true, limit: .seconds(600))
      stage.make("store")
      try stage.put(1, as: "store/reader.so")
      stage.link("store/reader.so", as: "libReader.so")
      #expect(stage.version == 1 && stage.isWatched)
      try putHanging(stage, as: "store/reader.so")
      #expect(hasBegun(stage))
      stage.remove("store/reader.so")
      let loader = stage.host.loader
      // The pass that sees it, and one behind that.
      for number in 1...3 {
        let before = loader.gate.locked { loader.refreshes }
        try stage.put(1, as: "libOther\(number).so")
        #expect(eventually { loader.gate.locked { loader.refreshes } > before })
      }
      stage.remove("hold")
      #expect(eventually { stage.version == 2 }, "\(stage.changes)")
    }

    @Test(arguments: isAddressSanitized ? [true] : [true, false])
    func `a new version that needs what hangs, or ends its thread, is taken once that is mended`(hangs: Bool) throws {
      let stage = try stage(watches: true)
      try stage.put(1)
      #expect(stage.version == 1 && stage.isWatched)
      func putOther(_ flags: String) throws {
        try put("-DVERSION=1 -DNAME='\"Other\"' \(flags)", as: "libOther.so", stage)
      }
      try putOther(hangs ? hold(stage) : "-DEXITS")
      try put("-DVERSION=2 -DNEED='\"Other\"' -DSTART_HOLD='\"\(stage.path("none"))\"'", stage)
      let why = hangs ? Self.late : "its register ended the thread that loads it"
      let kept = "Reader was not replaced: it needs the component 'Other', which is refused: \(why)"
      #expect(stage.hears(kept), "\(stage.changes)")
      #expect(stage.listed == "need_refused" && stage.version == 1)
      #expect(eventually { stage.host.generations.contains { $0.number == 2 && $0.state == .failed } })
      try putOther("")
      #expect(eventually { stage.version == 2 }, "\(stage.changes)")
      stage.remove("hold")
      #expect(stage.hears(kept, "Reader was replaced: generation 3"), "\(stage.changes)")
      #expect(stage.version == 2 && stage.listed == nil)
    }

    @Test func `a rollback that hangs says nothing of the file that answers`() throws {
      let stage = try stage(watches: false)
      stage.remove("hold")
      try putHanging(stage, version: 1)
      #expect(stage.version == 1)
      try stage.put(2)
      #expect(stage.host.refresh().count == 1 && stage.version == 2)
      try stage.workshop.write([], to: "hold")
      let rolling = Thread {
        #expect { try stage.host.rollback("Reader") } throws: { ($0 as? Refusal)?.reason == "register_hangs" }
      }
      #expect(eventually { stage.changes.last == "Reader was not replaced: \(Self.late)" })
      #expect(stage.version == 2 && stage.listed == nil)
      stage.remove("hold")
      rolling.join()
      #expect(stage.version == 2 && stage.listed == nil && stage.host.refresh() == [])
    }

    @Test func `nor of one that nobody has loaded yet`() throws {
      let reports = Guarded<[String]>([])
      let stage = try stage(watches: false) { settings in
        settings.report = { report in reports.withLock { $0.append(report.message) } }
      }
      stage.remove("hold")
      try putHanging(stage, version: 1)
      #expect(stage.version == 1)
      stage.remove("libReader.so")
      #expect(stage.host.refresh().map(\.kind) == [.removed])
      try stage.put(2)
      try stage.workshop.write([], to: "hold")
      let rolling = Thread {
        #expect { try stage.host.rollback("Reader") } throws: { ($0 as? Refusal)?.reason == "register_hangs" }
      }
      #expect(eventually { reports.withLock { $0 } == ["Reader was not loaded: \(Self.late)"] })
      #expect(stage.listed == nil && stage.version == 2)
      stage.remove("hold")
      rolling.join()
      #expect(stage.version == 2)
    }

    @Test func `what one that hangs says of itself is not waited for any more, and a mended one says it`() throws {
      let stage = try stage(watches: false)
      try putHanging(stage)
      func said() -> Result<LoadedComponent?, Refusal>? {
        stage.host.said(by: ["Reader"], within: .seconds(5), all: .seconds(5))["Reader"]
      }
      #expect(throws: Refusal.self) { try said()?.get() }
      guard case .failure(let refusal) = said() else {
        Issue.record("it is there")
        return
      }
      #expect(refusal.message == Self.late)
      try stage.put(1)
      #expect(try said()?.get()?.name == "Reader")
      stage.remove("hold")
    }

    @Test func `all is told on the watch's thread`() throws {
      let threads = Guarded<Set<pthread_t>>([])
      let stage = try stage(watches: true) { settings in
        let told = settings.changed
        settings.changed = { change in
          threads.withLock { _ = $0.insert(pthread_self()) }
          told(change)
        }
      }
      try stage.put(1)
      #expect(stage.version == 1 && stage.isWatched)
      try stage.put(3)
      #expect(stage.hears("Reader was replaced: generation 2"))
      try putHanging(stage)
      #expect(stage.hears("Reader was replaced: generation 2", "Reader was not replaced: \(Self.late)"))
      #expect(threads.withLock { $0.count } == 1)
      stage.remove("hold")
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
