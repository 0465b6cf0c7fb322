@_spi(Doors) import ComponentDoors

/// Events of other hosts that wait to be told here, up to a limit, and a thread that does so: reading them holds up no calls,
/// however many come.
final class EventInbox: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let gate = Gate()
  private var waiting: [Delivery] = []
  private var size = 0
  private var lost = 0
  private var isOver = false

  /// How many messages may wait, and of how many bytes in all.
  static let limit = 1024
  static let sizeLimit = 8 << 20

  /// Has what comes be taken on a thread, some at once, with how many were lost since; false where the system has none left.
  func begin(_ take: @escaping @Sendable ([Delivery], Int) -> Void) -> Bool {
    Spawned.run { while let (some, lost) = self.next() { take(some, lost) } }
  }

  /// Takes a message in, if there is room.
  func add(_ delivery: Delivery) {
    let bytes = delivery.subject.utf8.count + delivery.headers.count + delivery.payload.count
    gate.locked {
      if isOver { return }
      guard waiting.count < EventInbox.limit, size + bytes <= EventInbox.sizeLimit else { return lost += 1 }
      waiting.append(delivery)
      size += bytes
      if waiting.count == 1 { gate.wakeOne() }
    }
  }

  /// Nothing more is taken.
  func end() {
    gate.locked {
      (isOver, waiting) = (true, [])
      gate.wake()
    }
  }

  private func next() -> ([Delivery], Int)? {
    gate.locked {
      while waiting.isEmpty, !isOver { _ = gate.wait() }
      if isOver { return nil }
      defer { (waiting, size, lost) = ([], 0, 0) }
      return (waiting, lost)
    }
  }
}
