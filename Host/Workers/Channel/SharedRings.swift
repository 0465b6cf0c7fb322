import Glibc
import HostNative
import Synchronization

/// The memory that both ends of a channel have: a ring for each way, and the words that are woken by.
///
/// It is a sealed file in memory, so the other side can't take it away. But the other side can write any byte of it at any
/// moment. So every index is read once and checked, and whatever is read is copied out before it is looked at. Each ring
/// is mapped twice in a row, so that what wraps around lies in one piece.
final class SharedRings: @unchecked Sendable {
  // Sendable: it is addresses, of memory that is used through atomics, or by one thread at a time.
  let descriptor: Int32
  private let control: UnsafeMutableRawPointer
  private let rings: UnsafeMutableRawPointer

  /// Of one ring, a power of two and so many pages.
  static let capacity = 1 << 18
  private static let controlSize = 4096
  private static let size = controlSize + 2 * capacity

  /// Of the host, which makes it; nil where there is no memory for it.
  convenience init?() {
    let descriptor = host_shared_memory("component-channel", SharedRings.size)
    guard descriptor >= 0 else { return nil }
    self.init(descriptor)
  }

  /// Of the worker, which is given it and takes it over.
  convenience init?(from descriptor: Int32) {
    guard host_sealed_size(descriptor) == SharedRings.size else {
      close(descriptor)
      return nil
    }
    self.init(descriptor)
  }

  private init?(_ descriptor: Int32) {
    let capacity = SharedRings.capacity
    // The room for all of it first: control, then each ring twice.
    let whole = mmap(nil, SharedRings.controlSize + 4 * capacity, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let whole, whole != MAP_FAILED else {
      close(descriptor)
      return nil
    }
    (self.descriptor, control, rings) = (descriptor, whole, whole + SharedRings.controlSize)
    let ways = [SharedRings.controlSize, SharedRings.controlSize + capacity]
    var isMapped = map(whole, SharedRings.controlSize, 0)
    for (index, offset) in (ways + ways).sorted().enumerated() {
      isMapped = isMapped && map(rings + index * capacity, capacity, offset)
    }
    if !isMapped { return nil }
  }

  private func map(_ place: UnsafeMutableRawPointer, _ size: Int, _ offset: Int) -> Bool {
    mmap(place, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, offset) == place
  }

  deinit {
    munmap(control, SharedRings.controlSize + 4 * SharedRings.capacity)
    close(descriptor)
  }

  /// The ring that the host writes, or the other one.
  func way(fromHost: Bool) -> RingWay {
    let index = fromHost ? 0 : 1
    return RingWay(words: control + index * 2048, data: rings + index * 2 * SharedRings.capacity)
  }
}

/// One ring, seen from either side. Each word has a cache line for itself.
struct RingWay {
  private let words: UnsafeMutableRawPointer
  let data: UnsafeMutableRawPointer

  init(words: UnsafeMutableRawPointer, data: UnsafeMutableRawPointer) { (self.words, self.data) = (words, data) }

  /// How much was written into it, ever. The writer's.
  var tail: UnsafeMutablePointer<Atomic<UInt64>> { at(0) }
  /// How much was read, ever. The reader's.
  var head: UnsafeMutablePointer<Atomic<UInt64>> { at(128) }
  /// Of what was read and counts against the writer's credit, how much is being handled or was. The reader's.
  var taken: UnsafeMutablePointer<Atomic<UInt64>> { at(256) }
  /// Which of the readers sleep; both sides change it. See `Sleepers`.
  var sleepers: UnsafeMutablePointer<Atomic<UInt32>> { at(384) }
  /// Changes with everything that is written: readers sleep on it.
  var bell: UnsafeMutablePointer<Atomic<UInt32>> { at(512) }
  /// Changes when there is room again: writers sleep on it.
  var room: UnsafeMutablePointer<Atomic<UInt32>> { at(640) }
  /// Whether a writer waits for room.
  var isFull: UnsafeMutablePointer<Atomic<UInt32>> { at(768) }

  private func at<T: ~Copyable>(_ offset: Int) -> UnsafeMutablePointer<T> {
    (words + offset).assumingMemoryBound(to: T.self)
  }

  /// Tells writers that there is room, if one waits.
  func tellRoom() {
    if isFull.pointee.load(ordering: .sequentiallyConsistent) == 0 { return }
    isFull.pointee.store(0, ordering: .sequentiallyConsistent)
    room.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    host_futex_wake(room, .max, .max, true)
  }
}
