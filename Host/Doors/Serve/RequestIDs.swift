import HostNative
import Synchronization

/// Makes names of requests: no two of one process are the same, and hardly any two of several.
final class RequestIDs: Sendable {
  private let next: Atomic<UInt64>

  init() {
    var start: UInt64 = 0
    // Without chance they are still apart within the process.
    _ = host_random(&start, MemoryLayout<UInt64>.size)
    next = Atomic(start)
  }

  /// Sixteen digits.
  func make() -> String {
    let digits = String(next.wrappingAdd(1, ordering: .relaxed).newValue, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
