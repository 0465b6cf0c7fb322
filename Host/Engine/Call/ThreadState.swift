import ComponentABI
import HostNative
import Synchronization

/// What the engine keeps for one thread: the calls that run on it, innermost last.
///
/// Only the thread itself writes. Others read `running` to learn whether an action is in use before they shut its
/// component down: hazard pointers. The order "publish the entry, then look whether it is live" against "mark it dead,
/// then look for it" is kept by a barrier on all threads on the rare side, so that a call pays for no fence.
///
/// States are never freed; a thread that ends leaves its own to the next one.
struct ThreadState: ~Copyable {
  /// No call nests deeper on one thread, whatever the settings say.
  static let depthMaximum = 256

  typealias Slot = Atomic<UnsafeMutablePointer<Entry>?>

  // The first field, because the code that names a crashed component reads it from C (Native/culprit.c).
  var frame: UnsafeMutablePointer<Frame>?
  /// Where the next call publishes its action: behind those that run.
  var slot: UnsafeMutablePointer<Slot>
  /// Where no call has a place any more.
  let end: UnsafeMutablePointer<Slot>
  fileprivate let running: UnsafeMutablePointer<Slot>
  var next: UnsafeMutablePointer<ThreadState>?
  let isTaken: Atomic<Bool>
  /// How many threads have had it and ended.
  var life: UInt = 0
  /// The end that is being told to whoever does not wait for it.
  var telling: UnsafeMutablePointer<EndInLine.Telling>?
  /// Until when an instance that it just makes is waited for; 0 for ever.
  var makesUntil: Int64 = 0
  /// The components whose `register` runs on it, innermost last.
  var registering: [Loader.Registering] = []

  private init() {
    running = .allocate(capacity: ThreadState.depthMaximum)
    for index in 0..<ThreadState.depthMaximum { (running + index).initialize(to: Atomic(nil)) }
    slot = running
    end = running + ThreadState.depthMaximum
    isTaken = Atomic(true)
  }

  /// This thread's state, made on first use.
  @inline(__always)
  static var current: UnsafeMutablePointer<ThreadState> {
    if let state = host_thread_state_get() { return state.assumingMemoryBound(to: ThreadState.self) }
    return attach()
  }

  // All states ever made; grows at the front only.
  // Safe although it holds pointers: the pointer is atomic, and what others read behind it is atomic or never changes.
  private nonisolated(unsafe) static let all = Atomic<UnsafeMutablePointer<ThreadState>?>(nil)

  @inline(never)
  private static func attach() -> UnsafeMutablePointer<ThreadState> {
    let state = reused() ?? made()
    host_thread_state_set(state)
    host_thread_state_at_exit(state) { state in
      let state = state.assumingMemoryBound(to: ThreadState.self)
      state.pointee.frame = nil
      state.pointee.slot = state.pointee.running
      state.pointee.telling = nil
      for registering in exchange(&state.pointee.registering, with: []).reversed() { registering.end() }
      state.pointee.life += 1
      state.pointee.isTaken.store(false, ordering: .releasing)
    }
    return state
  }

  private static func reused() -> UnsafeMutablePointer<ThreadState>? {
    var state = all.load(ordering: .acquiring)
    while let one = state {
      if one.pointee.isTaken.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
      {
        return one
      }
      state = one.pointee.next
    }
    return nil
  }

  private static func made() -> UnsafeMutablePointer<ThreadState> {
    let state = UnsafeMutablePointer<ThreadState>.allocate(capacity: 1)
    state.initialize(to: ThreadState())
    var head = all.load(ordering: .acquiring)
    while true {
      state.pointee.next = head
      let (done, now) = all.compareExchange(expected: head, desired: state, ordering: .acquiringAndReleasing)
      if done { return state }
      head = now
    }
  }

  /// Whether any thread runs one of the entries. The caller has marked them dead and had every thread pass a barrier.
  static func anyRuns(_ isOurs: (UnsafeMutablePointer<Entry>) -> Bool) -> Bool {
    var state = all.load(ordering: .acquiring)
    while let one = state {
      for depth in 0..<depthMaximum {
        if let entry = one.pointee.running[depth].load(ordering: .acquiring), isOurs(entry) { return true }
      }
      state = one.pointee.next
    }
    return false
  }
}

extension ThreadState {
  /// How many of the entries that threads run just now are meant.
  static func countRunning(_ isMeant: (UnsafeMutablePointer<Entry>) -> Bool) -> Int {
    var count = 0
    _ = anyRuns { entry in
      if isMeant(entry) { count += 1 }
      return false
    }
    return count
  }
}

extension UnsafeMutablePointer<ThreadState> {
  /// Says in the thread's next slot that an action is in use; false, and it is not, where its component is being taken
  /// out.
  ///
  /// - Parameter fences: whether the kernel has no barrier on all threads for whoever takes it out.
  @inline(__always)
  func enter(
    _ entry: UnsafeMutablePointer<Entry>, in slot: UnsafeMutablePointer<ThreadState.Slot>, fences: Bool
  ) -> Bool {
    // The store comes before the load: in the program by the fence here, on the processor by the barrier that taking
    // the component out passes on every thread.
    slot.pointee.store(entry, ordering: .releasing)
    if fences { host_fence() } else { host_compiler_fence() }
    guard entry.pointee.isLive.load(ordering: .acquiring) else {
      slot.pointee.store(nil, ordering: .releasing)
      return false
    }
    pointee.slot = slot + 1
    return true
  }

  /// The same where something else than the entry says whether a call may begin.
  func enter(
    _ entry: UnsafeMutablePointer<Entry>, in slot: UnsafeMutablePointer<ThreadState.Slot>, fences: Bool,
    _ mayBegin: () -> Bool
  ) -> Bool {
    slot.pointee.store(entry, ordering: .releasing)
    if fences { host_fence() } else { host_compiler_fence() }
    guard mayBegin() else {
      slot.pointee.store(nil, ordering: .releasing)
      return false
    }
    pointee.slot = slot + 1
    return true
  }

  /// Whether the thread is in an action of that gate's target, below what it has entered in `slot`.
  func isInside(of gate: UnsafeMutableRawPointer?, below slot: UnsafeMutablePointer<ThreadState.Slot>) -> Bool {
    (pointee.running..<slot).contains { $0.pointee.load(ordering: .relaxed)?.pointee.gate?.toOpaque() == gate }
  }

  /// Whether what the thread has entered last is a component's.
  func isIn(_ generation: Unmanaged<Generation>) -> Bool {
    guard pointee.running < pointee.slot else { return false }
    return (pointee.slot - 1).pointee.load(ordering: .relaxed)?.pointee.generation.toOpaque() == generation.toOpaque()
  }

  /// Whether the thread is in something of a component's, a call or not.
  ///
  /// - Parameter seat: whose call asks, if any: a component is not in what it just starts itself.
  func runs(_ generation: Generation, for seat: UnsafePointer<Seat>? = nil) -> Bool {
    let own = Unmanaged.passUnretained(generation).toOpaque()
    return (pointee.running..<pointee.slot).contains {
      guard let entry = $0.pointee.load(ordering: .acquiring) else { return false }
      return entry.pointee.generation.toOpaque() == own && !entry.isStarting(for: seat)
    }
  }

  /// The generation of that name which is being taken out or replaced while the thread is in something of it: in an
  /// observer, in an action whose end it tells, or in what it starts outside of its calls.
  ///
  /// - Parameter seat: as for `runs`.
  func leaving(_ name: String, for seat: UnsafePointer<Seat>?) -> Generation? {
    for slot in pointee.running..<pointee.slot {
      guard let entry = slot.pointee.load(ordering: .acquiring), !entry.isStarting(for: seat) else { continue }
      let generation = entry.pointee.generation.takeUnretainedValue()
      if generation.isLeaving, generation.name == name { return generation }
    }
    return nil
  }

  /// What the thread is in of components that stands for no action: observers, functions, and what they start.
  ///
  /// - Parameter seat: as for `runs`.
  func doings(for seat: UnsafePointer<Seat>) -> [UnsafeMutablePointer<Entry>] {
    (pointee.running..<pointee.slot).compactMap { slot in
      guard let entry = slot.pointee.load(ordering: .relaxed), entry.pointee.action.length == 0,
        !entry.isStarting(for: seat)
      else { return nil }
      return entry
    }
  }

  /// The gates of all serial targets that the thread is in an action of.
  var gates: [UnsafeMutableRawPointer] {
    (pointee.running..<pointee.slot).compactMap { $0.pointee.load(ordering: .relaxed)?.pointee.gate?.toOpaque() }
  }

  /// What was entered last is not in use any more.
  @inline(__always)
  func leave(_ slot: UnsafeMutablePointer<ThreadState.Slot>) {
    pointee.slot = slot
    slot.pointee.store(nil, ordering: .releasing)
  }
}

extension UnsafeMutablePointer<Entry> {
  // Whether it stands for what a component starts, and that is the one that asks.
  fileprivate func isStarting(for seat: UnsafePointer<Seat>?) -> Bool {
    guard let seat, UnsafePointer(pointee.seat) == seat else { return false }
    return pointee.generation._withUnsafeGuaranteedRef { $0.starts } == self
  }
}
