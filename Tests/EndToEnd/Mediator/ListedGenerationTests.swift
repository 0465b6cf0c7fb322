import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

/// What a host says of the generations that it has loaded, and what it does with earlier ones.
@Suite(.offPool) struct ListedGenerationTests {
  private func states(_ host: Host) -> [String] { host.generations.map { "\($0.name) \($0.number) \($0.state)" } }

  @Test func `each generation is told with its state, its calls and what it holds`() throws {
    let folder = Folder("waits")
    let host = Host(Settings(directories: [folder.path]))
    let before = Timestamp.now
    #expect(host.generations == [])
    let until = folder("first")
    let caller = Thread { _ = try? host.mediator.call("Waits", "run", ["until": .text(until)]) }
    #expect(eventually { folder.has("first.running") })
    #expect(states(host) == ["Waits 1 live"] && host.generations.first?.calls == 1)
    folder.put("waits")
    #expect(host.refresh().count == 1)
    #expect(states(host) == ["Waits 1 draining", "Waits 2 live"])
    #expect(host.generations.map(\.calls) == [1, 0])
    folder.write("", as: "first")
    caller.join()
    #expect(eventually { states(host) == ["Waits 1 retired", "Waits 2 live"] })
    for one in host.generations {
      #expect(one.version == Version(1) && one.calls == 0 && one.descriptors == 1)
      #expect(one.bytes >= 16_384 && one.bytes < 1 << 20, "\(one.bytes)")
      #expect(one.loaded >= before && one.loaded <= .now)
      #expect(one.file == folder("libWaits.so"))
    }
  }

  @Test func `a build is told by the identity that its linker gave it`() throws {
    let folder = Folder("inspected")
    let host = Host(Settings(directories: [folder.path]))
    let path = folder("libInspected.so")
    _ = try host.load("Inspected")
    let inspection = try Inspection(file: path)
    #expect(host.generations.map(\.buildID) == [inspection.buildID])
  }

  @Test func `in place a generation holds no file open`() throws {
    let folder = Folder("good")
    var settings = Settings(directories: [folder.path])
    settings.loadsInPlace = true
    let host = Host(settings)
    #expect(try host.mediator.call("Good", "run") == "ok")
    let listed = try #require(host.generations.first)
    #expect(listed.descriptors == 0 && listed.bytes > 0)
    #expect { try host.rollback("Good") } throws: { ($0 as? Refusal)?.reason == "no_earlier_generation" }
  }

  @Test func `a limit of none keeps what is loaded from being replaced, and nothing from being loaded`() throws {
    let folder = Folder("counts")
    var settings = Settings(directories: [folder.path])
    settings.retiredLimit = 0
    let host = Host(settings)
    for count in 1...2 { #expect(try host.mediator.call("Counts", "run") == .int(count)) }
    folder.put("counts")
    guard case .kept(let refusal) = host.refresh().first?.kind else {
      Issue.record("it was replaced")
      return
    }
    #expect(refusal.reason == "too_many_generations")
    #expect(try host.mediator.call("Counts", "run") == 3)
  }

  @Test func `beyond the limit of bytes a component is not replaced any more`() throws {
    let folder = Folder("counts")
    var settings = Settings(directories: [folder.path])
    // The one that answers fits in it, and that one with the next does not.
    let one = try #require(try Host(settings).loadedBytes("Counts"))
    settings.retiredBytes = one * 3 / 2
    let host = Host(settings)
    #expect(try host.mediator.call("Counts", "run") == 1)
    folder.put("counts")
    #expect(host.refresh().map(\.kind) == [.replaced(generation: 2)])
    folder.put("counts")
    guard case .kept(let refusal) = host.refresh().first?.kind else {
      Issue.record("it was replaced")
      return
    }
    #expect(refusal.reason == "too_many_generations")
    #expect(
      refusal.message
        == "1 earlier generations of it are still in memory, and all that was loaded of it holds \(one * 2) bytes: none is "
        + "ever unmapped, and the host's limit is \(one * 3 / 2) bytes")
    #expect(refusal.help == "restart the host, or let it keep more (Settings.retiredBytes)")
    #expect(try host.mediator.call("Counts", "run") == 1)
  }

  @Test func `beyond the limit a component is not replaced any more, with the reason in the list`() throws {
    let folder = Folder("counts")
    var settings = Settings(directories: [folder.path])
    settings.retiredLimit = 2
    let host = Host(settings)
    #expect(try host.mediator.call("Counts", "run") == 1)
    for number in 2...3 {
      folder.put("counts")
      #expect(host.refresh().map(\.kind) == [.replaced(generation: number)])
      #expect(try host.mediator.call("Counts", "run") == 1)
    }
    #expect(eventually { host.generations.filter { $0.state == .retired }.count == 2 })
    folder.put("counts")
    guard case .kept(let refusal) = host.refresh().first?.kind else {
      Issue.record("it was replaced")
      return
    }
    #expect(refusal.reason == "too_many_generations")
    #expect(
      refusal.message.hasPrefix("2 earlier generations of it are still in memory, and all that was loaded of it holds ")
    )
    #expect(host.refresh() == [], "said once")
    #expect(try host.mediator.call("Counts", "run") == 2)
    // What lies there are the bytes that answer, until others come, and again when these were put back.
    #expect(host.list().first?.state == .ready)
    let bytes = Folder.bytes(of: folder("libCounts.so"))
    folder.write(bytes + [0], as: "libCounts.so")
    #expect(host.refresh().map(\.name) == ["Counts"])
    guard case .refused(let listed) = host.list().first?.state else {
      Issue.record("it is not listed as refused")
      return
    }
    #expect(listed.reason == "too_many_generations")
    folder.put("counts")
    _ = host.refresh()
    #expect(host.list().first?.state == .ready && host.refresh() == [])
    #expect(try host.mediator.call("Counts", "run") == 3)
    // It is loaded no more either, once it was taken out.
    folder.remove("libCounts.so")
    #expect(host.refresh().map(\.kind) == [.removed])
    folder.put("counts")
    let failed = failure { () throws(Failure) in try host.mediator.call("Counts", "run") }
    #expect(failed?.details["refusal"] == "too_many_generations")
  }

  @Test func `rolled back, a component is what it was, from bytes that were kept`() throws {
    let folder = Folder("good")
    let host = Host(Settings(directories: [folder.path]))
    #expect(try host.mediator.call("Good", "run") == "ok")
    folder.put("good-changed")
    #expect(host.refresh().count == 1)
    #expect(try host.mediator.call("Good", "run") == "changed")
    #expect(try host.rollback("Good").kind == .replaced(generation: 3))
    #expect(try host.mediator.call("Good", "run") == "ok")
    // What lies there is what it was rolled back from, and counts again when it changes.
    #expect(host.refresh() == [])
    #expect(try host.mediator.call("Good", "run") == "ok")
    #expect { try host.rollback("Good") } throws: { ($0 as? Refusal)?.reason == "no_earlier_generation" }
    folder.put("good-changed")
    #expect(host.refresh().map(\.kind) == [.replaced(generation: 4)])
    #expect(try host.mediator.call("Good", "run") == "changed")
    #expect(try host.rollback("Good").kind == .replaced(generation: 5))
    #expect(try host.mediator.call("Good", "run") == "ok", "the last one that answered before is the third")
  }

  @Test func `a component that is rolled back has statics of its own`() throws {
    let folder = Folder("counts")
    let host = Host(Settings(directories: [folder.path]))
    for count in 1...3 { #expect(try host.mediator.call("Counts", "run") == .int(count)) }
    // Another build: what lies behind an ELF file is part of it.
    folder.write(Folder.bytes(of: folder("libCounts.so")) + [0], as: "libCounts.so")
    #expect(host.refresh().count == 1)
    #expect(try host.rollback("Counts").kind == .replaced(generation: 3))
    #expect(try host.mediator.call("Counts", "run") == 1)
  }

  @Test func `where there is nothing to go back to, that is said`() throws {
    let folder = Folder("good")
    let host = Host(Settings(directories: [folder.path]))
    #expect { try host.rollback("Good") } throws: { ($0 as? Refusal)?.reason == "not_loaded" }
    #expect(try host.mediator.call("Good", "run") == "ok")
    #expect {
      try host.rollback("Good")
    } throws: { error in
      (error as? Refusal)?.message == "there is no generation of 'Good' before the one that answers"
    }
    #expect(try host.mediator.call("Good", "run") == "ok")
  }

  @Test func `calls that keep a generation from being shut down are reported after a while`() throws {
    let folder = Folder("waits")
    let reports = Guarded<[String]>([])
    var settings = Settings(directories: [folder.path])
    settings.drainLimit = .milliseconds(20)
    settings.report = { report in reports.withLock { $0.append(report.message) } }
    let host = Host(settings)
    let until = folder("first")
    let caller = Thread { _ = try? host.mediator.call("Waits", "run", ["until": .text(until)]) }
    #expect(eventually { folder.has("first.running") })
    folder.put("waits")
    #expect(host.refresh().count == 1)
    let said =
      "generation 1 of Waits was taken out, and still has calls under way after 0.02 s: "
      + "it is shut down when they have ended"
    #expect(eventually { reports.withLock { $0 } == [said] })
    #expect(!folder.has("first.shutdown"))
    folder.write("", as: "first")
    caller.join()
    #expect(eventually { folder.has("first.shutdown") })
  }

  @Test func `a shutdown that hangs keeps a refresh for so long and no longer`() throws {
    let folder = Folder("shuts-down-slowly")
    let reports = Guarded<[String]>([])
    var settings = Settings(directories: [folder.path])
    settings.stepLimit = .seconds(1)
    settings.report = { report in reports.withLock { $0.append(report.message) } }
    let host = Host(settings)
    #expect(try host.mediator.call("ShutsDownSlowly", "run") == "ok")
    folder.write("", as: "hold")
    folder.remove("libShutsDownSlowly.so")
    #expect(host.refresh().map(\.kind) == [.removed])
    #expect(folder.has("begun"))
    #expect(reports.withLock { $0 } == ["ShutsDownSlowly does not shut down"])
    #expect(states(host) == ["ShutsDownSlowly 1 draining"])
    folder.remove("hold")
    #expect(eventually { states(host) == ["ShutsDownSlowly 1 retired"] })
  }
}

extension Host {
  /// What one generation of a component holds, once it is loaded.
  fileprivate func loadedBytes(_ name: String) throws -> Int? {
    _ = try mediator.call(name, "run")
    return generations.first?.bytes
  }
}
