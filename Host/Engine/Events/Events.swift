import ComponentKit

/// All events of a host: their names, and who observes them.
///
/// Publishers never come here. The lock covers who observes what, and is taken under others; none is taken under it but
/// a topic's and a queue's.
final class Events: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  /// Runs the observers that have something to hear.
  let crew = Crew()
  /// What the host publishes, in the order of its cases.
  let own: [Topic]
  private let gate = Gate()
  private var topics: [String: Topic] = [:]
  // What hears of events that are to be told on other hosts, and of which.
  private var relay: (observation: Observation, covers: @Sendable (String) -> Bool)?

  init() {
    own = HostNews.allCases.map { Topic($0.name) }
    for topic in own {
      topic.isDeclared = true
      topics[topic.name] = topic
    }
  }

  /// The topic of what a component publishes, for good.
  func declare(_ name: String) -> Topic {
    gate.locked {
      let topic = find(name)
      if let relay, !topic.isDeclared, relay.covers(name) { topic.add(relay.observation) }
      topic.isDeclared = true
      return topic
    }
  }

  /// One that somebody observes or publishes; nil where nobody does.
  func topic(_ name: String) -> Topic? { gate.locked { topics[name] } }

  /// Begins an observation of these names, of which each is valid and there once.
  func observe(_ names: [String], _ make: ([Topic]) -> Observation) -> Observation {
    gate.locked {
      let observation = make(names.map { find($0) })
      for topic in observation.topics { topic.add(observation) }
      crew.count(1)
      return observation
    }
  }

  /// Has an observation hear of what components publish under the names that are covered, whenever they come; false where another
  /// one does.
  func relay(_ observation: Observation, _ covers: @escaping @Sendable (String) -> Bool) -> Bool {
    gate.locked {
      if relay != nil { return false }
      relay = (observation, covers)
      for topic in topics.values where topic.isDeclared && EventName.isComponents(topic.name) && covers(topic.name) {
        topic.add(observation)
      }
      crew.count(1)
      return true
    }
  }

  /// Nothing that is published from now on reaches it. Once for each observation.
  func remove(_ observation: Observation) {
    gate.locked {
      if observation.isRelay {
        guard relay?.observation === observation else { return }
        for topic in topics.values where topic.isDeclared { _ = topic.remove(observation) }
        relay = nil
      }
      // A name that nobody publishes goes with the last one who observed it: there is no end to such names.
      for topic in observation.topics where topic.remove(observation) && !topic.isDeclared {
        topics[topic.name] = nil
      }
      crew.count(-1)
    }
  }

  private func find(_ name: String) -> Topic {
    if let topic = topics[name] { return topic }
    let topic = Topic(name)
    topics[name] = topic
    return topic
  }
}
