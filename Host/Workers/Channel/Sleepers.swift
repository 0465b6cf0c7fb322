import HostNative
import Synchronization

/// Which threads of a ring's reader sleep, in one word that both sides change, so that the writer wakes the right one and
/// wakes nobody for nothing.
///
/// A bit for each level at which a thread sleeps, the lowest to be woken first: 0 is the thread that waits for a call and
/// reads meanwhile, the others are spare. And two bits that keep the writer from waking: somebody is awake and looks at
/// the ring before sleeping, or somebody was woken and is on the way.
///
/// Nothing is lost because each looks after it has said something: the writer at this word after it has written, a thread
/// at the ring after it has said here that it sleeps, stops reading, or has arrived. What the other side makes of this word
/// against the rules is that it is not heard, which it can have by saying nothing.
struct Sleepers {
  private let way: RingWay
  private static let awake: UInt32 = 1 << 31
  private static let coming: UInt32 = 1 << 30
  static let levels = 16
  private static let spares: UInt32 = (1 << UInt32(levels)) - 2

  init(_ way: RingWay) { self.way = way }

  private var word: UnsafeMutablePointer<Atomic<UInt32>> { way.sleepers }

  /// Something was written, or is still there: wakes a reader, unless one is awake.
  func ring() {
    var now = word.pointee.load(ordering: .sequentiallyConsistent)
    while now & (Sleepers.awake | Sleepers.coming) == 0 {
      let sleeping = now & ((1 << UInt32(Sleepers.levels)) - 1)
      if sleeping == 0 { return }
      let bit = sleeping & (0 &- sleeping)
      let (exchanged, original) = word.pointee.weakCompareExchange(
        expected: now, desired: now & ~bit | Sleepers.coming, ordering: .sequentiallyConsistent)
      if exchanged { return wake(bit) }
      now = original
    }
  }

  /// Wakes a spare thread for something other than the ring; false where none sleeps.
  func wakeSpare() -> Bool {
    var now = word.pointee.load(ordering: .sequentiallyConsistent)
    while true {
      let sleeping = now & Sleepers.spares
      if sleeping == 0 { return false }
      let bit = sleeping & (0 &- sleeping)
      let (exchanged, original) = word.pointee.weakCompareExchange(
        expected: now, desired: now & ~bit, ordering: .sequentiallyConsistent)
      if exchanged {
        wake(bit)
        return true
      }
      now = original
    }
  }

  // The bell has to have changed, or one that is about to sleep would not notice.
  private func wake(_ bit: UInt32) {
    way.bell.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    host_futex_wake(way.bell, .max, bit, true)
  }

  /// This process reads from here on.
  func beginReading() { word.pointee.bitwiseOr(Sleepers.awake, ordering: .sequentiallyConsistent) }

  /// It does not any more. Whoever says so looks at the ring then.
  func endReading() { word.pointee.bitwiseAnd(~Sleepers.awake, ordering: .sequentiallyConsistent) }

  /// A thread sleeps from here on at a level, and whoever reads is the one at level 0. It looks at the ring then.
  func lieDown(_ level: Int) {
    if level > 0 {
      word.pointee.bitwiseOr(1 << UInt32(level), ordering: .sequentiallyConsistent)
      return
    }
    var now = word.pointee.load(ordering: .relaxed)
    while true {
      let (exchanged, original) = word.pointee.weakCompareExchange(
        expected: now, desired: now & ~Sleepers.awake | 1, ordering: .sequentiallyConsistent)
      if exchanged { return }
      now = original
    }
  }

  func isAsleep(_ level: Int) -> Bool { word.pointee.load(ordering: .sequentiallyConsistent) & 1 << UInt32(level) != 0 }

  /// The thread is up again, woken or not. If it is not to read it looks at the ring then, and rings for another.
  func getUp(_ level: Int) {
    let bit: UInt32 = 1 << UInt32(level)
    var now = word.pointee.load(ordering: .relaxed)
    while true {
      // Where the bit is gone it was woken, and is on the way no longer.
      var next = now & bit == 0 ? now & ~Sleepers.coming : now & ~bit
      if level == 0 { next |= Sleepers.awake }
      let (exchanged, original) = word.pointee.weakCompareExchange(
        expected: now, desired: next, ordering: .sequentiallyConsistent)
      if exchanged { return }
      now = original
    }
  }
}
