import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

extension WatchTests {
  /// Watched folders that come, go and are others.
  @Suite struct MovingFolderTests {
    @Test func `a folder that does not exist yet is watched from the nearest one that does`() throws {
      let watched = try WatchedHost("a/b/c")
      #expect(watched.isWatched && watched.miss == "no_such_component" && watched.reports.isEmpty)
      for folder in ["a", "a/b", "a/b/c"] {
        watched.make(folder)
        #expect(watched.miss == "no_such_component")
      }
      try watched.put(1, as: "a/b/c/libReader.so")
      #expect(watched.version == 1)
      #expect(watched.isWatched)
      try watched.put(2, as: "a/b/c/libReader.so")
      #expect(watched.hears("Reader was replaced: generation 2"))
    }

    @Test func `a folder that comes with all that is in it is noticed`() throws {
      let watched = try WatchedHost("a/b")
      #expect(watched.isWatched && watched.miss == "no_such_component")
      watched.make("other")
      watched.make("other/b")
      try watched.put(1, as: "other/b/libReader.so")
      #expect(rename(watched.path("other"), watched.path("a")) == 0)
      #expect(watched.version == 1)
    }

    @Test func `a folder that is removed takes its components out, and is watched when it is made again`() throws {
      let watched = try WatchedHost("a/b")
      watched.make("a")
      for round in 1...3 {
        watched.make("a/b")
        try watched.put(1, as: "a/b/libReader.so")
        #expect(watched.version == 1)
        #expect(watched.isWatched)
        try watched.put(2, as: "a/b/libReader.so")
        #expect(eventually { watched.version == 2 })
        #expect(ElfWorkshop.run("rm -r '\(watched.path(round == 2 ? "a" : "a/b"))'").status == 0)
        #expect(eventually { watched.changes.count == 2 * round })
        #expect(watched.changes.last == "Reader was taken out" && watched.miss == "no_such_component")
        if round == 2 { watched.make("a") }
      }
    }

    @Test func `a folder above is renamed, another one takes its place, and the first comes back`() throws {
      let watched = try WatchedHost("a/b/c")
      #expect(ElfWorkshop.run("mkdir -p '\(watched.path("a/b/c"))' '\(watched.path("x/b/c"))'").status == 0)
      try watched.put(1, as: "a/b/c/libReader.so")
      try watched.put(2, as: "x/b/c/libReader.so")
      #expect(watched.version == 1 && watched.isWatched)
      #expect(rename(watched.path("a"), watched.path("before")) == 0)
      #expect(watched.hears("Reader was taken out"))
      #expect(rename(watched.path("x"), watched.path("a")) == 0)
      #expect(watched.version == 2)
      // The one that was moved away is not watched any more.
      #expect(watched.isWatched)
      try watched.put(3, as: "before/b/c/libReader.so")
      #expect(rename(watched.path("a/b"), watched.path("a/other")) == 0)
      #expect(rename(watched.path("before/b"), watched.path("a/b")) == 0)
      #expect(eventually { watched.version == 3 })
      #expect(watched.reports.isEmpty)
    }

    @Test func `a file in the folder's place is no folder, and the folder may come after it`() throws {
      let watched = try WatchedHost("plugins")
      try watched.workshop.write([1], to: "plugins")
      #expect(watched.isWatched && watched.miss == "no_such_component")
      watched.remove("plugins")
      watched.make("plugins")
      try watched.put(1, as: "plugins/libReader.so")
      #expect(watched.version == 1)
    }

    // MARK: rights

    @Test func `a folder above that may be trusted again is noticed at once`() throws {
      let watched = try WatchedHost("above/plugins")
      watched.make("above")
      watched.make("above/plugins")
      try watched.put(1, as: "above/plugins/libReader.so")
      #expect(watched.version == 1 && watched.isWatched)
      #expect(chmod(watched.path("above"), 0o777) == 0)
      try watched.put(2, as: "above/plugins/libReader.so")
      #expect(eventually { watched.listed == "not_trusted" } && watched.version == 1)
      // What is looked at by and by is looked at ever more seldom.
      usleep(1_500_000)
      let began = Deadline.now
      #expect(chmod(watched.path("above"), 0o755) == 0)
      #expect(eventually { watched.version == 2 } && Deadline.now - began < 400_000_000)
    }

    // MARK: mounts

    @Test(PrivateMounts.arePossible)
    func `a file that is mounted over another one is noticed, and so is its end`() throws {
      try PrivateMounts.run {
        let watched = try WatchedHost("plugins")
        watched.make("plugins")
        try watched.put(1, as: "plugins/libReader.so")
        try watched.put(2, as: "libOver.so")
        #expect(watched.version == 1 && watched.isWatched)
        try PrivateMounts.bind(watched.path("libOver.so"), on: watched.path("plugins/libReader.so"))
        #expect(eventually { watched.version == 2 })
        #expect(eventually { PrivateMounts.unmount(watched.path("plugins/libReader.so")) == 0 })
        #expect(eventually { watched.version == 1 })
      }
    }

    @Test(PrivateMounts.arePossible)
    func `a folder on another file system goes when that is unmounted, and comes when it is mounted`() throws {
      try PrivateMounts.run {
        let watched = try WatchedHost("plugins")
        watched.make("plugins")
        try watched.put(1, as: "plugins/libReader.so")
        #expect(watched.version == 1 && watched.isWatched)
        // Something is mounted over the folder.
        try PrivateMounts.mount("tmpfs", on: watched.path("plugins"))
        chmod(watched.path("plugins"), 0o755)
        #expect(watched.hears("Reader was taken out"))
        try watched.workshop.write(WatchedHost.versions[2], to: "plugins/libReader.so")
        #expect(watched.version == 2)
        #expect(watched.isWatched)
        #expect(eventually { PrivateMounts.unmount(watched.path("plugins")) == 0 }, "the host keeps it")
        #expect(eventually { watched.version == 1 }, "\(watched.changes)")
        #expect(watched.reports.isEmpty)
      }
    }

    @Test(PrivateMounts.arePossible)
    func `calls of what is missing or refused, and lists, don't keep a folder from being unmounted`() throws {
      try PrivateMounts.run {
        let watched = try WatchedHost("plugins")
        watched.make("plugins")
        try PrivateMounts.mount("tmpfs", on: watched.path("plugins"))
        chmod(watched.path("plugins"), 0o755)
        #expect(watched.isWatched)
        try watched.workshop.write(WatchedHost.versions[0], to: "plugins/libReader.so")
        #expect(watched.isWatched)
        #expect(watched.miss("Missing") == "no_such_component" && watched.miss == "component_refused")
        _ = watched.host.list()
        #expect(eventually { PrivateMounts.unmount(watched.path("plugins")) == 0 }, "the host keeps it")
      }
    }

    @Test(PrivateMounts.arePossible)
    func `a file system that does not tell is looked at now and then, and that is reported once`() throws {
      try PrivateMounts.run {
        let watched = try WatchedHost("plugins")
        watched.make("plugins")
        // It is local, but none of those that are known to tell everything.
        try PrivateMounts.mount("ramfs", on: watched.path("plugins"))
        chmod(watched.path("plugins"), 0o755)
        let report =
          "the plugin folders are looked at every second instead of being watched: '\(watched.path("plugins"))' "
          + "can't be watched: its file system does not tell of what others do"
        #expect(eventually { watched.reports == [report] }, "\(watched.reports)")
        #expect(watched.miss == "no_such_component" && watched.host.loader.watch?.edition == nil)
        try watched.workshop.write(WatchedHost.versions[1], to: "plugins/libReader.so")
        #expect(watched.version == 1)
        try watched.workshop.write(WatchedHost.versions[2], to: "plugins/aside")
        #expect(rename(watched.path("plugins/aside"), watched.path("plugins/libReader.so")) == 0)
        #expect(eventually { watched.version == 2 })
        #expect(watched.reports == [report])
        #expect(eventually { PrivateMounts.unmount(watched.path("plugins")) == 0 })
        #expect(watched.isWatched)
      }
    }
  }
}
