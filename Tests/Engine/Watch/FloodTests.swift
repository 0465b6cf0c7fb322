import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

extension WatchTests {
  /// Much that happens at once, or for nothing.
  @Suite struct FloodTests {
    @Test func `ten thousand files that arrive at once are there, each of them`() throws {
      let watched = try WatchedHost("")
      try watched.put(1)
      #expect(watched.version == 1 && watched.isWatched)
      let file = watched.path("libReader.so")
      for number in 0..<10_000 { #expect(Glibc.link(file, watched.path("libOther\(number).so")) == 0) }
      for number in stride(from: 0, to: 10_000, by: 997) {
        #expect(watched.miss("Other\(number)") == "component_refused", "it says that it is Reader")
      }
      #expect(watched.miss("Other10000") == "no_such_component")
      #expect(watched.host.names.count == 10_001)
      #expect(watched.isWatched && watched.changes.isEmpty && watched.reports.isEmpty)
      try watched.put(2)
      #expect(watched.hears("Reader was replaced: generation 2"))
      #expect(watched.host.loader.loaded.count == 1)
    }

    @Test func `what is lost where the queue runs over is found all the same`() throws {
      let (isTold, goOn) = (Supply(), Supply())
      let watched = try WatchedHost("", "made/later") { settings in
        let told = settings.changed
        settings.changed = { change in
          told(change)
          isTold.add()
          goOn.take()
        }
      }
      try watched.put(1)
      #expect(watched.version == 1 && watched.isWatched)
      try watched.put(2)
      #expect(isTold.take(within: 10))
      let watch = try #require(watched.host.loader.watch)
      let file = open(watched.path("libReader.so"), O_WRONLY | O_CLOEXEC)
      #expect(write(file, "x", 1) == 1)
      #expect(watch.isWritten("libReader.so") && !watch.isWritten("libLater.so"))
      // The watch's thread is busy. Each file says four things, and the queue has room for so many.
      let limit = try #require(
        Int(ElfWorkshop.run("cat /proc/sys/fs/inotify/max_queued_events").output.filter(\.isNumber)))
      for number in 0...(limit / 2) {
        close(open(watched.path("lib\(number % 2).o"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644))
        watched.remove("lib\(number % 2).o")
      }
      // Of its end nothing is told.
      close(file)
      try watched.put(3)
      watched.make("made")
      watched.make("made/later")
      try watched.workshop.write(WatchedHost.versions[1], to: "made/later/libLater.so")
      #expect(watched.miss("Later") == "component_refused", "it says that it is Reader")
      for _ in 0..<4 { goOn.add() }
      #expect(eventually { watched.version == 3 })
      #expect(watched.isWatched && !watch.isWritten("libReader.so"))
      try watched.put(4)
      #expect(eventually { watched.version == 4 })
    }

    @Test func `unrelated files have nothing done, whatever their names`() throws {
      let watched = try WatchedHost("")
      try watched.put(1)
      #expect(watched.version == 1 && watched.isWatched && watched.miss("Missing") == "no_such_component")
      let edition = watched.host.loader.watch?.edition
      func path(_ bytes: [UInt8]) -> [CChar] {
        (Array(watched.path("").utf8) + bytes + [0]).map(CChar.init(bitPattern:))
      }
      let long = [UInt8](repeating: 0xff, count: 255)
      let names: [[UInt8]] =
        [Array("lib.so".utf8), Array("lib\u{7f}\n.so".utf8), Array("libä.so".utf8), Array("Reader.so".utf8), long]
        + [Array("lib".utf8) + [0xff, 0xfe] + Array(".so".utf8), Array(repeating: UInt8(ascii: "."), count: 3)]
        + (0..<2000).map { Array("note\($0)".utf8) }
      for name in names {
        let file = open(path(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        #expect(file >= 0 && write(file, "x", 1) == 1)
        close(file)
        #expect(unlink(path(name)) == 0)
      }
      #expect(watched.isWatched && watched.host.loader.watch?.edition == edition)
      #expect(watched.changes.isEmpty && watched.version == 1)
    }

    @Test func `a file that is written to without end takes little time`() throws {
      let clock = Guarded<clockid_t?>(nil)
      let watched = try WatchedHost("") { settings in
        let told = settings.changed
        settings.changed = { change in
          // Of the watch's thread.
          var own = clockid_t()
          pthread_getcpuclockid(pthread_self(), &own)
          clock.withLock { $0 = own }
          told(change)
        }
      }
      try watched.put(1)
      #expect(watched.version == 1 && watched.isWatched)
      let file = open(watched.path("libReader.so"), O_WRONLY | O_CLOEXEC)
      #expect(write(file, "x", 1) == 1)
      #expect(watched.hears("Reader was not replaced: it is being written to"))
      // A second in which the watch looks now and then. A loop that never waits would take all of it.
      let own = try #require(clock.withLock { $0 })
      func processorTime() -> Double {
        var time = timespec()
        clock_gettime(own, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
      }
      let (before, began) = (processorTime(), ContinuousClock.now)
      for _ in 0..<100 {
        #expect(write(file, "x", 1) == 1)
        usleep(10_000)
      }
      #expect(processorTime() - before < (ContinuousClock.now - began) / .seconds(2))
      close(file)
      #expect(eventually { watched.changes.count == 2 })
    }

    @Test func `files that are replaced without end are replaced at a bounded pace, and the last one wins`() throws {
      let watched = try WatchedHost("")
      try watched.put(1)
      #expect(watched.version == 1 && watched.isWatched)
      let start = Deadline.now
      for round in 0..<600 { try watched.put(round % 3 + 1) }
      try watched.put(4)
      #expect(eventually { watched.version == 4 })
      let passes = (Deadline.now - start) / 5_000_000 + 22
      #expect(watched.changes.count <= Int(passes))
    }

    @Test func `what may go at once is bounded, and nothing waits longer than its turn`() {
      var pace = Pace()
      let start: Int64 = 1_000_000_000_000
      for _ in 0..<21 { #expect(pace.turn(now: start) == start) }
      for step in 1...100 { #expect(pace.turn(now: start) == start + Int64(step) * 5_000_000) }
      let later = start + 10_000_000_000
      for _ in 0..<21 { #expect(pace.turn(now: later) == later) }
      #expect(pace.turn(now: later) > later)
    }
  }
}
