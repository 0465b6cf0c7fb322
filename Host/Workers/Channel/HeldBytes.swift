import Glibc
import Synchronization

/// How much memory the messages that came over one channel take, those that are being handled as well.
///
/// Credit bounds what waits; what is being handled may be long, and may be many. So there is a limit to all of it: half of
/// the machine's memory.
final class HeldBytes: Sendable {
  private let count = Atomic(0)
  private let limit: Int

  init(limit: Int = HeldBytes.usual) { self.limit = limit }

  private static let usual = sysconf(Int32(_SC_PHYS_PAGES)) / 2 * sysconf(Int32(_SC_PAGESIZE))

  /// False where that is more than there may be.
  func add(_ bytes: Int) -> Bool {
    if count.wrappingAdd(bytes, ordering: .relaxed).newValue <= limit { return true }
    remove(bytes)
    return false
  }

  func remove(_ bytes: Int) { count.wrappingSubtract(bytes, ordering: .relaxed) }
}
