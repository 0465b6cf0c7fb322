import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

extension WatchTests {
  /// Watched folders to which links lead, and files that are links.
  @Suite struct LinkedFolderTests {
    private func host(_ folder: String, _ prepare: (WatchedHost) throws -> Void) throws -> WatchedHost {
      // The folders are there before the host that is tested.
      let workshop = try ElfWorkshop()
      let other = try WatchedHost("nothing", in: workshop) { $0.watches = false }
      try prepare(other)
      return try WatchedHost(folder, in: workshop)
    }

    private func versions(_ watched: WatchedHost, in folders: String...) throws {
      for (number, folder) in folders.enumerated() {
        watched.make(folder)
        try watched.put(number + 1, as: "\(folder)/libReader.so")
      }
    }

    /// Where the link is, what it says, and what it says then.
    static let links = [
      ("current", "v1", "v2", "current"),
      ("current", "./v1/", "../%/v2", "current"),
      ("current", "%%/v1", "%%/v2", "current"),
      ("b/c", "../v1", "../v2", "b/c"),
      ("b/c", "d", "e", "b/c/sub"),
      ("b/c", "d", "e", "b/d/../c/sub/../sub"),
    ]

    @Test(arguments: links) func `a link on the way to the folder is flipped`(
      _ link: String, _ before: String, _ after: String, _ folder: String
    ) throws {
      func target(_ text: String, _ watched: WatchedHost) -> String {
        let name = ComponentName.lastPart(of: watched.workshop.path)
        return text.replacing("%%", with: watched.workshop.path).replacing("%", with: name)
      }
      let watched = try host(folder) { other in
        other.make("b")
        if folder.hasSuffix("sub") {
          for folder in ["b/d", "b/e"] { other.make(folder) }
          try versions(other, in: "b/d/sub", "b/e/sub")
        } else {
          try versions(other, in: "v1", "v2")
        }
        other.link(target(before, other), as: link)
      }
      #expect(watched.version == 1)
      watched.flip(link, to: target(after, watched))
      #expect(watched.hears("Reader was replaced: generation 2"))
      #expect(watched.version == 2)
      watched.flip(link, to: target(before, watched))
      #expect(eventually { watched.version == 1 })
      #expect(watched.reports.isEmpty)
    }

    @Test func `links to links are followed, each step of the way`() throws {
      let watched = try host("one") { other in
        try versions(other, in: "v1", "v2", "v3")
        other.make("x")
        other.link("x/two", as: "one")
        other.link("../three", as: "x/two")
        other.link("v1", as: "three")
      }
      #expect(watched.version == 1)
      watched.flip("three", to: "v2")
      #expect(eventually { watched.version == 2 })
      watched.flip("x/two", to: "../v3")
      #expect(eventually { watched.version == 3 })
      watched.flip("one", to: "v1")
      #expect(eventually { watched.version == 1 })
      // What is no longer on the way says nothing.
      watched.flip("three", to: "v3")
      #expect(watched.isWatched && watched.version == 1 && watched.reports.isEmpty)
    }

    @Test func `what is half written in a folder says nothing of the one that comes in its place`() throws {
      let watched = try host("current") { other in
        try versions(other, in: "v1", "v2")
        other.link("v1", as: "current")
      }
      #expect(watched.version == 1 && watched.isWatched)
      let watch = try #require(watched.host.loader.watch)
      let file = open(watched.path("v1/libReader.so"), O_WRONLY | O_CLOEXEC)
      #expect(write(file, "x", 1) == 1)
      #expect(watch.isWritten("libReader.so"))
      watched.flip("current", to: "v2")
      #expect(eventually { watched.version == 2 })
      // A look at the unfinished file may find the new one before the watch has gone its way again. Half a minute behind the
      // write it would be so anyway.
      #expect(eventually(within: .seconds(10)) { !watch.isWritten("libReader.so") })
      close(file)
    }

    @Test func `a library beside components that is written to is known, and one elsewhere is not`() throws {
      let watched = try host("current") { other in
        try versions(other, in: "current")
      }
      #expect(watched.version == 1 && watched.isWatched)
      let watch = try #require(watched.host.loader.watch)
      let file = open(watched.path("current/libbeside.so.1"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      let other = open(watched.path("libother.so.1"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      #expect(!watch.isWritten("libbeside.so.1"))
      for file in [file, other] { #expect(write(file, "x", 1) == 1) }
      #expect(watch.isWritten("libbeside.so.1") && !watch.isWritten("libother.so.1"))
      close(file)
      #expect(!watch.isWritten("libbeside.so.1"))
      close(other)
    }

    @Test func `a call right after the flip of the folder knows the new names`() throws {
      let watched = try host("current") { other in
        try versions(other, in: "v1", "v2")
        other.remove("v1/libReader.so")
        other.link("v1", as: "current")
      }
      #expect(watched.isWatched && watched.miss == "no_such_component")
      watched.flip("current", to: "v2")
      #expect(watched.version == 2)
    }

    @Test func `a folder as Kubernetes projects one is taken over as a whole`() throws {
      func project(_ version: Int, _ watched: WatchedHost) throws {
        let folder = "volume/..2024_11_22_09_30_0\(version).1"
        watched.make(folder)
        try watched.put(version, as: "\(folder)/libReader.so")
        watched.flip("volume/..data", to: ComponentName.lastPart(of: folder))
      }
      let watched = try host("volume") { other in
        other.make("volume")
        try project(1, other)
        other.link("..data/libReader.so", as: "volume/libReader.so")
      }
      #expect(watched.version == 1)
      for version in 2...4 {
        try project(version, watched)
        #expect(eventually { watched.version == version }, "\(watched.changes)")
        #expect(ElfWorkshop.run("rm -r '\(watched.path("volume/..2024_11_22_09_30_0\(version - 1).1"))'").status == 0)
      }
      let told = (2...4).map { "Reader was replaced: generation \($0)" }
      #expect(eventually { watched.changes == told }, "\(watched.changes)")
      // The volume itself is deleted under the watch, and made again.
      #expect(ElfWorkshop.run("rm -r '\(watched.path("volume"))'").status == 0)
      #expect(eventually { watched.changes.last == "Reader was taken out" })
      watched.make("volume")
      try project(2, watched)
      watched.link("..data/libReader.so", as: "volume/libReader.so")
      #expect(watched.version == 2)
      try project(3, watched)
      #expect(eventually { watched.version == 3 })
      #expect(watched.reports.isEmpty)
    }

    @Test func `a link may be there before the file that it leads to, and after it`() throws {
      let watched = try host("plugins") { other in
        other.make("plugins")
        other.make("far")
        other.link("../far/away/reader.so", as: "plugins/libReader.so")
      }
      #expect(watched.isWatched && watched.miss == "component_refused" && watched.listed == "dangling_link")
      watched.make("far/away")
      try watched.put(1, as: "far/away/reader.so")
      #expect(watched.version == 1)
      watched.remove("far/away/reader.so")
      #expect(eventually { watched.changes.last?.contains("a link to a file that doesn't exist") == true })
      #expect(watched.version == 1)
      try watched.put(2, as: "far/away/reader.so")
      #expect(eventually { watched.version == 2 })
    }

    @Test func `a file behind a link is replaced, written over, and put in the link's own place`() throws {
      let watched = try host("plugins") { other in
        other.make("plugins")
        other.make("far")
        try other.put(1, as: "far/reader.so")
        other.link("../far/reader.so", as: "plugins/libReader.so")
      }
      #expect(watched.version == 1)
      try watched.put(2, as: "far/reader.so")
      #expect(eventually { watched.version == 2 })
      let file = open(watched.path("far/reader.so"), O_WRONLY | O_TRUNC | O_CLOEXEC)
      #expect(eventually { watched.listed == "changing" })
      #expect(watched.version == 2)
      let bytes = WatchedHost.versions[3]
      #expect(write(file, bytes, bytes.count) == bytes.count)
      close(file)
      #expect(eventually { watched.version == 3 })
      try watched.put(4, as: "plugins/libReader.so")
      #expect(eventually { watched.version == 4 })
      watched.flip("plugins/libReader.so", to: "../far/reader.so")
      #expect(eventually { watched.version == 3 })
      try watched.put(1, as: "far/reader.so")
      #expect(eventually { watched.version == 1 })
      #expect(watched.reports.isEmpty)
    }

    @Test func `a link in an earlier folder that leads to what is refused is watched until that is mended`() throws {
      let watched = try WatchedHost("one", "two")
      for folder in ["one", "two", "store"] { watched.make(folder) }
      try watched.put(1, as: "two/libReader.so")
      #expect(watched.version == 1 && watched.isWatched)
      try watched.put(0, as: "store/second.so")
      watched.link("../store/second.so", as: "one/libReader.so")
      #expect(eventually { watched.listed == "not_elf" } && watched.isWatched)
      try watched.put(2, as: "store/second.so")
      #expect(eventually { watched.version == 2 })
    }

    @Test func `a link in an earlier folder is followed in the place of one by the same name`() throws {
      let watched = try WatchedHost("one", "two")
      for folder in ["one", "two", "store"] { watched.make(folder) }
      try watched.put(1, as: "store/first.so")
      watched.link("../store/first.so", as: "two/libReader.so")
      #expect(watched.version == 1 && watched.isWatched)
      try watched.put(2, as: "store/second.so")
      watched.link("../store/second.so", as: "one/libReader.so")
      #expect(eventually { watched.version == 2 } && watched.isWatched)
      try watched.put(3, as: "store/second.so")
      #expect(eventually { watched.version == 3 })
    }

    @Test func `what is loaded while changes are told is watched behind its link`() throws {
      let held = Guarded<Host?>(nil)
      let watched = try WatchedHost("lib") { settings in
        settings.changed = { change in
          if change.name == "Reader" { _ = try? held.withLock { $0 }?.mediator.call("Writer", "version") }
        }
      }
      held.withLock { $0 = watched.host }
      defer { held.withLock { $0 = nil } }
      func write(_ version: Int) throws {
        let made = try WatchedHost.compile("-DVERSION=\(version) -DNAME='\"Writer\"'", in: watched.workshop)
        #expect(rename(made, watched.path("store/libWriter.so")) == 0)
      }
      watched.make("lib")
      watched.make("store")
      try write(1)
      watched.link("../store/libWriter.so", as: "lib/libWriter.so")
      try watched.put(1, as: "lib/libReader.so")
      #expect(watched.version == 1 && watched.isWatched)
      try watched.put(2, as: "lib/libReader.so")
      #expect(eventually { watched.host.loader.loaded["Writer"] != nil } && watched.isWatched)
      try write(2)
      #expect(eventually { (try? watched.host.mediator.call("Writer", "version"))?.int == 2 })
    }

    @Test func `a link that leads to itself is nothing, until it leads somewhere`() throws {
      let watched = try host("loop") { other in
        try versions(other, in: "v1")
        other.link("loop", as: "loop")
      }
      #expect(watched.isWatched && watched.reports.isEmpty)
      watched.flip("loop", to: "v1")
      #expect(watched.version == 1)
    }
  }
}
