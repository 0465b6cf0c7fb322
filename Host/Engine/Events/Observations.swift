import ComponentABI
import ComponentKit

/// The observations of one component, which end when it is taken out. Those that it has registered go on in the next
/// generation, where that has registered an observer of the same events.
final class Observations: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let gate = Gate()
  private var all: [ObjectIdentifier: Observation] = [:]
  // Those among them that it has registered, in its order.
  private var registered: [Observation] = []
  private var isClosed = false
  // How many events the others observe, each one's counted.
  private var observedCount = 0

  /// Why one is not begun.
  enum NotBegun: Error {
    /// There are to be no more.
    case over
    /// The component observes as much as it may.
    case tooMany
  }

  /// Adds what the component has registered, which is bounded there.
  func add(registered begin: () -> Observation) {
    gate.locked {
      if isClosed { return }
      let observation = begin()
      all[ObjectIdentifier(observation)] = observation
      registered.append(observation)
    }
  }

  /// Adds what `begin` begins, of so many events.
  func add(_ count: Int, _ begin: () -> Observation) throws(NotBegun) -> Observation {
    try gate.locked { () throws(NotBegun) in
      if isClosed { throw .over }
      if observedCount + count > COMPONENT_OBSERVED_LIMIT { throw .tooMany }
      let observation = begin()
      all[ObjectIdentifier(observation)] = observation
      observedCount += count
      return observation
    }
  }

  /// A registered one of exactly these events, which is the next generation's from now on.
  func handOver(_ events: [String]) -> Observation? {
    gate.locked {
      guard let place = registered.firstIndex(where: { Set($0.topics.map(\.name)) == Set(events) }) else { return nil }
      let observation = registered.remove(at: place)
      all[ObjectIdentifier(observation)] = nil
      return observation
    }
  }

  func remove(_ observation: Observation) {
    gate.locked {
      guard all.removeValue(forKey: ObjectIdentifier(observation)) != nil,
        !registered.contains(where: { $0 === observation })
      else { return }
      observedCount -= observation.topics.count
    }
  }

  /// Whether there are to be no more.
  var isOver: Bool { gate.locked { isClosed } }

  /// Ends all of them, and lets none be added any more.
  func end() { for giveBack in stop() { giveBack() } }

  /// The same, but what gives their contexts back is left to the caller: it is the component's code.
  func stop() -> [@Sendable () -> Void] {
    let ended = gate.locked {
      isClosed = true
      defer { (all, registered) = ([:], []) }
      return all.values.map { $0 }
    }
    return ended.compactMap { $0.stop() }
  }
}
