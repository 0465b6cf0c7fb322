import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

extension WatchTests {
  /// Components that hang while others change.
  @Suite struct HangingTests {
    private let watched: WatchedHost

    init() throws {
      // Longer than any of these tests waits.
      watched = try WatchedHost("") { $0.stepLimit = .seconds(600) }
      try watched.put(1)
      try watched.workshop.write([], to: "hold")
      #expect(watched.version == 1 && watched.isWatched)
    }

    private func put(_ flags: String) throws {
      let made = try WatchedHost.compile("-DNAME='\"Slow\"' \(flags)", in: watched.workshop)
      #expect(rename(made, watched.path("libSlow.so")) == 0)
    }

    private var slow: Int? { (try? watched.host.mediator.call("Slow", "version"))?.int }
    private var hold: String { "'\"\(watched.path("hold"))\"'" }
    private var hasBegun: Bool { eventually { access(watched.path("hold.begun"), F_OK) == 0 } }

    @Test func `a component that hangs in its shutdown keeps no other from being replaced or taken out`() throws {
      try put("-DVERSION=1 -DSHUTDOWN_HOLD=\(hold)")
      #expect(slow == 1)
      try put("-DVERSION=2")
      #expect(hasBegun)
      #expect(watched.hears("Slow was replaced: generation 2"))
      try watched.put(2)
      #expect(watched.hears("Slow was replaced: generation 2", "Reader was replaced: generation 2"))
      watched.remove("libReader.so")
      #expect(eventually { watched.changes.last == "Reader was taken out" })
      try put("-DVERSION=3")
      #expect(eventually { slow == 3 })
      watched.remove("hold")
    }

    @Test(arguments: ["START_HOLD", "HOLD"])
    func `a component that hangs before it answers keeps no other from being replaced or taken out`(_ step: String)
      throws
    {
      try put("-DVERSION=1")
      #expect(slow == 1)
      try put("-DVERSION=2 -D\(step)=\(hold)")
      #expect(hasBegun)
      try watched.put(2)
      #expect(watched.hears("Reader was replaced: generation 2"))
      watched.remove("libReader.so")
      #expect(eventually { watched.changes.last == "Reader was taken out" })
      // Its own changes come in their order.
      try put("-DVERSION=3")
      #expect(slow == 1)
      watched.remove("hold")
      #expect(eventually { slow == 3 })
      #expect(eventually { watched.changes.filter { $0.hasPrefix("Slow") }.count == 2 })
    }

    @Test func `a refresh waits for what hangs no longer than for a step, and has looked at all others before`() throws
    {
      let stage = try WatchedHost("") { settings in
        settings.watches = false
        settings.stepLimit = .milliseconds(100)
      }
      let hold = stage.path("hold")
      // What hangs comes first by its name.
      func put(_ flags: String) throws {
        let made = try WatchedHost.compile("-DNAME='\"Hangs\"' \(flags)", in: stage.workshop)
        #expect(rename(made, stage.path("libHangs.so")) == 0)
      }
      try put("-DVERSION=1")
      try stage.put(1)
      #expect(stage.version == 1 && (try? stage.host.mediator.call("Hangs", "version")) == 1)
      try stage.workshop.write([], to: "hold")
      try put("-DVERSION=2 -DHOLD='\"\(hold)\"'")
      let late = "Hangs was not replaced: its register did not end within 0.1 s"
      let hanging = Thread { #expect(stage.host.refresh().map(\.description) == [late]) }
      #expect(eventually { access("\(hold).begun", F_OK) == 0 })
      try stage.put(2)
      #expect(stage.host.refresh().map(\.description) == ["Reader was replaced: generation 2"])
      stage.remove("hold")
      hanging.join()
      #expect(stage.changes.filter { $0 == late }.count == 1, "told when it was given up")
    }
  }
}
