import ComponentABI
import ComponentKit

/// An event that a component has declared.
final class DeclaredEvent: Sendable {
  let summary: String
  /// Nil where anything may be said of it.
  let check: EventCheck?
  let topic: Topic
  fileprivate let hash: UInt64
  // The topic's own: a look-up reads one object less. Safe: the bytes are as old as the topic, and never change.
  fileprivate nonisolated(unsafe) let text: component_text

  var name: String { topic.name }

  fileprivate init(_ event: Staging.Event, _ topic: Topic) {
    summary = event.summary
    check = event.check
    self.topic = topic
    text = topic.text
    hash = bytesHash(text, 0)
  }
}

/// The events of one component, found by their names without a lock or an allocation. Never freed, as its generation.
struct EventTable: @unchecked Sendable {
  // Sendable although it holds a pointer: what it points to is written in init only.
  /// In the order of their registration.
  let all: [DeclaredEvent]
  private let slots: UnsafeMutablePointer<Unmanaged<DeclaredEvent>?>
  private let mask: Int

  init(_ events: [Staging.Event], _ known: Events) {
    all = events.map { DeclaredEvent($0, known.declare($0.name)) }
    // At most half of the slots are taken, so that each search ends.
    var capacity = 1
    while capacity < events.count * 2 { capacity *= 2 }
    mask = capacity - 1
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: nil, count: capacity)
    for event in all {
      var place = Int(truncatingIfNeeded: event.hash) & mask
      while slots[place] != nil { place = (place + 1) & mask }
      slots[place] = Unmanaged.passRetained(event)
    }
  }

  /// Nil where there is none of the name, which may be any text.
  @inline(__always)
  func find(_ name: component_text) -> Unmanaged<DeclaredEvent>? {
    // No name is longer, and a length that can't be is not read by.
    guard name.length >> 8 == 0, let bytes = name.bytes else { return nil }
    let hash = bytesHash(name, 0)
    var place = Int(truncatingIfNeeded: hash) & mask
    while let event = slots[place] {
      let isIt = event._withUnsafeGuaranteedRef { event in
        guard event.hash == hash, event.text.length == name.length, let own = event.text.bytes else {
          return false
        }
        return CheckText.equal(own, bytes, name.length)
      }
      if isIt { return event }
      place = (place + 1) & mask
    }
    return nil
  }
}
