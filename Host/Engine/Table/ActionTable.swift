import ComponentABI
import Synchronization

/// Target and action to entry: open addressing over atomic slots.
///
/// Readers take no lock and write nothing. There is one writer at a time (the loader's lock sees to that): it sets
/// slots in place, and when the table fills up publishes a larger one. Old tables are not freed, because a reader may
/// still be in one; together they are no larger than the present one. To Swift nothing of it is ever mutated: the writer
/// may not have it to itself.
struct ActionTable: ~Copyable {
  typealias Slot = Atomic<UnsafeMutablePointer<Entry>?>

  private struct Slots {
    let mask: Int
    let slots: UnsafeMutablePointer<Slot>
  }

  private let current: Atomic<UnsafeMutablePointer<Slots>>
  // The writer's own: occupied slots, live or dead.
  private let used = Atomic(0)

  init() { current = Atomic(ActionTable.make(capacity: 64)) }

  /// The live or dying entry of that name.
  @inline(__always)
  func find(_ hash: UInt64, _ target: component_text, _ action: component_text) -> UnsafeMutablePointer<Entry>? {
    let table = current.load(ordering: .acquiring).pointee
    var index = Int(truncatingIfNeeded: hash) & table.mask
    while let entry = table.slots[index].load(ordering: .acquiring) {
      if entry.pointee.hash == hash, same(entry.pointee.action, action), same(entry.pointee.target, target) {
        return entry
      }
      index = (index &+ 1) & table.mask
    }
    return nil
  }

  /// Puts an entry in, or in the place of an earlier one of the same name. Only the writer calls it.
  func insert(_ entry: UnsafeMutablePointer<Entry>) {
    reserve(1)
    if ActionTable.place(entry, in: current.load(ordering: .relaxed).pointee) { used.add(1, ordering: .relaxed) }
  }

  /// Makes room for so many more at once: a table that grows step by step leaves each step behind.
  func reserve(_ count: Int) {
    let table = current.load(ordering: .relaxed)
    if (used.load(ordering: .relaxed) + count) * 2 > table.pointee.mask + 1 {
      current.store(grown(table, by: count), ordering: .releasing)
    }
  }

  // A larger table with the live entries of the old one. Dead entries leave the table here, and nowhere else.
  private func grown(_ old: UnsafeMutablePointer<Slots>, by count: Int) -> UnsafeMutablePointer<Slots> {
    // A first call lets its action go on at any moment: that is live before it is no longer paused, so it is asked in the
    // other order.
    let live = (0...old.pointee.mask).compactMap { old.pointee.slots[$0].load(ordering: .relaxed) }
      .filter { $0.pointee.isPaused.load(ordering: .acquiring) || $0.pointee.isLive.load(ordering: .relaxed) }
    var capacity = 64
    while capacity < (live.count + count) * 4 { capacity *= 2 }
    let table = ActionTable.make(capacity: capacity)
    for entry in live { _ = ActionTable.place(entry, in: table.pointee) }
    used.store(live.count, ordering: .relaxed)
    return table
  }

  /// True if the entry took a fresh slot.
  private static func place(_ entry: UnsafeMutablePointer<Entry>, in table: Slots) -> Bool {
    var index = Int(truncatingIfNeeded: entry.pointee.hash) & table.mask
    while let other = table.slots[index].load(ordering: .relaxed) {
      if other.pointee.hash == entry.pointee.hash, same(other.pointee.action, entry.pointee.action),
        same(other.pointee.target, entry.pointee.target)
      {
        table.slots[index].store(entry, ordering: .releasing)
        return false
      }
      index = (index + 1) & table.mask
    }
    table.slots[index].store(entry, ordering: .releasing)
    return true
  }

  private static func make(capacity: Int) -> UnsafeMutablePointer<Slots> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    for index in 0..<capacity { (slots + index).initialize(to: Slot(nil)) }
    let table = UnsafeMutablePointer<Slots>.allocate(capacity: 1)
    table.initialize(to: Slots(mask: capacity - 1, slots: slots))
    return table
  }
}

@inline(__always)
private func same(_ a: component_text, _ b: component_text) -> Bool {
  guard a.length == b.length else { return false }
  guard let x = UnsafeRawPointer(a.bytes), let y = UnsafeRawPointer(b.bytes) else { return a.length == 0 }
  let count = a.length
  // Names are short: two loads that may overlap compare up to sixteen bytes.
  if count >= 8 {
    var at = 0
    while at &+ 8 <= count {
      if differ(x, y, at, UInt64.self) { return false }
      at &+= 8
    }
    return !differ(x, y, count &- 8, UInt64.self)
  }
  if count >= 4 { return !differ(x, y, 0, UInt32.self) && !differ(x, y, count &- 4, UInt32.self) }
  if count >= 2 { return !differ(x, y, 0, UInt16.self) && !differ(x, y, count &- 2, UInt16.self) }
  return count == 0 || !differ(x, y, 0, UInt8.self)
}

@inline(__always)
private func differ<T: FixedWidthInteger & BitwiseCopyable>(
  _ x: UnsafeRawPointer, _ y: UnsafeRawPointer, _ at: Int, _ type: T.Type
) -> Bool {
  x.loadUnaligned(fromByteOffset: at, as: T.self) != y.loadUnaligned(fromByteOffset: at, as: T.self)
}
