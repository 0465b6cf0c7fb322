import Glibc
import Synchronization

/// A value that many threads read and few change: readers take no lock and never wait, and get the value whole, as it
/// was before a change or after it. A change frees what it replaces.
struct Published<Value: Sendable>: ~Copyable, @unchecked Sendable {
  // Sendable although it holds a pointer: that is atomic, and what is behind it never changes.
  private let current: Atomic<UnsafeMutablePointer<Value>>
  private let changes = Gate()
  // Readers count themselves while they hold the value, on the side that `side` names. A change switches the side, so
  // that no new reader joins the other one, and waits until the readers of both sides have left.
  private let side = Atomic(0)
  private let left = Atomic(0)
  private let right = Atomic(0)

  init(_ value: Value) { current = Atomic(Published.box(value)) }

  deinit { Published.free(current.load(ordering: .acquiring)) }

  private static func box(_ value: Value) -> UnsafeMutablePointer<Value> {
    let box = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    box.initialize(to: value)
    return box
  }

  private static func free(_ box: UnsafeMutablePointer<Value>) {
    box.deinitialize(count: 1)
    box.deallocate()
  }

  var value: Value { read { $0 } }

  /// What `body` takes from the value, of which no copy is made. A change of the value waits for it meanwhile.
  @inline(__always)
  func read<R>(_ body: (borrowing Value) -> R) -> R {
    side.load(ordering: .relaxed) == 0 ? read(body, counting: left) : read(body, counting: right)
  }

  @inline(__always)
  private func read<R>(_ body: (borrowing Value) -> R, counting readers: borrowing Atomic<Int>) -> R {
    readers.add(1, ordering: .sequentiallyConsistent)
    defer { readers.subtract(1, ordering: .releasing) }
    return body(current.load(ordering: .sequentiallyConsistent).pointee)
  }

  /// Changes the value, one thread at a time; if the change fails nothing has happened.
  func change<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    let (result, old) = try changes.locked { () throws(E) in
      var value = current.load(ordering: .sequentiallyConsistent).pointee
      let result = try body(&value)
      let old = current.exchange(Published.box(value), ordering: .sequentiallyConsistent)
      // Each reader that found the old box had counted itself before, on one side or the other.
      if side.load(ordering: .relaxed) == 0 {
        drain(right)
        side.store(1, ordering: .relaxed)
        drain(left)
      } else {
        drain(left)
        side.store(0, ordering: .relaxed)
        drain(right)
      }
      return (result, old)
    }
    // Outside the lock: what the value holds may be a component's, whose `release` is its own code.
    Published.free(old)
    return result
  }

  private func drain(_ readers: borrowing Atomic<Int>) {
    while readers.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
  }
}
