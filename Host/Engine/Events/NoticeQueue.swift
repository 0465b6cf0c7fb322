import ComponentABI

/// What waits for one observer: a ring that grows up to its limit, and then loses its oldest.
struct NoticeQueue {
  private var ring: [EventBlock?] = []
  private var first = 0
  private(set) var count = 0
  private var room = 0
  /// How many were lost before the one that is now the oldest.
  private var lost: UInt64 = 0
  var limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func append(_ block: EventBlock) {
    while count >= limit || count > 0 && room + block.size > Int(COMPONENT_NOTICE_ROOM) {
      _ = takeOldest()
      lost += 1
    }
    if count == ring.count { grow() }
    ring[place(count)] = block
    count += 1
    room += block.size
  }

  /// The oldest, and how many were lost just before it.
  mutating func next() -> (block: EventBlock, lost: UInt64)? {
    guard let block = takeOldest() else { return nil }
    defer { lost = 0 }
    return (block, lost)
  }

  mutating func removeAll() { self = NoticeQueue(limit: limit) }

  private mutating func takeOldest() -> EventBlock? {
    guard count > 0, let block = ring[first] else { return nil }
    ring[first] = nil
    first = place(1)
    count -= 1
    room -= block.size
    return block
  }

  private func place(_ offset: Int) -> Int {
    let place = first + offset
    return place < ring.count ? place : place - ring.count
  }

  private mutating func grow() {
    var wider: [EventBlock?] = []
    let room = min(max(ring.count * 2, 8), limit)
    wider.reserveCapacity(room)
    for offset in 0..<count { wider.append(ring[place(offset)]) }
    while wider.count < room { wider.append(nil) }
    ring = wider
    first = 0
  }
}
