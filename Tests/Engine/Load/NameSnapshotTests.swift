import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// What is missing is told without looking again as long as no folder has changed.
@Suite struct NameSnapshotTests {
  private func suggestions(_ host: Host, _ name: String) -> Value? {
    failure { () throws(Failure) in try host.mediator.call(name, "run") }?.details["suggestions"]
  }

  // Beyond the tick of any file system's clock.
  private func settle() { usleep(150_000) }

  @Test func `a file that comes, is renamed or goes is noticed at once`() throws {
    let workshop = try ElfWorkshop()
    let host = Host(Settings(directories: [workshop.path]))
    settle()
    for _ in 0..<3 { #expect(suggestions(host, "Reder") == nil) }
    try workshop.write([1], to: "libReader.so")
    for _ in 0..<3 { #expect(suggestions(host, "Reder") == ["Reader"]) }
    settle()
    for _ in 0..<3 { #expect(suggestions(host, "Reder") == ["Reader"]) }
    #expect(rename("\(workshop.path)/libReader.so", "\(workshop.path)/libReded.so") == 0)
    #expect(suggestions(host, "Reder") == ["Reded"])
    settle()
    #expect(suggestions(host, "Reder") == ["Reded"])
    // What had been missing is there, if as no library.
    try workshop.write([1], to: "libReder.so")
    #expect(failure { () throws(Failure) in try host.mediator.call("Reder", "run") }?.code == .refused)
    #expect(unlink("\(workshop.path)/libReder.so") == 0 && unlink("\(workshop.path)/libReded.so") == 0)
    #expect(suggestions(host, "Reder") == nil)
  }

  @Test func `another folder in the place of the first one is noticed`() throws {
    let workshop = try ElfWorkshop()
    for name in ["first", "second"] { #expect(mkdir("\(workshop.path)/\(name)", 0o755) == 0) }
    try workshop.write([1], to: "second/libReader.so")
    #expect(symlink("first", "\(workshop.path)/plugins") == 0)
    let host = Host(Settings(directories: ["\(workshop.path)/plugins"]))
    settle()
    for _ in 0..<2 { #expect(suggestions(host, "Reder") == nil) }
    #expect(unlink("\(workshop.path)/plugins") == 0 && symlink("second", "\(workshop.path)/plugins") == 0)
    #expect(suggestions(host, "Reder") == ["Reader"])
  }

  @Test func `a component that is linked in later is noticed, and so is a fallback`() throws {
    let workshop = try ElfWorkshop()
    let host = Host(Settings(directories: [workshop.path]))
    settle()
    for _ in 0..<2 { #expect(suggestions(host, "Shpo") == nil) }
    try host.register(LadderTests.Shop.self)
    #expect(suggestions(host, "Shpo") == ["Shop"])
    try host.register(LadderTests.NotFound.self)
    #expect(try host.mediator.call("Shpo", "run", ["x": 1]) != .null)
  }

  @Test func `names are kept only where each change of a folder will show`() throws {
    let workshop = try ElfWorkshop()
    let folder = [PluginDirectory(path: workshop.path)]
    #expect(NameSnapshot(folder, loaded: [], changes: 0) == nil)
    settle()
    let snapshot = try #require(NameSnapshot(folder, loaded: ["Linked"], changes: 0))
    #expect(snapshot.names == ["Linked"] && snapshot.isGood(for: folder))
    try workshop.write([1], to: "libReader.so")
    #expect(!snapshot.isGood(for: folder))
    #expect(NameSnapshot([PluginDirectory(path: "/proc")], loaded: [], changes: 0) == nil)
    #expect(NameSnapshot([PluginDirectory(path: "/nowhere")], loaded: [], changes: 0) == nil)
  }

  @Test func `each call of what is missing is answered for itself, the first time and later`() throws {
    let workshop = try ElfWorkshop()
    try workshop.write([1], to: "libReader.so")
    let host = Host(Settings(directories: [workshop.path]))
    settle()
    func answer(_ target: String, _ action: String) -> Failure? {
      failure { () throws(Failure) in try host.mediator.call(target, action) }
    }
    // More calls than are remembered, whose names run into each other.
    let calls = (0..<40).flatMap { [("Reder", "run\($0)"), ("Rederr", "un\($0)")] }
    for _ in 0..<3 {
      for (target, action) in calls {
        let answer = answer(target, action)
        #expect(answer?.message == "no component named '\(target)'" && answer?.reason == "no_such_component")
        #expect(answer?.details["target"] == .text(target) && answer?.details["action"] == .text(action))
        #expect(answer?.details["suggestions"] == ["Reader"])
        #expect(answer?.voice == .host)
      }
    }
    #expect(answer("Reder", "run1") == answer("Reder", "run1"))
  }

  @Test func `a fallback is asked again and again, with each call's own parameters`() throws {
    let workshop = try ElfWorkshop()
    let host = Host(Settings(directories: [workshop.path]))
    try host.register(LadderTests.NotFound.self)
    settle()
    for turn in 0..<4 {
      let asked = try host.mediator.call("Shpo", "run", ["turn": .int(turn)])
      let told: Value = [
        "target": "Shpo", "action": "run", "parameters": ["turn": .int(turn)], "reason": "no_such_component",
        "message": "no component named 'Shpo'",
      ]
      #expect(asked == ["Shpo", "run", told])
    }
  }

  @Test func `threads that miss the same are all answered, while the folder changes`() throws {
    let workshop = try ElfWorkshop()
    let host = Host(Settings(directories: [workshop.path]))
    settle()
    Thread.each(4) { thread in
      for turn in 0..<200 {
        let answer = failure { () throws(Failure) in try host.mediator.call("Reder", "run\(turn % 3)") }
        #expect(answer?.reason == "no_such_component" && answer?.details["action"] == .text("run\(turn % 3)"))
        if thread == 0, turn % 50 == 0 { _ = try? workshop.write([1], to: "libOther\(turn).so") }
      }
    }
  }
}
