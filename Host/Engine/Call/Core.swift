import ComponentABI
import HostNative
import Synchronization

/// What the hot path of a host reads: behind one pointer, never freed, nothing in it but the table and the chain ever changes.
struct Core: ~Copyable {
  var table = ActionTable()
  /// Who stands before every call; nil where nobody does.
  let chain = Atomic<Unmanaged<Chain>?>(nil)
  /// How deep calls may nest.
  let depthLimit: Int
  /// How long a deferred call without a deadline is waited for, in nanoseconds; `.max` for ever.
  let timeLimit: Int64
  /// Whether readers need a fence of their own, because the kernel has no barrier on all threads.
  let fences: Bool
  let host: Unmanaged<Host>
}

/// One component's table of functions, and what the host knows by it. The first field is the table.
struct Seat {
  var table: component_host
  let core: UnsafeMutablePointer<Core>
  /// Nil for the program that embeds the host.
  var generation: Unmanaged<Generation>?
  /// Calls can't be made before the registration is committed.
  private(set) var isOpen = false
  /// Whether its calls can go the short way.
  private(set) var isQuick = false
  /// What calls made from here say of themselves: COMPONENT_CALL_*.
  var callFlags: UInt64 = 0
  /// Whether some neighbour must have a minimal version.
  private(set) var hasMinimums = false

  init(table: component_host, core: UnsafeMutablePointer<Core>) {
    self.table = table
    self.core = core
  }

  mutating func allowCalls(hasMinimums: Bool = false) {
    self.hasMinimums = hasMinimums
    isQuick = !hasMinimums && host_barrier_available() != 0
    isOpen = true
  }
}

extension UnsafePointer<component_host> {
  @inline(__always)
  var seat: UnsafePointer<Seat> { UnsafeRawPointer(self).assumingMemoryBound(to: Seat.self) }
}

extension UnsafePointer<Seat> {
  var handle: UnsafePointer<component_host> { UnsafeRawPointer(self).assumingMemoryBound(to: component_host.self) }
}
