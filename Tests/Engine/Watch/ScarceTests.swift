import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

extension WatchTests {
  /// Watches of a process that lacks something for a while.
  @Suite struct ScarceTests {
    private static let scan = "the plugin folders are looked at every second instead of being watched: "

    // The lowest number that no file has.
    private static func free() -> Int32 {
      let next = dup(0)
      close(next)
      return next
    }

    /// So many more files can be opened from now on.
    private static func leave(_ count: Int) {
      var left = count
      for number in Int32(0)... where fcntl(number, F_GETFD) == -1 {
        left -= 1
        if left == 0 { return limit(to: number + 1) }
      }
    }

    private static func limit(to count: Int32) {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    @Test func `without a free descriptor the folders are looked at now and then, and watched once there is one`()
      async throws
    {
      let workshop = try ElfWorkshop()
      try workshop.write(WatchedHost.versions[1], to: "libReader.so")
      try workshop.write(WatchedHost.versions[2], to: "next")
      await #expect(processExitsWith: .success) { [path = workshop.path as String] in
        var settings = Settings(directories: [path])
        settings.watches = true
        let reports = Guarded<[String]>([])
        settings.report = { report in reports.withLock { $0.append(report.message) } }
        let open = ScarceTests.free()
        ScarceTests.limit(to: open)
        let host = Host(settings)
        #expect(eventually { reports.withLock { $0.count == 1 } })
        ScarceTests.limit(to: open + 200)
        #expect(eventually { host.loader.watch?.edition != nil })
        let version = { try? host.mediator.call("Reader", "version") }
        #expect(version() == 1)
        #expect(rename("\(path)/next", "\(path)/libReader.so") == 0)
        #expect(eventually { version() == 2 })
        #expect(reports.withLock { $0.allSatisfy { $0.hasPrefix(ScarceTests.scan) } })
      }
    }

    @Test func `where nobody tells what is mounted the folders are looked at now and then`() async throws {
      let workshop = try ElfWorkshop()
      await #expect(processExitsWith: .success) { [path = workshop.path as String] in
        var settings = Settings(directories: [path])
        settings.watches = true
        let reports = Guarded<[String]>([])
        settings.report = { report in reports.withLock { $0.append(report.message) } }
        // Enough for the bell, then for the queue.
        ScarceTests.leave(2)
        let host = Host(settings)
        #expect(eventually { reports.withLock { $0.count == 1 } })
        ScarceTests.leave(1)
        #expect(
          eventually {
            reports.withLock { $0.last == ScarceTests.scan + "the system does not tell what is mounted" }
          })
        #expect(host.loader.watch?.edition == nil)
        ScarceTests.leave(200)
        #expect(eventually { host.loader.watch?.edition != nil })
      }
    }

    @Test func `what is missing elsewhere is looked for more and more seldom, whatever else happens`() throws {
      let stage = try WatchedHost("") { $0.watches = false }
      try stage.put(1)
      #expect(stage.version == 1)
      let lacking = try stage.workshop.compile(
        "int absent(void) { return 1; }", to: "libabsent-of-tests.so", "-Wl,-soname,libabsent-of-tests.so")
      let needing = try WatchedHost.compile(
        "-DVERSION=2 -L'\(stage.workshop.path)' -Wl,--no-as-needed -labsent-of-tests", in: stage.workshop)
      #expect(unlink(lacking) == 0 && rename(needing, stage.path("libReader.so")) == 0)
      let loader = stage.host.loader
      let watch = FolderWatch(loader.directories, limit: 100)
      var passes = FolderPasses(watch, loader, wait: .seconds(60))
      var news = FolderNews()
      news.hasWays = true
      passes.make(news)
      #expect(loader.names { $0.reason == "missing_library" } == ["Reader"])
      var longest: Int64 = 0
      for pass in 0..<11 {
        while passes.due > Deadline.now { usleep(500) }
        news = FolderNews()
        // Of others.
        if pass % 3 == 1 { news.components = ["Other"] }
        passes.make(news)
        longest = max(longest, passes.due - Deadline.now)
      }
      #expect(longest > 1_200_000_000, "\(longest)")
      // What it needs may be there now.
      news = FolderNews()
      news.components = ["Reader"]
      passes.make(news)
      #expect(passes.due - Deadline.now < 100_000_000)
    }
  }
}
