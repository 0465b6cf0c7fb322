import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// Loads that meet something else.
@Suite(.offPool) struct MeetingLoadTests {
  @Test func `what changes while it is loaded is noticed by a refresh meanwhile`() throws {
    let stage = try WatchedHost("") { $0.watches = false }
    let hold = stage.path("hold")
    try stage.workshop.write([], to: "hold")
    let waiting = try WatchedHost.compile("-DVERSION=1 -DHOLD='\"\(hold)\"'", in: stage.workshop)
    #expect(rename(waiting, stage.path("libReader.so")) == 0)
    let loading = Thread { #expect(stage.version != nil) }
    #expect(eventually { access("\(hold).begun", F_OK) == 0 })
    try stage.put(2)
    #expect(stage.host.refresh() == [])
    stage.remove("hold")
    loading.join()
    #expect(eventually { stage.version == 2 })
    #expect(stage.hears("Reader was replaced: generation 2"))
  }

  // How often a file is open in this process.
  private func openings(of path: String) -> Int {
    var (file, other) = (stat(), stat())
    guard stat(path, &file) == 0 else { return 0 }
    return (Int32(0)..<65_536).count {
      fstat($0, &other) == 0 && other.st_ino == file.st_ino && other.st_dev == file.st_dev
    }
  }

  @Test func `a file that goes while a refresh waits for it takes its component along`() throws {
    let stage = try WatchedHost("") { $0.watches = false }
    try stage.put(1)
    #expect(stage.version == 1)
    try stage.put(2)
    let file = stage.path("libReader.so")
    let writer = open(file, O_WRONLY | O_CLOEXEC)
    let changes = Guarded<[String]>([])
    let refreshing = Thread {
      let found = stage.host.loader.refreshAlone("Reader", Settling(for: .seconds(60)))
      changes.withLock { $0 = [found].compactMap { $0?.description } }
    }
    // The refresh has it open once or twice, beside the writer.
    #expect(eventually { openings(of: file) > 1 })
    stage.remove("libReader.so")
    refreshing.join()
    close(writer)
    #expect(changes.withLock { $0 } == ["Reader was taken out"])
    #expect(stage.miss == "no_such_component" && stage.host.loader.loaded.isEmpty)
  }

  @Test func `a file that is loaded by its path replaces what has the name as a refresh does`() throws {
    let stage = try WatchedHost("") { settings in
      settings.watches = false
      settings.holdLimit = .milliseconds(50)
    }
    let linger = stage.path("linger")
    try stage.workshop.write([], to: "linger")
    let saving = try WatchedHost.compile("-DVERSION=1 -DLINGER='\"\(linger)\"'", in: stage.workshop)
    #expect(rename(saving, stage.path("libReader.so")) == 0)
    let calling = Thread { #expect((try? stage.host.mediator.call("Reader", "linger"))?.int == 1) }
    #expect(eventually { access("\(linger).begun", F_OK) == 0 })
    #expect(mkdir(stage.path("else"), 0o755) == 0)
    try stage.put(2, as: "else/libReader.so")
    do throws(Refusal) {
      _ = try stage.host.load(file: stage.path("else/libReader.so"))
      Issue.record("it was replaced beside a call")
    } catch {
      #expect(error.reason == "still_busy")
    }
    #expect(stage.version == 1)
    stage.remove("linger")
    calling.join()
    #expect(try stage.host.load(file: stage.path("else/libReader.so")) == "Reader")
    #expect(stage.version == 2)
  }
}
