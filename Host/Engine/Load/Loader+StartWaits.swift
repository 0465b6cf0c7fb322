import Glibc

// What is asked for in the `start` of a component, and can't start itself before that one has: each of the two would wait for
// the other until the time of the step is up, and neither would be there.
extension Loader {
  /// A component that a call waits for, or loads, within the start of others.
  struct StartWait {
    let name: String
    let starters: [Generation]
    let thread: pthread_t
  }

  /// Books what is about to be waited for, and gives those in whose start that is. Under the gate.
  func beginWait(for name: String, _ patience: Patience) -> [Generation] {
    if starting.isEmpty { return [] }
    let starters = starting.values.filter { patience.isInStep(of: $0) }
    if !starters.isEmpty { startWaits.append(StartWait(name: name, starters: starters, thread: pthread_self())) }
    return starters
  }

  func endWait(for name: String, _ starters: [Generation]) {
    if starters.isEmpty { return }
    gate.locked {
      let own = startWaits.lastIndex { $0.name == name && pthread_equal($0.thread, pthread_self()) != 0 }
      if let own { startWaits.remove(at: own) }
    }
  }

  /// Why a component that is just being loaded or replaced is not waited for in the start of others: it waits for one of
  /// them. Nil where it does not. Under the gate.
  func refusal(of name: String, inStartOf starters: [Generation]) -> Refusal? {
    if starters.isEmpty { return nil }
    var (seen, open): (Set<String>, [String]) = ([name], [name])
    while let one = open.popLast() {
      let needs = awaited[one]?.last.map { [$0] } ?? []
      let asked = startWaits.filter { $0.starters.contains { $0.name == one } }.map(\.name)
      for next in needs + asked where seen.insert(next).inserted {
        if starters.contains(where: { $0.name == next }) {
          return Refusal(Refusal.inThisCall, "it can't start before '\(next)' has, in whose start it is asked for")
        }
        open.append(next)
      }
    }
    return nil
  }

  /// The same for what waits for a function of it.
  func isStartedBehind(_ name: String, _ patience: Patience) -> Bool {
    gate.locked {
      if starting.isEmpty { return false }
      return refusal(of: name, inStartOf: starting.values.filter { patience.isInStep(of: $0) }) != nil
    }
  }
}
