import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

@testable import ComponentHost

extension WatchTests {
  /// Files of a watched folder that come, go and change.
  @Suite struct ChangedFileTests {
    let watched: WatchedHost

    init() throws { watched = try WatchedHost("") }

    private func load(_ version: Int = 1) throws {
      try watched.put(version)
      #expect(watched.version == version)
    }

    @Test func `a new file is callable at once, and nothing is loaded because it appeared`() throws {
      #expect(watched.isWatched && watched.miss == "no_such_component")
      try watched.put(1)
      #expect(watched.isWatched)
      #expect(watched.host.loader.loaded.isEmpty)
      #expect(watched.version == 1 && watched.changes.isEmpty)
    }

    @Test func `that a file has appeared is told without a call, and once`() throws {
      #expect(watched.isWatched)
      let diary = Diary<String>()
      let observation = try watched.host.mediator.observe(ComponentKit.HostEvent.added) { notice in
        diary.write(notice.value["name"]?.text ?? "")
      }
      try watched.put(1)
      #expect(diary.wait(for: 1) == ["Reader"])
      try watched.put(2)
      try watched.put(1, as: "libWriter.so")
      #expect(diary.wait(for: 1) == ["Reader", "Writer"])
      #expect(watched.host.loader.loaded.isEmpty)
      withExtendedLifetime(observation) {}
    }

    @Test func `that a file is another or gone is told whether it was loaded or not`() throws {
      #expect(watched.isWatched)
      let diary = Diary<String>()
      let observation = try watched.host.mediator.observe(
        ComponentKit.HostEvent.added, ComponentKit.HostEvent.changed, ComponentKit.HostEvent.removed
      ) { diary.write("\($0.event) \($0.value["name"]?.text ?? "")") }
      var heard: [String] = []
      func tells(_ event: String, _ change: () throws -> Void) throws {
        try change()
        heard.append("host:\(event) Reader")
        #expect(diary.wait(for: 1) == heard)
      }
      try tells("added") { try watched.put(1) }
      try tells("changed") { try watched.put(2) }
      try tells("removed") { watched.remove("libReader.so") }
      #expect(watched.host.loader.loaded.isEmpty)
      try tells("added") {
        try watched.workshop.write(Array("no library".utf8), to: "aside")
        #expect(rename(watched.path("aside"), watched.path("libReader.so")) == 0)
      }
      #expect(watched.version == nil && watched.listed != nil)
      try tells("removed") { watched.remove("libReader.so") }
      try tells("added") { try load() }
      try tells("changed") { try watched.put(2) }
      try tells("removed") { watched.remove("libReader.so") }
      withExtendedLifetime(observation) {}
    }

    @Test func `a replaced file is the next generation, and a removed one is gone, without a call`() throws {
      try load()
      try watched.put(2)
      #expect(watched.hears("Reader was replaced: generation 2"))
      #expect(watched.version == 2)
      watched.remove("libReader.so")
      #expect(watched.hears("Reader was replaced: generation 2", "Reader was taken out"))
      #expect(watched.host.loader.loaded.isEmpty && watched.miss == "no_such_component")
    }

    @Test func `what was replaced while it was loaded for the first time is replaced`() throws {
      // Its register waits: meanwhile another version takes the file's place.
      let hold = watched.path("hold")
      try watched.workshop.write([], to: "hold")
      let first = try WatchedHost.compile("-DVERSION=1 -DHOLD='\"\(hold)\"'", in: watched.workshop)
      #expect(rename(first, watched.path("libReader.so")) == 0)
      let caller = Thread { [watched] in _ = watched.version }
      #expect(eventually { access("\(hold).begun", F_OK) == 0 })
      try watched.put(2)
      #expect(watched.isWatched)
      watched.remove("hold")
      caller.join()
      #expect(watched.hears("Reader was replaced: generation 2"))
      #expect(watched.version == 2)
    }

    @Test func `what gets another name is gone by the old one`() throws {
      try load()
      #expect(rename(watched.path("libReader.so"), watched.path("libWriter.so")) == 0)
      #expect(watched.hears("Reader was taken out"))
      #expect(watched.miss("Writer") == "component_refused", "it says that it is Reader")
      #expect(rename(watched.path("libWriter.so"), watched.path("libReader.so")) == 0)
      #expect(watched.version == 1)
    }

    @Test func `a file written over in place is taken when it is closed, and till then the old one answers`() throws {
      try load()
      let file = open(watched.path("libReader.so"), O_WRONLY | O_TRUNC | O_CLOEXEC)
      #expect(eventually { watched.host.loader.names { $0.retry == .always } == ["Reader"] })
      #expect(watched.listed == "changing" && watched.version == 1)
      let bytes = WatchedHost.versions[2]
      #expect(write(file, bytes, bytes.count / 2) == bytes.count / 2)
      #expect(watched.version == 1 && watched.listed == "changing")
      let rest = bytes.count - bytes.count / 2
      #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress! + bytes.count / 2, rest) } == rest)
      // It is whole, and may be written to further.
      #expect(watched.version == 1 && watched.listed == "changing")
      close(file)
      #expect(eventually { watched.version == 2 })
      #expect(eventually { watched.changes.last == "Reader was replaced: generation 2" } && watched.listed == nil)
    }

    @Test func `a copy that is never finished is told once, and the file may still be finished`() throws {
      try load()
      let file = open(watched.path("libReader.so"), O_WRONLY | O_TRUNC | O_CLOEXEC)
      let kept = "Reader was not replaced: it is being written to"
      #expect(watched.hears(kept))
      for _ in 0..<100 { #expect(write(file, "x", 1) == 1) }
      #expect(watched.version == 1 && watched.changes == [kept])
      ftruncate(file, 0)
      let bytes = WatchedHost.versions[2]
      #expect(pwrite(file, bytes, bytes.count, 0) == bytes.count)
      close(file)
      #expect(watched.hears(kept, "Reader was replaced: generation 2"))
    }

    @Test(arguments: [0, 100]) func `a truncated file leaves the old one answering`(_ size: Int) throws {
      try load()
      // Nobody opens it, so nobody closes it.
      #expect(truncate(watched.path("libReader.so"), size) == 0)
      #expect(eventually { watched.changes.last?.hasPrefix("Reader was not replaced: ") == true })
      #expect(watched.version == 1 && watched.listed == (size == 0 ? "empty" : "truncated"))
      try watched.put(2)
      #expect(eventually { watched.version == 2 })
    }

    @Test func `a file that is copied to its place is not judged before the copy is whole`() throws {
      let file = open(watched.path("libReader.so"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      let bytes = WatchedHost.versions[1]
      #expect(write(file, bytes, 1000) == 1000)
      #expect(watched.isWatched && watched.listed == "changing")
      #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress! + 1000, bytes.count - 1000) } == bytes.count - 1000)
      close(file)
      #expect(watched.version == 1)
    }

    @Test func `a file that gets other rights or one more name stays what was loaded`() throws {
      try load()
      #expect(chmod(watched.path("libReader.so"), 0o755) == 0)
      #expect(watched.host.refresh() == [])
      #expect(Glibc.link(watched.path("libReader.so"), watched.path("backup")) == 0)
      #expect(watched.host.refresh() == [] && watched.isWatched)
      #expect(watched.changes.isEmpty && watched.host.list().map(\.generation) == [1])
    }

    @Test func `a file that is linked into place is never closed, and counts`() throws {
      try load()
      try watched.workshop.write(WatchedHost.versions[2], to: "new")
      watched.remove("libReader.so")
      #expect(Glibc.link(watched.path("new"), watched.path("libReader.so")) == 0)
      #expect(eventually { watched.version == 2 })
    }

    @Test func `a refused replacement leaves the old one answering, until another or a mended one comes`() throws {
      try load()
      try watched.put(0)
      #expect(watched.hears("Reader was not replaced: it is no ELF file"))
      #expect(watched.version == 1 && watched.listed == "not_elf")
      // Another file that is refused in the same words.
      try watched.put(0)
      #expect(eventually { watched.changes.count == 2 } && Set(watched.changes).count == 1)
      try watched.put(2)
      #expect(eventually { watched.version == 2 })
      try watched.workshop.write(WatchedHost.versions[3], to: "aside", mode: 0o666)
      #expect(rename(watched.path("aside"), watched.path("libReader.so")) == 0)
      let said = "Reader was not replaced: it is not trusted: others can write to it (mode 0666)"
      #expect(eventually { watched.changes.last == said })
      #expect(watched.version == 2)
      #expect(chmod(watched.path("libReader.so"), 0o644) == 0)
      #expect(eventually { watched.version == 3 })
    }

    @Test func `what calls kept from being replaced is replaced by and by`() throws {
      let watched = try WatchedHost("") { $0.holdLimit = .milliseconds(1) }
      let linger = watched.path("linger")
      try watched.workshop.write([], to: "linger")
      let first = try WatchedHost.compile("-DVERSION=1 -DLINGER='\"\(linger)\"'", in: watched.workshop)
      #expect(rename(first, watched.path("libReader.so")) == 0)
      #expect(watched.version == 1 && watched.isWatched)
      let caller = Thread { _ = try? watched.host.mediator.call("Reader", "linger") }
      #expect(eventually { access("\(linger).begun", F_OK) == 0 })
      try watched.put(2)
      #expect(eventually { watched.changes.count == 1 })
      #expect(watched.changes.first?.contains("calls of it were still under way") == true, "\(watched.changes)")
      #expect(watched.version == 1)
      watched.remove("linger")
      caller.join()
      #expect(eventually { watched.version == 2 })
      #expect(eventually { watched.changes.count == 2 })
      #expect(watched.changes.last?.hasPrefix("Reader was replaced") == true)
    }

    @Test(.disabled(if: isAddressSanitized, "the address sanitizer takes what ended frames leave behind for faults"))
    func `a register that ends its thread does not end the watch`() throws {
      try load()
      let ending = try WatchedHost.compile("-DVERSION=2 -DEXITS", in: watched.workshop)
      #expect(rename(ending, watched.path("libReader.so")) == 0)
      #expect(watched.hears("Reader was not replaced: its register ended the thread that loads it"))
      #expect(watched.listed == "register_failed" && watched.version == 1)
      try watched.put(3)
      #expect(eventually { watched.version == 3 })
      #expect(watched.isWatched)
    }

    @Test func `what refuses a replacement for a missing library is asked again when the library comes`() throws {
      try load()
      let (hidden, library) = try putNeeding()
      #expect(eventually { watched.changes.last?.hasPrefix("Reader was not replaced: ") == true })
      #expect(watched.listed == "missing_library" && watched.version == 1)
      #expect(rename(hidden, library) == 0)
      #expect(eventually { watched.version == 2 })
    }

    private static let needing = Atomic(0)

    // With a library beside it that is not there yet. Each has another name: what is loaded into this process under one is
    // found for whatever needs it.
    private func putNeeding() throws -> (hidden: String, library: String) {
      let name = "libbeside\(Self.needing.wrappingAdd(1, ordering: .relaxed).newValue).so.1"
      let beside = try watched.workshop.compile("int beside(void) { return 2; }", to: name, "-Wl,-soname,\(name)")
      let header = try watched.workshop.write(Array("int beside(void);\n".utf8), to: "beside.h")
      let needing = try WatchedHost.compile(
        "-DVERSION='beside()' -include '\(header)' '\(beside)'", in: watched.workshop)
      #expect(rename(beside, watched.path("hidden")) == 0)
      #expect(rename(needing, watched.path("libReader.so")) == 0)
      return (watched.path("hidden"), beside)
    }

    @Test(arguments: [true, false])
    func `of what is refused for a missing library, in a list or by a call, it is told once the library is there`(
      isCalled: Bool
    ) throws {
      let diary = Diary<String>()
      let observation = try watched.host.mediator.observe(
        ComponentKit.HostEvent.changed, ComponentKit.HostEvent.loaded
      ) {
        diary.write("\($0.event) \($0.value["name"]?.text ?? "")")
      }
      #expect(watched.isWatched)
      let (hidden, library) = try putNeeding()
      #expect(isCalled ? watched.version == nil : watched.listed == "missing_library")
      // One that it does not need is no news.
      try watched.workshop.write(WatchedHost.versions[0], to: "libother.so.1")
      #expect(rename(hidden, library) == 0)
      #expect(diary.wait(for: 1) == ["host:changed Reader"])
      #expect(watched.listed == nil && watched.version == 2)
      // It is told once.
      #expect(rename(library, hidden) == 0 && rename(hidden, library) == 0)
      #expect(diary.wait(for: 1) == ["host:changed Reader", "host:loaded Reader"])
      withExtendedLifetime(observation) {}
    }

    @Test func `what refuses a replacement for a missing neighbour is asked again when the neighbour comes`() throws {
      try load()
      let needing = try WatchedHost.compile("-DVERSION=2 -DNEED='\"Other\"'", in: watched.workshop)
      #expect(rename(needing, watched.path("libReader.so")) == 0)
      #expect(watched.hears("Reader was not replaced: it needs the component 'Other', which is not there"))
      #expect(watched.version == 1)
      try watched.workshop.write(WatchedHost.versions[0], to: "libOther.so")
      #expect(eventually { watched.version == 2 })
    }

    @Test func `without a watch nothing happens by itself, and what a refresh does is told`() throws {
      let still = try WatchedHost("", in: watched.workshop) { $0.watches = false }
      try watched.put(1)
      #expect(still.version == 1 && watched.version == 1)
      try watched.put(2)
      #expect(watched.hears("Reader was replaced: generation 2"))
      #expect(still.version == 1 && still.changes.isEmpty && still.host.loader.watch == nil)
      #expect(still.host.refresh().count == 1)
      #expect(still.changes == ["Reader was replaced: generation 2"])
    }

    @Test func `a file in an earlier folder takes over, and gives way again`() throws {
      let both = try WatchedHost("first", "", in: watched.workshop)
      try both.put(1)
      #expect(both.version == 1)
      both.make("first")
      try both.put(2, as: "first/libReader.so")
      #expect(eventually { both.version == 2 })
      both.remove("first/libReader.so")
      #expect(eventually { both.version == 1 })
    }

    @Test func `a component that is linked into the program is not looked for in the folders`() throws {
      try watched.host.register(Echo.self)
      try watched.workshop.write(WatchedHost.versions[1], to: "libEcho.so")
      #expect(watched.isWatched)
      #expect(try watched.host.mediator.call("Echo", "int", ["id": 1]) == 1)
      #expect(watched.changes.isEmpty)
    }
  }
}
