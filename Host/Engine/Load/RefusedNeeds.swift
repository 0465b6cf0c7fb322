/// The components because of which another one could not start, as they were when it was refused: its need, what that needs in
/// turn, down to the one whose fault it is, or round a circle.
final class RefusedNeeds: Sendable, Equatable {
  /// What there was of one.
  struct State: Sendable, Equatable {
    let file: ComponentFile.Identity?
    /// The generation that answered; nil where none did.
    let generation: Int?
  }

  /// What is at the bottom of it: who is refused for something else, and in which words.
  struct Root: Sendable, Equatable {
    let name: String
    let message: String
  }

  private let states: [String: State]
  /// Nil for a member of a circle, which says so itself.
  let root: Root?

  init(_ states: [String: State], _ root: Root?) { (self.states, self.root) = (states, root) }

  var names: Set<String> { Set(states.keys) }

  /// As it is for a component that can't start because of these: with its own need, and without itself.
  func with(_ need: String, _ state: State, _ root: Root?, for own: String) -> RefusedNeeds {
    var states = states
    states[need] = state
    states[own] = nil
    return RefusedNeeds(states, root)
  }

  /// Whether any of them is another one by now.
  func haveChanged(_ now: (String) -> State) -> Bool { states.contains { now($0.key) != $0.value } }

  static func == (one: RefusedNeeds, other: RefusedNeeds) -> Bool {
    one.states == other.states && one.root == other.root
  }
}
