import ComponentABI
import ComponentKit
import HostNative
import Synchronization

/// What the hot path of a host reads: behind one pointer, never freed, nothing in it but the table and the chain ever changes.
struct Core: ~Copyable {
  let table = ActionTable()
  /// The interceptors before every call; nil where there are none.
  let chain = Atomic<Unmanaged<Chain>?>(nil)
  /// How deep calls may nest.
  let depthLimit: Int
  /// How long a deferred call without a deadline is waited for, in nanoseconds; `.max` for ever.
  let timeLimit: Int64
  /// Whether a call from outside may be denied an action that is open to calls from outside.
  let looksAtNames: Bool
  /// Whether readers need a fence of their own, because the kernel has no barrier on all threads.
  let fences: Bool
  let host: Unmanaged<Host>
  /// Whether each reply is held against its signature.
  let checksReplies: Bool
  /// Whether that is done on the long way only. A debug build looks at each reply on both, so that its tests go the same
  /// ways as a release.
  @inline(__always)
  var watchesReplies: Bool { checksReplies && !Settings.isDebugBuild }
  /// Tells what takes its time.
  let tracer: Tracer?

  /// The deadline of a call without one of its own that begins now.
  var limit: Int64 { timeLimit == .max ? .max : Deadline(after: .nanoseconds(timeLimit)).nanoseconds }
}

/// One component's table of functions, and what the host knows by it. The first field is the table.
struct Seat: ~Copyable {
  var table: component_host
  let core: UnsafeMutablePointer<Core>
  /// Nil for the program that embeds the host.
  private(set) var generation: Unmanaged<Generation>?
  /// What calls made from here say of themselves: COMPONENT_CALL_*.
  var callFlags: UInt32 = 0
  /// Whether only actions run from here that promise to change nothing.
  var onlyReads = false
  /// Whether who calls from outside has the rights of the host's owner, so that all actions are open to it.
  var isOwners = false
  /// Whether some neighbour must have a minimal version.
  private(set) var hasMinimums = false
  private let opened = Atomic(false)
  private let quick = Atomic(false)
  /// Of what it says for the log.
  let logCount = LogCount()

  init(table: component_host, core: UnsafeMutablePointer<Core>) {
    self.table = table
    self.core = core
  }

  /// Calls can't be made before the registration is committed.
  @inline(__always)
  var isOpen: Bool { opened.load(ordering: .acquiring) }

  /// Whether calls can be made that go the short way.
  @inline(__always)
  var isQuick: Bool { quick.load(ordering: .acquiring) }

  /// From now on calls can be made; threads that a component started while it was registering may try at any time.
  mutating func admitCalls(of generation: Unmanaged<Generation>? = nil, hasMinimums: Bool = false) {
    self.generation = generation
    self.hasMinimums = hasMinimums
    opened.store(true, ordering: .releasing)
    // What comes from outside is text that has to be converted, which the short way leaves to the long one; and of what is
    // checked on the way back it knows nothing, except in a debug build.
    let isPlain = !hasMinimums && callFlags == 0 && !core.pointee.watchesReplies && core.pointee.tracer == nil
    quick.store(isPlain && host_barrier_available() != 0, ordering: .releasing)
  }
}

extension UnsafePointer<component_host> {
  @inline(__always)
  var seat: UnsafePointer<Seat> { UnsafeRawPointer(self).assumingMemoryBound(to: Seat.self) }
}

extension UnsafePointer<Seat> {
  var handle: UnsafePointer<component_host> { UnsafeRawPointer(self).assumingMemoryBound(to: component_host.self) }
}
