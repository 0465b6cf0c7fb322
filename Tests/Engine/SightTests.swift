import ComponentKit
import Glibc
import Testing

@testable import ComponentHost

/// What is missing is told without looking again as long as no folder has changed.
@Suite struct SightTests {
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
    #expect(Sight(folder, loaded: [], changes: 0) == nil)
    settle()
    let sight = try #require(Sight(folder, loaded: ["Linked"], changes: 0))
    #expect(sight.names == ["Linked"] && sight.isGood(for: folder))
    try workshop.write([1], to: "libReader.so")
    #expect(!sight.isGood(for: folder))
    #expect(Sight([PluginDirectory(path: "/proc")], loaded: [], changes: 0) == nil)
    #expect(Sight([PluginDirectory(path: "/nowhere")], loaded: [], changes: 0) == nil)
  }
}
