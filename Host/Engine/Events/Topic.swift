import ComponentABI
import ComponentKit
import Synchronization

/// One name of events, and who observes it.
final class Topic: @unchecked Sendable {
  // Sendable although it holds pointers: the name's bytes are written in init only, what changes is atomic, or under the
  // lock of all events.
  let name: String
  /// The same, as observers hear it: borrowed from this object.
  let text: component_text
  /// Whether somebody publishes it, or did: then it stays.
  var isDeclared = false
  private let observed = Atomic(false)
  private let observations = Published<[Observation]>([])

  init(_ name: String) {
    self.name = name
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.utf8.count)
    _ = bytes.initialize(from: name.utf8)
    text = component_text(UnsafeBufferPointer(bytes))
  }

  deinit { text.bytes?.deallocate() }

  /// Whether publishing leads to anybody.
  @inline(__always)
  var isObserved: Bool { observed.load(ordering: .acquiring) }

  /// Whether anybody else than that component observes it.
  func isObserved(outside name: String) -> Bool {
    isObserved && observations.read { all in (0..<all.count).contains { all[$0].generation?.name != name } }
  }

  /// Whether it leads to anybody where another host has published it.
  var isObservedHere: Bool {
    isObserved && observations.read { all in (0..<all.count).contains { !all[$0].isRelay } }
  }

  /// Puts an event into the queues of all who observe it. Their changes wait for this meanwhile, and no foreign code runs.
  ///
  /// - Parameter value: data that has passed the check at the border.
  func publish(_ value: component_value) {
    let block = EventBlock(text, value)
    observations.read { all in
      for place in 0..<all.count { all[place].take(block) }
    }
  }

  /// The same of one that another host has published: it does not go out again.
  func publishFromElsewhere(_ value: component_value) {
    let block = EventBlock(text, value)
    observations.read { all in
      for place in 0..<all.count where !all[place].isRelay { all[place].take(block) }
    }
  }

  // These two under the lock of all events.

  func add(_ observation: Observation) {
    observations.change { $0.append(observation) }
    observed.store(true, ordering: .releasing)
  }

  /// Whether nobody observes it any more.
  func remove(_ observation: Observation) -> Bool {
    let isEmpty = observations.change { all in
      all.removeAll { $0 === observation }
      return all.isEmpty
    }
    if isEmpty { observed.store(false, ordering: .releasing) }
    return isEmpty
  }
}
