import HostNative
import Synchronization

/// A word that a thread sleeps on, and other threads of this process wake it by. Whoever made it frees it.
struct WakeWord: @unchecked Sendable {
  // Sendable: the word is atomic.
  private let word: UnsafeMutablePointer<Atomic<UInt32>>

  init() {
    word = .allocate(capacity: 1)
    word.initialize(to: Atomic(0))
  }

  func free() {
    word.deinitialize(count: 1)
    word.deallocate()
  }

  /// What `sleep` takes; read under the lock that guards what is waited for.
  var now: UInt32 { word.pointee.load(ordering: .relaxed) }

  /// Sleeps until it is woken after `seen` was read, or the deadline passes; maybe shorter.
  func sleep(_ seen: UInt32, until deadline: Int64 = .max) {
    host_futex_wait(word, seen, .max, deadline, false)
  }

  /// Marks that there is something to wake for, under the lock; `wake` comes behind it.
  func mark() { word.pointee.wrappingAdd(1, ordering: .relaxed) }

  func wake(_ count: Int32 = 1) { host_futex_wake(word, count, .max, false) }
}
