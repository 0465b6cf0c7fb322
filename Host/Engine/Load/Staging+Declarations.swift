import ComponentKit

extension Staging {
  /// What was said so far. It is never copied: once it is whole, its parts move on to the generation.
  struct Declarations: ~Copyable {
    var needs: [Need] = []
    /// Read when the registration is closed.
    var types = TypeNames()
    /// What the types mean, by their names.
    var typeSummaries: [String: String] = [:]
    var definitions: [(name: String, definition: String)] = []
    var targets: [Target] = []
    var paths: [Path] = []
    var keys: [String: Key] = [:]
    var events: [Event] = []
    var observers: [Observation.Observer] = []
    var explanation: String?
    /// Of the actions.
    var count = 0
    /// Whether nobody will call them.
    var isDescription = false

    /// What is given back at the end, of targets and actions; it stays when the rest moves on.
    var endings: [Ending] = []

    init() {}

    private init(keeping endings: [Ending]) { self.endings = endings }

    /// Moves everything out, and keeps what is given back at the end as well.
    mutating func moveOut() -> Declarations { exchange(&self, with: Declarations(keeping: endings)) }

    func target(_ name: String) -> Int? { targets.firstIndex { $0.name == name } }
  }
}
