import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

/// Which files are told to have appeared, and how often.
@Suite(.offPool) struct ToldNameTests {
  @Test func `a component that is loaded behind the look into its folder is told once`() throws {
    let stage = try WatchedHost("") { $0.watches = false }
    let loader = stage.host.loader
    let diary = Diary<String>()
    let observation = try stage.host.mediator.observe(
      ComponentKit.HostEvent.added, ComponentKit.HostEvent.loaded, ComponentKit.HostEvent.refused
    ) { diary.write($0.event) }
    let before = try #require(loader.gate.locked { loader.toldFiles })
    // A look finds nothing; then it comes and is called.
    try stage.put(1)
    #expect(stage.version == 1)
    loader.tellFiles([:], since: before)
    loader.tellFiles()
    #expect(throws: Refusal.self) { try stage.host.register(RegistrationTests.Twice.self) }
    #expect(diary.wait(for: 3) == ["host:added", "host:loaded", "host:refused"])
    withExtendedLifetime(observation) {}
  }
}
