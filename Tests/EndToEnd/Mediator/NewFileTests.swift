import ComponentHost
import TestThreads
import Testing

/// Files that come while a host runs.
@Suite(.offPool) struct NewFileTests {
  @Test func `refresh tells of a new file once, and of none that was there before`() {
    let folder = Folder("good")
    let host = Host(Settings(directories: [folder.path]))
    defer { host.close() }
    #expect(host.refresh().isEmpty)
    folder.put("serial")
    #expect(host.refresh().map { "\($0)" } == ["Serial is new"])
    #expect(host.refresh().isEmpty)
  }
}
