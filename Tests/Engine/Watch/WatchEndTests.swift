import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

extension WatchTests {
  /// A watch that ends, and what happens on its thread.
  @Suite struct WatchEndTests {
    /// How many of the kernel's queues the process has.
    private var queues: Int {
      guard let folder = opendir("/proc/self/fd") else { return -1 }
      defer { closedir(folder) }
      var count = 0
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if PathBytes("/proc/self/fd/\(name)").linkTarget?.text.contains("inotify") == true { count += 1 }
      }
      return count
    }

    @Test func `a host that is closed watches no more, and gives its descriptors back`() throws {
      let before = queues
      let watched = try WatchedHost("")
      try watched.put(1)
      #expect(watched.version == 1 && watched.isWatched && queues == before + 1)
      watched.host.close()
      #expect(queues == before)
      try watched.put(2)
      #expect(watched.host.loader.watch?.edition == nil && watched.changes.isEmpty)
      watched.host.close()
    }

    @Test func `one that is closed at once does not watch at all`() throws {
      let before = queues
      for _ in 0..<50 { try WatchedHost("").host.close() }
      #expect(eventually { queues == before })
    }

    // A host in the middle of a replacement, of which a step ends once the file "hold" is removed.
    private func replacing(in step: String = "HOLD") throws -> WatchedHost {
      let watched = try WatchedHost("")
      let hold = watched.path("hold")
      try watched.put(1)
      #expect(watched.version == 1)
      try watched.workshop.write([], to: "hold")
      let next = try WatchedHost.compile("-DVERSION=2 -D\(step)='\"\(hold)\"'", in: watched.workshop)
      #expect(rename(next, watched.path("libReader.so")) == 0)
      #expect(eventually { access("\(hold).begun", F_OK) == 0 })
      return watched
    }

    @Test func `a host is closed in the middle of a replacement, which then comes to nothing`() throws {
      let watched = try replacing()
      let isClosed = Supply()
      let closing = Thread { [host = watched.host] in
        host.close(waiting: .seconds(20))
        isClosed.add()
      }
      #expect(eventually { watched.miss == "closed" })
      watched.remove("hold")
      #expect(isClosed.take(within: 10))
      closing.join()
      #expect(watched.changes.isEmpty && watched.host.loader.slots.isEmpty)
    }

    @Test func `a register that hangs keeps nobody from closing the host`() throws {
      let watched = try replacing()
      // Calls that miss go on as well.
      #expect(watched.miss("Other") == "no_such_component" && watched.version == 1)
      watched.host.close(waiting: .milliseconds(50))
      watched.remove("hold")
    }

    @Test(arguments: ["HOLD", "START_HOLD"])
    func `what is replaced again during a replacement is so behind that`(_ step: String) throws {
      let watched = try replacing(in: step)
      try watched.put(3)
      #expect(watched.version == 1 && watched.changes.isEmpty)
      watched.remove("hold")
      #expect(watched.hears("Reader was replaced: generation 2", "Reader was replaced: generation 3"))
      #expect(watched.version == 3)
    }

    @Test(arguments: ["HOLD", "START_HOLD"])
    func `what is removed during a replacement is taken out behind that`(_ step: String) throws {
      let watched = try replacing(in: step)
      watched.remove("libReader.so")
      #expect(watched.version == 1 && watched.changes.isEmpty)
      watched.remove("hold")
      #expect(watched.hears("Reader was replaced: generation 2", "Reader was taken out"))
      #expect(watched.miss == "no_such_component" && watched.host.loader.loaded.isEmpty)
    }

    @Test func `who hears of a change may call, refresh and close the host`() throws {
      let host = Guarded<Host?>(nil)
      let heard = Guarded<[Int?]>([])
      let isOver = Supply()
      let watched = try WatchedHost("") { settings in
        settings.changed = { _ in
          guard let host = host.withLock({ $0 }) else { return }
          let version = (try? host.mediator.call("Reader", "version"))?.int
          heard.withLock { $0.append(version) }
          host.refresh()
          host.close()
          isOver.add()
        }
      }
      host.withLock { $0 = watched.host }
      try watched.put(1)
      #expect(watched.version == 1)
      try watched.put(2)
      #expect(isOver.take(within: 10))
      #expect(heard.withLock { $0 } == [2] && watched.miss == "closed")
    }

    @Test func `two threads refresh while the watch does, and each version is taken once`() throws {
      let watched = try WatchedHost("")
      try watched.put(1)
      #expect(watched.version == 1 && watched.isWatched)
      for round in 0..<20 {
        try watched.put(round % 2 + 2)
        Thread.each(2) { _ in watched.host.refresh() }
        #expect(watched.version == round % 2 + 2)
      }
      // Two threads may tell one after the other what they did the other way round.
      let told = (2...21).map { "Reader was replaced: generation \($0)" }
      #expect(eventually { watched.changes.count >= told.count } && watched.changes.sorted() == told.sorted())
    }
  }
}
