import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

/// Events in what `describe` shows.
@Suite struct DescribeEventsTests {
  private struct Crier: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("cry", "Cries") { _ in nil } }
    var targets: [Target] { Target("Tower") { Action("climb") { _ in nil } } }
    var events: [EventDeclaration] {
      EventDeclaration("Crier.cried", "It was loud", type: "{words: text, at: date?}")
      EventDeclaration("Crier.Tower.climbed")
    }
    var observers: [Observer] {
      Observer("Bell.rung", "Crier.cried") { _ in }
      Observer("Bell.rung") { _ in }
    }
  }

  private let host = Host()
  private let crier: LoadedComponent

  init() throws {
    try host.register(Crier.self)
    crier = try #require(try host.load("Crier"))
  }

  @Test func `a page shows what a component publishes and hears of`() {
    var page = Page(width: 80, isBold: false)
    page.describe(crier)
    #expect(
      page.text.contains(
        """

        EVENTS
          Crier.cried: {words: text, at: date?}
            It was loud
          Crier.Tower.climbed

        OBSERVES
          Bell.rung, Crier.cried

        """), "\(page.text)")
    var below = Page(width: 80, isBold: false)
    below.describe(crier.targets[1], of: crier)
    #expect(below.text.contains("EVENTS\n  Crier.Tower.climbed\n") && !below.text.contains("cried"))
  }

  @Test func `so does its JSON`() throws {
    let whole = try host.lookUp("Crier").json()
    #expect(
      whole["events"] == [
        ["name": "Crier.cried", "type": "{words: text, at: date?}", "summary": "It was loud"],
        ["name": "Crier.Tower.climbed", "type": nil, "summary": ""],
      ])
    #expect(whole["observes"] == ["Bell.rung", "Crier.cried"])
    let below = try host.lookUp("Crier.Tower").json()
    #expect(below["events"]?.list?.count == 1 && below["observes"] == [])
    let action = try host.lookUp("Crier", "cry").json()
    #expect(action["events"] == [] && action["observes"] == [])
  }
}
