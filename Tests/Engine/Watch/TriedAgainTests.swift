import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

extension WatchTests {
  /// What could not be replaced for what it was doing, in passes that are made by hand.
  @Suite struct TriedAgainTests {
    private static let millisecond: Int64 = 1_000_000
    private let watched: WatchedHost
    private let watch: FolderWatch

    init() throws {
      watched = try WatchedHost("") { settings in
        settings.watches = false
        // It is looked as often as this for what has ended.
        settings.holdLimit = .milliseconds(10)
      }
      watch = FolderWatch(watched.host.loader.directories, limit: 100)
    }

    // The first version is in the folder, and loaded.
    private func load(_ flags: String) throws {
      let first = try WatchedHost.compile("-DVERSION=1 \(flags)", in: watched.workshop)
      #expect(rename(first, watched.path("libReader.so")) == 0)
      #expect(watched.version == 1)
    }

    // How often the next version was made: each time leaves an image in memory.
    private var tries: Int { watched.host.generations.count - 1 }

    private func refused(_ reason: String) -> Bool {
      watched.host.loader.names { $0.reason == reason } == ["Reader"]
    }

    private func begin() throws -> FolderPasses {
      try watched.put(2)
      var passes = FolderPasses(watch, watched.host.loader, wait: .seconds(60))
      var news = FolderNews()
      news.hasWays = true
      passes.make(news)
      return passes
    }

    /// Makes the next pass when it is due, and says when it began.
    @discardableResult
    private func make(_ passes: inout FolderPasses) -> Int64 {
      #expect(eventually { passes.due <= Deadline.now })
      let now = Deadline.now
      passes.make(FolderNews())
      return now
    }

    @Test func `what is at rest and does not save is tried again half as often each time`() throws {
      try load("-DKEEPS_STATE")
      var passes = try begin()
      #expect(refused("save_failed") && tries == 1)
      var pause = 20 * Self.millisecond
      for count in 2...7 {
        let began = make(&passes)
        #expect(refused("save_failed") && tries == count)
        // Counted from a moment within the pass.
        #expect(passes.due >= began + pause && passes.due <= Deadline.now + pause, "try \(count)")
        pause *= 2
      }
      #expect(watched.version == 1)
      let told = "Reader was not replaced: the one before did not save its state: not now"
      #expect(watched.changes == [told])
      // Another file is tried at once.
      try watched.put(3)
      var news = FolderNews()
      news.components = ["Reader"]
      passes.make(news)
      #expect(tries == 8)
    }

    @Test func `what may pass is told although it is refused in other words again and again`() throws {
      try load("")
      watched.make("folder")
      #expect(mkfifo(watched.path("pipe"), 0o644) == 0)
      var passes = FolderPasses(watch, watched.host.loader, wait: .seconds(60))
      var news = FolderNews()
      news.components = ["Reader"]
      // No pass comes so late that the words of the one before would be told by then.
      let end = Deadline.now + 10_000 * Self.millisecond
      var turns = 0
      while watched.changes.isEmpty, Deadline.now < end {
        watched.flip("libReader.so", to: turns.isMultiple(of: 2) ? "folder" : "pipe")
        passes.make(news)
        turns += 1
        usleep(1_000)
      }
      #expect(watched.changes.count == 1 && watched.changes[0].hasPrefix("Reader was not replaced: it is a "))
      #expect(turns > 1 && watched.version == 1)
    }

    @Test func `what has calls is tried again when they have ended, and now and then although they go on`() throws {
      let linger = watched.path("linger")
      try watched.workshop.write([], to: "linger")
      try load("-DLINGER='\"\(linger)\"'")
      let calling = Thread { [host = watched.host] in
        #expect((try? host.mediator.call("Reader", "linger", timeLimit: .seconds(60))) == 1)
      }
      #expect(eventually { access("\(linger).begun", F_OK) == 0 })
      var since = Deadline.now
      var passes = try begin()
      #expect(refused("still_busy") && tries == 1)
      for (count, delay) in [(2, 120), (3, 240)] as [(Int, Int64)] {
        // It is looked at more often than that, and left alone.
        let end = Deadline.now + 10_000 * Self.millisecond
        while tries < count, Deadline.now < end { make(&passes) }
        #expect(tries == count && refused("still_busy"))
        let now = Deadline.now
        #expect(
          now >= since + delay * Self.millisecond, "try \(count) came after \((now - since) / Self.millisecond) ms")
        since += delay * Self.millisecond
      }
      watched.remove("linger")
      calling.join()
      make(&passes)
      #expect(tries == 4 && watched.version == 2)
      #expect(passes.due == .max)
    }

    // Everything is looked at each second where the folders can't be watched.
    @Test(arguments: [false, true])
    func `what took long and was refused for its calls is no news, but for what came meanwhile`(_ isEverything: Bool)
      throws
    {
      for file in ["linger", "hold"] { try watched.workshop.write([], to: file) }
      try load("-DLINGER='\"\(watched.path("linger"))\"'")
      let calling = Thread { [host = watched.host] in
        #expect((try? host.mediator.call("Reader", "linger", timeLimit: .seconds(60))) == 1)
      }
      #expect(eventually { access(watched.path("linger.begun"), F_OK) == 0 })
      func putHolding(_ version: Int) throws {
        let flags = "-DVERSION=\(version) -DHOLD='\"\(watched.path("hold"))\"'"
        let made = try WatchedHost.compile(flags, in: watched.workshop)
        #expect(rename(made, watched.path("libReader.so")) == 0)
      }
      try putHolding(2)
      // The pass does not wait for it.
      var passes = FolderPasses(watch, watched.host.loader, wait: .zero)
      var news = FolderNews()
      news.components = ["Reader"]
      passes.make(news)
      #expect(eventually { access(watched.path("hold.begun"), F_OK) == 0 })
      #expect(watch.refreshing.names == ["Reader"] && watched.changes.isEmpty)
      watched.remove("hold")
      #expect(eventually { watch.refreshing.names.isEmpty })
      #expect(refused("still_busy") && tries == 1)
      #expect(eventually { watch.unseen.hasEnded }, "what came of it is looked at")
      #expect(watch.unseen.components.isEmpty, "but it is not")
      var end = FolderNews()
      end.hasEnded = true
      end.hasWays = isEverything
      let now = Deadline.now
      passes.make(end)
      #expect(eventually { watch.refreshing.names.isEmpty })
      #expect(tries == 1 && watched.changes.count == 1)
      #expect(passes.due >= now + 10 * Self.millisecond, "it has its pause")

      // Another file, and news of it while it is tried.
      try watched.workshop.write([], to: "hold")
      watched.remove("hold.begun")
      try putHolding(3)
      passes.make(news)
      #expect(eventually { access(watched.path("hold.begun"), F_OK) == 0 })
      try watched.put(4)
      passes.make(news)
      watched.remove("hold")
      #expect(eventually { watch.refreshing.names.isEmpty })
      #expect(eventually { watch.unseen.components == ["Reader"] })
      watched.remove("linger")
      calling.join()
    }
  }
}
