import ComponentABI
import ComponentKit
import HostNative
import Synchronization

/// One attempt at a call, from what was found to its end. Its steps, in their order:
///
/// 1. found: what runs is known (`Found`), on which thread, and in which call
/// 2. entered: the thread says that it runs something of the component, which is then not shut down
/// 3. checked: the parameters have the declared form, or were made so
/// 4. given its turn, and its instance, where its target has any
/// 5. run: the action has the call
/// 6. finished: the call has ended, or it was deferred and is open
///
/// A step that fails ends the call, and is the last one. The short way of most calls (Dispatch+Quick) goes from the
/// second step to the fifth.
struct Attempt {
  let dispatch: Dispatch
  private let found: Found
  private let thread: UnsafeMutablePointer<ThreadState>
  // Where the thread says what it runs.
  private let slot: UnsafeMutablePointer<ThreadState.Slot>
  let parent: UnsafeMutablePointer<Frame>?
  private let depth: Int
  private var parameters: UnsafePointer<component_entry>?
  private var count: Int
  // Until the component is done with the call; borrowed, so that an attempt has nothing to count.
  private var lease: Unmanaged<CallLease>?
  private var instance: UnsafeMutableRawPointer?

  /// What the request asks for, with what was found.
  @inline(__always)
  init(_ dispatch: Dispatch, _ found: Found) {
    (self.dispatch, self.found) = (dispatch, found)
    thread = ThreadState.current
    slot = thread.pointee.slot
    parent = dispatch.parent(thread)
    depth = dispatch.depth(below: parent)
    parameters = dispatch.request.pointee.parameters
    count = dispatch.request.pointee.parameter_count
  }

  /// What another process asks for, which has given it its turn and its instance.
  init(_ dispatch: Dispatch, _ found: Found, lease: CallLease, instance: UnsafeMutableRawPointer?) {
    self.init(dispatch, found)
    self.lease = .passUnretained(lease)
    self.instance = instance
  }

  /// The same, where the request has nothing special, and the rest is known.
  @inline(__always)
  init(
    quick dispatch: Dispatch, _ found: Found, on thread: UnsafeMutablePointer<ThreadState>, depth: Int,
    parameters: UnsafePointer<component_entry>?, count: Int
  ) {
    (self.dispatch, self.found) = (dispatch, found)
    (self.thread, slot) = (thread, thread.pointee.slot)
    (parent, self.depth) = (thread.pointee.frame, depth)
    (self.parameters, self.count) = (parameters, count)
  }

  /// Whether calls may nest so deep, and the thread has a place for one more.
  @inline(__always)
  var hasRoom: Bool { depth < dispatch.seat.pointee.core.pointee.depthLimit && slot < thread.pointee.end }

  /// Goes through all the steps; nil if the component is being taken out, or for a call that stays in it, has come to its
  /// end.
  ///
  /// - Parameters:
  ///   - isChecked: whether the parameters are the host's own words about what it has looked at.
  ///   - stays: whether the call is made within one of the component's own, which it then belongs to although that is
  ///     being taken out.
  ///   - isSettled: whether it is known that the call is made within none of an earlier generation.
  @inline(__always)
  mutating func go(isChecked: Bool = false, stays: Bool = false, isSettled: Bool = false) -> Int32? {
    guard let entry = found.entry else { return nil }
    guard hasRoom else { return dispatch.failTooDeep(parent) }
    if dispatch.seat.pointee.hasMinimums, let failure = dispatch.tooOld(entry) { return dispatch.end(failure) }
    guard enter() || enter(entry, stays: stays, isSettled: isSettled) else { return nil }
    defer { leave() }
    if !isChecked, !isFine, let failure = borderFault() { return dispatch.end(failure) }
    if let check = entry.pointee.check, !check._withUnsafeGuaranteedRef({ $0.fits(parameters, count) }) {
      return convert(check)
    }
    return take()
  }

  // MARK: entered

  /// False where the component is being taken out; a function of the program has none.
  @inline(__always)
  func enter() -> Bool {
    guard let entry = found.entry else { return true }
    return thread.enter(entry, in: slot, fences: dispatch.seat.pointee.core.pointee.fences)
  }

  // Where the action takes no calls from whoever does not look: as long as calls may be under way of an earlier
  // generation, within which calls stay, or until its first call where that is marked.
  @inline(never)
  private func enter(_ entry: UnsafeMutablePointer<Entry>, stays: Bool, isSettled: Bool = false) -> Bool {
    let fences = dispatch.seat.pointee.core.pointee.fences
    return entry.pointee.generation._withUnsafeGuaranteedRef { generation in
      guard
        stays
          || generation.looks(at: entry)
            && (isSettled || dispatch.home(of: generation.name, parent) == nil)
      else { return false }
      guard generation.use(entry, by: dispatch.seat.pointee.generation?.takeUnretainedValue(), stays: stays) else {
        return false
      }
      if stays {
        return thread.enter(entry, in: slot, fences: fences) {
          if generation.isEnding.load(ordering: .acquiring) { return false }
          // What is in no call is a thread of its own.
          return !generation.isPausing.load(ordering: .acquiring) || parent?.isHome(generation) ?? true
        }
      }
      return thread.enter(entry, in: slot, fences: fences) { generation.takesCalls }
    }
  }

  /// Enters a function of its own component although that waits; false where that has come to its end.
  func enterAnyway() -> Bool {
    found.entry.map { enter($0, stays: true) } ?? true
  }

  @inline(__always)
  func leave() { thread.leave(slot) }

  // MARK: checked

  /// Whether nothing that crosses the border is wrong. False only means that a walk has to tell.
  @inline(__always)
  var isFine: Bool {
    BorderCheck.isFine(parameters, count, checksText: dispatch.checksText)
      && dispatch.request.pointee.hint_count == 0
  }

  /// What can't cross the border.
  ///
  /// - Parameter isWrapped: whether a map of the contract's own is around what somebody passes.
  func borderFault(isWrapped: Bool = false) -> Failure? {
    dispatch.fault(parameters, count, isWrapped: isWrapped)
  }

  // Where the parameters don't have the declared form as they are.
  @inline(never)
  private mutating func convert(_ check: Unmanaged<ParameterCheck>) -> Int32 {
    let given = UnsafeBufferPointer(start: parameters, count: count)
    switch check._withUnsafeGuaranteedRef({ $0.judge(given) }) {
    case nil: return take()
    case .failed(let failure): return dispatch.end(failure)
    case .converted(let converted):
      return converted.withBorrowed(given) { made in
        (parameters, count) = (made.baseAddress, made.count)
        return take()
      }
    }
  }

  // MARK: given its turn

  @inline(__always)
  private mutating func take() -> Int32 { found.entry?.pointee.way == .inTurn ? takeTurn() : run() }

  @inline(never)
  private mutating func takeTurn() -> Int32 {
    var frame = frame()
    if let failure = dispatch.over(&frame) { return dispatch.end(failure) }
    guard let entry = found.entry, let gate = entry.pointee.gate?.takeUnretainedValue() else { return run(behind: nil) }
    if let failure = reentry(entry) { return dispatch.end(failure) }
    if let pass = gate.enter() { return run(behind: pass) }
    if dispatch.waits {
      do throws(Failure) {
        let component = entry.pointee.generation._withUnsafeGuaranteedRef { $0.name }
        let pass = try dispatch.seat.pointee.core.trace(
          .wait, "for the turn of \(entry.path)", ["component": .text(component)]
        ) { () throws(Failure) in try gate.enter(Patience(dispatch, parent)) }
        return run(behind: pass)
      } catch {
        return dispatch.end(error)
      }
    }
    let queued = QueuedCall(&frame, entry, dispatch)
    if let pass = gate.enter(or: queued.run, unless: { queued.record.hasEnded }) { queued.run(pass) }
    return queued.record.settle(startedBy: dispatch.seat)
  }

  // A serial target that is called by a call of its own would wait for itself.
  private func reentry(_ entry: UnsafeMutablePointer<Entry>) -> Failure? {
    let own = entry.pointee.gate?.toOpaque()
    // Where an end is heard the thread is still in the action that has replied, which is no part of the call.
    let isHeld = parent?.heldGates.contains { $0 == own } ?? false
    guard isHeld || dispatch.waits && thread.isInside(of: own, below: slot) else { return nil }
    return .serialReentry((parent?.callPath ?? []) + [entry.path])
  }

  /// Runs it in its turn, with an instance of its target, where it has any.
  mutating func run(behind pass: SerialPass?) -> Int32 {
    var lease: CallLease? = pass
    if let pool = found.entry?.pointee.pool?.takeUnretainedValue() {
      do throws(Failure) {
        let fresh = dispatch.request.pointee.flags & COMPONENT_REQUEST_FRESH != 0
        let loan = try pool.lend(fresh: fresh, behind: pass, Patience(dispatch, parent))
        instance = loan.instance.pointer
        lease = loan
      } catch {
        return dispatch.end(error)
      }
    }
    self.lease = lease.map(Unmanaged.passUnretained)
    return withExtendedLifetime(lease) { run() }
  }

  // MARK: run

  /// The call as what runs gets it.
  ///
  /// - Parameter isQuick: whether the request is known to have nothing special.
  @inline(__always)
  func frame(isQuick: Bool = false) -> Frame {
    let request = dispatch.request
    let deadline = isQuick ? 0 : dispatch.deadline(parent)
    let isWatched =
      !isQuick
      && (deadline != 0 || request.pointee.cancellation != nil || parent?.pointee.isWatched == true)
    let isChecked =
      !isQuick && (dispatch.seat.pointee.core.pointee.watchesReplies || dispatch.seat.pointee.callFlags != 0)
    var (target, action) = (request.pointee.target, request.pointee.action)
    // A request with a place need not repeat the names, so its names were not checked.
    if case .action(let entry) = found, isQuick || request.pointee.place != nil {
      (target, action) = (entry.pointee.target, entry.pointee.action)
    }
    return Frame(
      call: component_call(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_call>.size),
        host: found.owner.handle, target: target, action: action, parameters: parameters,
        parameter_count: count, deadline: deadline, flags: isQuick ? 0 : dispatch.seat.pointee.callFlags, reserved: 0,
        hints: isQuick ? nil : request.pointee.hints, hint_count: isQuick ? 0 : request.pointee.hint_count,
        instance: instance),
      request: request, entry: found.entry, parent: parent, lease: lease, depth: depth,
      isWatched: isWatched, stage: isWatched ? .watched : isChecked ? .checked : .running)
  }

  @inline(__always)
  func run(isQuick: Bool = false) -> Int32 {
    var frame = frame(isQuick: isQuick)
    return withUnsafeMutablePointer(to: &frame) { frame in
      if !isQuick, frame.pointee.isWatched, let failure = dispatch.over(frame) { return dispatch.end(failure) }
      if !isQuick, dispatch.seat.pointee.core.pointee.tracer != nil { return runTraced(frame) }
      let outer = thread.pointee.frame
      thread.pointee.frame = frame
      let status = found.run(frame.handle)
      // A component that jumped out of a call within this one has left the engine's own frames behind, and whatever they
      // held: its process ends where it is a worker.
      if !isQuick, thread.pointee.frame != frame { host_crash_jumped() }
      // The parent of a quick call is the thread's own, and lies in memory.
      thread.pointee.frame = isQuick ? frame.pointee.parent : outer
      if frame.pointee.stage == .ended { return frame.pointee.result }
      return Attempt.finish(frame, status, startedBy: dispatch.starter)
    }
  }

  // The same, for a host that tells how long everything takes.
  @inline(never)
  private func runTraced(_ frame: UnsafeMutablePointer<Frame>) -> Int32 {
    let core = dispatch.seat.pointee.core
    let call = TracedCall(frame.pointee)
    var details: Fields = ["caller": .text(dispatch.seat.pointee.table.name.string)]
    for (key, value) in call.details { details[key] = value }
    let outer = thread.pointee.frame
    thread.pointee.frame = frame
    let status = core.trace(.call, call.name, details) { found.run(frame.handle) }
    if thread.pointee.frame != frame { host_crash_jumped() }
    thread.pointee.frame = outer
    if frame.pointee.stage == .ended { return frame.pointee.result }
    return Attempt.finish(frame, status, startedBy: dispatch.starter)
  }

  // MARK: finished

  // Ends a call whose action returned without a reply, or waits for a deferred one. Static, and given only the frame: an
  // attempt would otherwise be kept through each call.
  @inline(never)
  private static func finish(
    _ frame: UnsafeMutablePointer<Frame>, _ status: Int32, startedBy caller: UnsafePointer<Seat>?
  ) -> Int32 {
    guard let deferred = frame.pointee.record else {
      _ = frame.end(.failure(.noReply(frame.pointee, status).byHost))
      return frame.pointee.result
    }
    let record = deferred.takeRetainedValue()
    return record.settle(startedBy: caller)
  }
}
