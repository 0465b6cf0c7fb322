import ComponentKit

/// The observations of one component, which end when it is taken out.
final class Observations: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let gate = Gate()
  private var all: [ObjectIdentifier: Observation] = [:]
  private var isClosed = false

  /// Adds what `begin` begins; nil where there are to be no more.
  func add(_ begin: () -> Observation) -> Observation? {
    gate.locked {
      if isClosed { return nil }
      let observation = begin()
      all[ObjectIdentifier(observation)] = observation
      return observation
    }
  }

  func remove(_ observation: Observation) {
    gate.locked { _ = all.removeValue(forKey: ObjectIdentifier(observation)) }
  }

  /// Whether there are to be no more.
  var isOver: Bool { gate.locked { isClosed } }

  /// Ends all of them, and lets none be added any more.
  func end() {
    let ended = gate.locked {
      isClosed = true
      defer { all = [:] }
      return all.values.map { $0 }
    }
    for observation in ended { observation.end() }
  }
}
