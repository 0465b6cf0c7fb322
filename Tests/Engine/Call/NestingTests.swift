import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Calls inside each other on one thread, each in the service of the same call: none of them is deep by its parents.
@Suite(.serialized) struct NestingTests {
  let host = Host()

  init() throws { try host.register(Nester.self) }

  @Test(arguments: 1...2) func `no more than 256 of them have a place`(_: Int) throws {
    host.mediator.start("Nester", "root") { _ in }
    defer { Nester.root.withLock { $0 = nil } }
    #expect(Nester.root.withLock { $0 } != nil)
    Nester.seen.withLock { $0 = Nester.Seen() }
    Nester.goDeeper(host.mediator)
    let seen = Nester.seen.withLock { $0 }
    #expect(seen.begun == ThreadState.depthMaximum)
    #expect(seen.failures.map(\.reason) == ["too_deep"])
    #expect(seen.replies == ThreadState.depthMaximum)
  }
}

/// Goes deeper until it can't.
private struct Nester: Component {
  struct Seen {
    var begun = 0
    var replies = 0
    var failures: [Failure] = []
  }

  static let summary = "Nests"
  static let root = Guarded<DeferredCall?>(nil)
  static let seen = Guarded(Seen())

  let mediator: Mediator
  init(mediator: Mediator) { self.mediator = mediator }

  var actions: [Action] {
    Action.deferring("root", "Stays open") { call in Nester.root.withLock { $0 = call } }
    Action("deeper", "Begins itself once more") { [mediator] _ in
      Nester.seen.withLock { $0.begun += 1 }
      Nester.goDeeper(mediator)
      return 1
    }
  }

  static func goDeeper(_ mediator: Mediator) {
    // More than there are places would write behind the last one.
    guard seen.withLock({ $0.begun }) < 2 * ThreadState.depthMaximum else { return }
    let root = root.withLock { $0 }
    mediator.start("Nester", "deeper", within: root) { result in
      Nester.seen.withLock { seen in
        switch result {
        case .success: seen.replies += 1
        case .failure(let failure): seen.failures.append(failure)
        }
      }
    }
  }
}
