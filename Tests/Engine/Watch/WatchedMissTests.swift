import ComponentABI
import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

@testable import ComponentHost

extension WatchTests {
  /// Calls of what is missing in a watched folder.
  @Suite struct WatchedMissTests {
    @Test func `a call right after a file came or went never goes by what was`() throws {
      let watched = try WatchedHost("")
      #expect(watched.isWatched)
      try watched.workshop.write(WatchedHost.versions[1], to: "source")
      for round in 0..<300 {
        let name = "Other\(round)"
        let file = watched.path("lib\(name).so")
        #expect(watched.miss(name) == "no_such_component")
        switch round % 3 {
        case 0: #expect(Glibc.link(watched.path("source"), file) == 0)
        case 1: try watched.workshop.write(WatchedHost.versions[1], to: "lib\(name).so")
        default: #expect(symlink("source", file) == 0)
        }
        #expect(watched.miss(name) == "component_refused", "it says that it is Reader")
        #expect(unlink(file) == 0)
        #expect(watched.miss(name) == "no_such_component")
      }
    }

    @Test func `the same on several threads, while the watch is busy with a listener that does not return`() throws {
      let (isTold, goOn) = (Supply(), Supply())
      let watched = try WatchedHost("") { settings in
        settings.changed = { _ in
          isTold.add()
          goOn.take()
        }
      }
      try watched.put(1)
      #expect(watched.version == 1 && watched.isWatched)
      try watched.put(2)
      #expect(isTold.take(within: 10))
      try watched.workshop.write(WatchedHost.versions[1], to: "source")
      let wrong = Atomic(0)
      Thread.each(4) { thread in
        for round in 0..<100 {
          let name = "Other\(thread)x\(round)"
          if watched.miss(name) != "no_such_component" { wrong.add(1, ordering: .relaxed) }
          if Glibc.link(watched.path("source"), watched.path("lib\(name).so")) != 0 { wrong.add(1, ordering: .relaxed) }
          if watched.miss(name) != "component_refused" { wrong.add(1, ordering: .relaxed) }
        }
      }
      let count = wrong.load(ordering: .relaxed)
      #expect(count == 0)
      for _ in 0..<10 { goOn.add() }
    }

    @Test func `as long as no component comes or goes the same answer is given, whatever else happens`() throws {
      let watched = try WatchedHost("", "not/there")
      #expect(watched.isWatched)
      func answer() -> Absence? {
        // The first one looks, the second one finds what it saw.
        for _ in 0..<2 { #expect(watched.miss("Missing") == "no_such_component") }
        var (target, action) = ("Missing", "version")
        return target.withUTF8 { target in
          action.withUTF8 { watched.host.loader.absence(component_text(target), component_text($0)) }
        }
      }
      let first = try #require(answer(), "it is kept though the folder has just changed, and another is not there")
      try watched.workshop.write([1], to: "note")
      #expect(answer() === first)
      try watched.workshop.write([1], to: "libReader.so")
      let second = try #require(answer())
      #expect(second !== first && second.answer.failure.details["suggestions"] == nil)
      watched.remove("libReader.so")
      #expect(answer() !== second)
    }

    @Test func `a near name that comes is named at once`() throws {
      let watched = try WatchedHost("")
      #expect(watched.isWatched)
      func near() -> Value? {
        failure { () throws(Failure) in try watched.host.mediator.call("Reder", "run") }?.details["suggestions"]
      }
      for _ in 0..<20 {
        #expect(near() == nil)
        try watched.workshop.write([1], to: "libReader.so")
        #expect(near() == ["Reader"])
        watched.remove("libReader.so")
      }
    }

    @Test(.disabled(if: dlsym(nil, "__tsan_init") != nil, "the sanitizer has threads that a child lacks"))
    func `a child made by fork looks for itself, and takes nothing from its parent`() throws {
      var status = SIGALRM
      for _ in 0..<5 where status == SIGALRM { status = try endOfChild() }
      #expect(status == 0)
    }

    // How the child ends: by SIGALRM where it waits for something that another test's thread had locked at that moment, as
    // the dynamic loader is while it loads. That thread is not there, so it stays locked.
    private func endOfChild() throws -> Int32 {
      let watched = try WatchedHost("")
      try watched.put(1)
      #expect(watched.version == 1 && watched.isWatched && watched.miss("Missing") == "no_such_component")
      let fork = unsafeBitCast(try #require(dlsym(nil, "fork")), to: (@convention(c) () -> pid_t).self)
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      defer { for end in ends { close(end) } }
      // No other thread has the host's own lock meanwhile.
      let child = watched.host.loader.gate.locked { fork() }
      if child == 0 {
        alarm(20)
        var byte: UInt8 = 0
        // After the parent's folder has changed.
        read(ends[0], &byte, 1)
        let isBlind = watched.host.loader.watch?.edition == nil
        let isFound = watched.miss("Missing") == "component_refused"
        _exit(isBlind && isFound && watched.miss("Other") == "no_such_component" ? 0 : 1)
      }
      try watched.workshop.write(WatchedHost.versions[1], to: "libMissing.so")
      try watched.put(2)
      #expect(write(ends[1], "x", 1) == 1)
      var status: Int32 = -1
      #expect(waitpid(child, &status, 0) == child)
      #expect(eventually { watched.version == 2 })
      #expect(watched.miss("Missing") == "component_refused")
      return status
    }
  }
}
