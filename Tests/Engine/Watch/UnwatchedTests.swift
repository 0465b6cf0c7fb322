import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

extension WatchTests {
  /// Folders that can't be watched, or not all of them.
  @Suite struct UnwatchedTests {
    private static let start = "the plugin folders are looked at every second instead of being watched: "

    private func replaces(_ watched: WatchedHost, in folder: String, _ report: String) throws {
      #expect(eventually { watched.reports == [Self.start + report] }, "\(watched.reports)")
      #expect(watched.host.loader.watch?.edition == nil)
      #expect(watched.miss == "no_such_component")
      try watched.put(1, as: "\(folder)/libReader.so")
      #expect(watched.version == 1)
      try watched.put(2, as: "\(folder)/libReader.so")
      #expect(watched.hears("Reader was replaced: generation 2"))
      watched.remove("\(folder)/libReader.so")
      #expect(eventually { watched.changes.last == "Reader was taken out" })
      #expect(watched.reports.count == 1, "said once")
    }

    @Test func `without inotify the folders are looked at now and then`() throws {
      let watched = try WatchedHost("plugins") { $0.watchLimit = 0 }
      watched.make("plugins")
      try replaces(watched, in: "plugins", "inotify_init1: Function not implemented")
    }

    @Test(arguments: 1...4) func `a limit of watches that is reached half way is no end of it`(_ limit: Int) throws {
      let workshop = try ElfWorkshop()
      #expect(mkdir("\(workshop.path)/first", 0o755) == 0 && mkdir("\(workshop.path)/second", 0o755) == 0)
      let watched = try WatchedHost("first", "second", in: workshop) { $0.watchLimit = limit }
      // The root, the folder of temporary ones, the workshop, and the plugin folders.
      let folder = ["/tmp", workshop.path, "\(workshop.path)/first", "\(workshop.path)/second"][limit - 1]
      try replaces(
        watched, in: "second",
        "'\(folder)' can't be watched: the system's limit of watched folders is reached (fs.inotify.max_user_watches)")
    }

    // Another user, for root reads everything.
    @Test(.enabled(if: geteuid() == 0, "only root's threads can be another user"))
    func `a folder that may not be read is looked at now and then, and watched once it may be`() throws {
      let workshop = try ElfWorkshop()
      chmod(workshop.path, 0o755)
      let plugins = "\(workshop.path)/plugins"
      #expect(mkdir(plugins, 0o755) == 0 && chmod(plugins, 0o711) == 0)
      let setUser = unsafeBitCast(
        try #require(dlsym(nil, "setfsuid")), to: (@convention(c) @Sendable (UInt32) -> Int32).self)
      let watched = Guarded<WatchedHost?>(nil)
      Thread {
        // Of this thread, and of those that it starts.
        _ = setUser(65534)
        let host = try? WatchedHost("plugins", in: workshop) { $0.trustsAny = true }
        watched.withLock { $0 = host }
      }.join()
      let host = try #require(watched.withLock { $0 })
      let report = Self.start + "'\(plugins)' can't be watched: Permission denied"
      #expect(eventually { host.reports == [report] }, "\(host.reports)")
      try host.put(1, as: "plugins/libReader.so")
      #expect(host.version == 1)
      #expect(chmod(plugins, 0o755) == 0)
      #expect(host.isWatched)
      try host.put(2, as: "plugins/libReader.so")
      #expect(eventually { host.version == 2 })
      #expect(host.reports == [report])
    }
  }
}
