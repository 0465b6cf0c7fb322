import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

extension WatchTests {
  /// A component that was rolled back, and its file in a watched folder.
  @Suite struct WatchedRollbackTests {
    private let watched: WatchedHost

    init() throws {
      watched = try WatchedHost("")
      try watched.put(1)
      #expect(watched.version == 1 && watched.isWatched)
    }

    // Has the watch look at the folder several times.
    private func pass() throws {
      let loader = watched.host.loader
      for number in 1...3 {
        let before = loader.gate.locked { loader.refreshes }
        try watched.put(1, as: "libOther\(number).so")
        #expect(eventually { loader.gate.locked { loader.refreshes } > before })
      }
    }

    @Test func `a watch leaves what was rolled back alone until its file changes`() throws {
      let replaced = "Reader was replaced: generation"
      try watched.put(2)
      #expect(watched.hears("\(replaced) 2"))
      #expect(try watched.host.rollback("Reader").kind == .replaced(generation: 3))
      try pass()
      #expect(watched.version == 1 && watched.host.loader.loaded["Reader"]?.number == 3)
      #expect(watched.changes == ["\(replaced) 2", "\(replaced) 3"])
      try watched.put(4)
      #expect(watched.hears("\(replaced) 2", "\(replaced) 3", "\(replaced) 4"))
      #expect(watched.version == 4)
    }

    @Test func `one whose file is gone stays back until a file comes, and goes with that`() throws {
      watched.remove("libReader.so")
      #expect(watched.hears("Reader was taken out"))
      #expect(try watched.host.rollback("Reader").kind == .replaced(generation: 2))
      try pass()
      let back = ["Reader was taken out", "Reader was replaced: generation 2"]
      #expect(watched.version == 1 && watched.changes == back)
      try watched.put(2)
      #expect(watched.hears(back + ["Reader was replaced: generation 3"]))
      #expect(watched.version == 2)
      watched.remove("libReader.so")
      #expect(watched.hears(back + ["Reader was replaced: generation 3", "Reader was taken out"]))
      #expect(watched.miss == "no_such_component")
    }
  }
}
