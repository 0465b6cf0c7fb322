import ComponentHost
import ComponentKit
import TestThreads
import Testing

@testable import HostCLI

/// What SIGHUP asks a service for.
@Suite(.offPool) struct ReloadsTests {
  private let begun = Supply()
  private let mayEnd = Supply()
  private let said = Guarded<[String]>([])

  private func reloads() -> Reloads {
    Reloads(
      look: { [begun, mayEnd] in
        begun.add()
        mayEnd.take()
      }, begins: { [said] in said.withLock { $0.append("begins") } },
      ends: { [said] in said.withLock { $0.append("ends") } })
  }

  private var ended: Int { said.withLock { $0.count { $0 == "ends" } } }

  @Test func `many that are asked for during one are one, and the end is told behind the last`() {
    let reloads = reloads()
    reloads.ask()
    #expect(begun.take(within: 30))
    for _ in 0..<100 { reloads.ask() }
    mayEnd.add()
    #expect(begun.take(within: 30))
    #expect(ended == 0)
    mayEnd.add()
    #expect(eventually { ended == 1 })
    #expect(said.withLock { $0 } == Array(repeating: "begins", count: 101) + ["ends"])
    // Nothing waits any more, and the next one begins at once.
    #expect(!begun.take(within: 1))
    reloads.ask()
    #expect(begun.take(within: 30))
    mayEnd.add()
    #expect(eventually { ended == 2 })
  }

  @Test func `behind the end nothing is told, nor begun`() {
    let reloads = reloads()
    reloads.ask()
    #expect(begun.take(within: 30))
    reloads.ask()
    reloads.end()
    reloads.ask()
    mayEnd.add()
    #expect(!begun.take(within: 1))
    #expect(said.withLock { $0 } == ["begins", "begins"])
  }
}
