import Glibc
import Synchronization

/// 64 calls that are under way at once: none is waited for before all are begun.
final class Flight: @unchecked Sendable {
  // Sendable: the count is atomic, the semaphore for all threads, the rest constant.
  private let call: RawCall
  private let left = Atomic(0)
  private let isOver = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init(_ call: RawCall) {
    self.call = call
    sem_init(isOver, 0, 0)
  }

  func run(_ count: Int) -> Int {
    for _ in 0..<count {
      left.store(64, ordering: .relaxed)
      for number in 0..<64 {
        call.start(number, Unmanaged.passUnretained(self).toOpaque()) { context, _, _ in
          guard let context else { return }
          Unmanaged<Flight>.fromOpaque(context).takeUnretainedValue().ended()
        }
      }
      while sem_wait(isOver) != 0 {}
    }
    return count
  }

  private func ended() {
    if left.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { sem_post(isOver) }
  }
}
