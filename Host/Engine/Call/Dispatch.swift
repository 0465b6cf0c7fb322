import ComponentABI
import ComponentKit
import HostNative
import Synchronization

/// One call, from the request to its end: the hot path.
///
/// Nothing is allocated and no lock is taken as long as the action is in the table, is not serial and does not defer.
struct Dispatch {
  let seat: UnsafePointer<Seat>
  let request: UnsafePointer<component_request>
  /// Whether the caller's thread waits for the end of a deferred call.
  let waits: Bool

  /// The call that this one is a part of.
  @inline(__always)
  func parent(_ thread: UnsafeMutablePointer<ThreadState>) -> UnsafeMutablePointer<Frame>? {
    request.pointee.parent?.frame ?? thread.pointee.frame
  }

  /// How many calls it is nested in. One that was held up is no deeper for that.
  @inline(__always)
  func depth(below parent: UnsafeMutablePointer<Frame>?) -> Int {
    guard let parent else { return 0 }
    return parent.pointee.depth &+ (request.pointee.carriesOn ? 0 : 1)
  }

  @inline(__always)
  func run() -> Int32 {
    guard !request.isNull, Int(request.pointee.size) >= MemoryLayout<component_request>.size, request.pointee.isHeard
    else { return runWhole { $0.run() } }
    if let chain = seat.pointee.core.pointee.chain.load(ordering: .acquiring) {
      return intercept(chain.takeUnretainedValue())
    }
    guard let entry = remembered ?? find() else { return resolve() }
    return runQuickly(entry)
  }

  /// Runs `body` while the request's cancellation is held, because the caller may let go of it at once. Every way but
  /// the quick one runs inside of this.
  func holding<R>(_ body: () -> R) -> R {
    guard let handle = request.pointee.cancellation else { return body() }
    let held = Unmanaged<Cancelled>.fromOpaque(UnsafeRawPointer(handle)).retain()
    defer { held.release() }
    return body()
  }

  /// Does with a request that was compiled against an earlier contract what `body` does with a whole one.
  @inline(never)
  private func runWhole(_ body: (Dispatch) -> Int32) -> Int32 {
    if request.isNull { return COMPONENT_FAILURE_INVALID }
    return withWholeStruct(request) { request in
      guard request.pointee.isHeard else { return COMPONENT_FAILURE_INVALID }
      return body(Dispatch(seat: seat, request: request, waits: waits))
    } ?? COMPONENT_FAILURE_INVALID
  }

  /// Runs the call, the interceptors being behind it.
  func runDirectly() -> Int32 {
    guard let entry = remembered ?? find() else { return resolve() }
    return runAtLength(entry)
  }

  @inline(__always)
  private var remembered: UnsafeMutablePointer<Entry>? {
    guard let entry = request.pointee.place?.entry, entry.pointee.seat.pointee.core == seat.pointee.core else {
      return nil
    }
    return entry
  }

  @inline(never)
  private func find() -> UnsafeMutablePointer<Entry>? {
    guard seat.pointee.isOpen else { return nil }
    let target = request.pointee.target
    let action = request.pointee.action
    // No name is longer, and a length that can't be is not read by.
    guard (target.length | action.length) >> 8 == 0 else { return nil }
    let entry = seat.pointee.core.pointee.table.find(nameHash(target, action), target, action)
    if let entry { request.pointee.place?.remember(entry) }
    return entry
  }

  /// Runs an action of the table, or goes back to the names if its component is being taken out.
  @inline(never)
  func runAtLength(_ entry: UnsafeMutablePointer<Entry>) -> Int32 {
    // A remembered place may be used before the registration is committed.
    guard seat.pointee.isOpen else { return resolve() }
    return holding { runAsked(entry) } ?? resolve()
  }

  /// Runs the action that the request names; nil if its component is being taken out.
  ///
  /// A caller from outside is judged by the very entry that runs: since the URL led somewhere, a component may have been
  /// replaced, or an interceptor may have chosen another action.
  func runAsked(_ entry: UnsafeMutablePointer<Entry>) -> Int32? {
    if isFromOutside, !entry.pointee.isRemote || seat.pointee.core.pointee.looksAtNames,
      entry.pointee.isLive.load(ordering: .acquiring), let failure = hidden(entry)
    {
      return end(failure)
    }
    return run(entry, request.pointee.parameters, request.pointee.parameter_count)
  }

  var isFromOutside: Bool { seat.pointee.callFlags != 0 }

  /// Loads the component, or walks down the notFound ladder where it is missing.
  @inline(never)
  func resolve() -> Int32 { holding { seat.pointee.core.pointee.host.takeUnretainedValue().resolve(self) } }

  /// Runs an action of the table; nil if its component is being taken out.
  ///
  /// - Parameter isChecked: whether the parameters are the host's own words about what it has looked at.
  func run(
    _ entry: UnsafeMutablePointer<Entry>, _ parameters: UnsafePointer<component_entry>?, _ count: Int,
    isChecked: Bool = false
  ) -> Int32? {
    let thread = ThreadState.current
    let core = seat.pointee.core
    let parent = parent(thread)
    let depth = depth(below: parent)
    let slot = thread.pointee.slot
    guard depth < core.pointee.depthLimit, slot < thread.pointee.end else { return failTooDeep(parent) }
    if seat.pointee.hasMinimums, let failure = tooOld(entry) { return end(failure) }

    guard publish(entry, in: slot) else { return nil }
    thread.pointee.slot = slot + 1
    defer {
      thread.pointee.slot = slot
      slot.pointee.store(nil, ordering: .releasing)
    }
    if !BorderCheck.isFine(parameters, count, checksText: checksText) || request.pointee.hint_count != 0 {
      if !isChecked, let failure = fault(parameters, count) { return end(failure) }
    }
    if let check = entry.pointee.check {
      let borrowed = UnsafeBufferPointer(start: parameters, count: count)
      if let verdict = check._withUnsafeGuaranteedRef({ $0.check(borrowed) }) {
        return follow(verdict, entry, borrowed, thread, parent, depth)
      }
    }
    return run(entry, parameters, count, thread, parent, depth)
  }

  /// Says that the entry is in use; false, and it is not, where its component is being taken out.
  @inline(__always)
  func publish(_ entry: UnsafeMutablePointer<Entry>, in slot: UnsafeMutablePointer<ThreadState.Slot>) -> Bool {
    // The store comes before the load: in the program by the fence here, on the processor by the barrier that taking
    // the component out passes on every thread.
    slot.pointee.store(entry, ordering: .releasing)
    if seat.pointee.core.pointee.fences { host_fence() } else { host_compiler_fence() }
    if entry.pointee.isLive.load(ordering: .acquiring) { return true }
    slot.pointee.store(nil, ordering: .releasing)
    return false
  }

  @inline(__always)
  private func run(
    _ entry: UnsafeMutablePointer<Entry>, _ parameters: UnsafePointer<component_entry>?, _ count: Int,
    _ thread: UnsafeMutablePointer<ThreadState>, _ parent: UnsafeMutablePointer<Frame>?, _ depth: Int
  ) -> Int32 {
    if entry.pointee.way == .inTurn { return runInTurn(entry, parameters, count, thread, parent, depth) }
    return run(
      entry.pointee.run, entry.pointee.context, entry, entry.pointee.seat, parameters, count, thread, parent, depth,
      lease: nil)
  }

  // What happens where the parameters don't have the declared form as they are.
  @inline(never)
  private func follow(
    _ verdict: ParameterCheck.Verdict, _ entry: UnsafeMutablePointer<Entry>,
    _ parameters: UnsafeBufferPointer<component_entry>, _ thread: UnsafeMutablePointer<ThreadState>,
    _ parent: UnsafeMutablePointer<Frame>?, _ depth: Int
  ) -> Int32 {
    switch verdict {
    case .failed(let failure): end(failure)
    case .converted(let converted):
      converted.withBorrowed(parameters) { run(entry, $0.baseAddress, $0.count, thread, parent, depth) }
    }
  }

  @inline(__always)
  func run(
    _ body: component_run, _ context: UnsafeMutableRawPointer?, _ entry: UnsafeMutablePointer<Entry>?,
    _ owner: UnsafeMutablePointer<Seat>, _ parameters: UnsafePointer<component_entry>?, _ count: Int,
    _ thread: UnsafeMutablePointer<ThreadState>, _ parent: UnsafeMutablePointer<Frame>?, _ depth: Int,
    lease: CallLease?, instance: UnsafeMutableRawPointer? = nil
  ) -> Int32 {
    var frame = frame(entry, owner, parameters, count, parent, depth, lease)
    frame.call.instance = instance
    return withUnsafeMutablePointer(to: &frame) { frame in
      if frame.pointee.isWatched, let failure = over(frame) { return end(failure) }
      let outer = thread.pointee.frame
      thread.pointee.frame = frame
      let status = body(context, frame.handle)
      thread.pointee.frame = outer
      if frame.pointee.stage == .ended { return frame.pointee.result }
      return Dispatch.finish(frame, status, waits: waits)
    }
  }

  /// Why a call need not begin any more.
  @inline(never)
  func over(_ frame: UnsafeMutablePointer<Frame>) -> Failure? {
    switch frame.overrun {
    case .deadline: .tooLate(request)
    case .givenUp: .givenUp(frame.pointee.path)
    case nil: nil
    }
  }

  /// The call's deadline: the earlier of its own and its parent's; 0 where neither has one. A negative deadline has
  /// passed.
  @inline(__always)
  func deadline(_ parent: UnsafeMutablePointer<Frame>?) -> Int64 {
    let own = request.pointee.deadline
    guard let inherited = parent?.pointee.call.deadline, inherited != 0 else { return own }
    return own == 0 ? inherited : min(own, inherited)
  }

  @inline(__always)
  func frame(
    _ entry: UnsafeMutablePointer<Entry>?, _ owner: UnsafeMutablePointer<Seat>,
    _ parameters: UnsafePointer<component_entry>?, _ count: Int, _ parent: UnsafeMutablePointer<Frame>?, _ depth: Int,
    _ lease: CallLease?
  ) -> Frame {
    let deadline = deadline(parent)
    let isWatched = deadline != 0 || request.pointee.cancellation != nil || parent?.pointee.isWatched == true
    var (target, action) = (request.pointee.target, request.pointee.action)
    // A request with a place need not repeat the names, so its names were not checked.
    if let entry, entry.pointee.action.length > 0, request.pointee.place != nil {
      (target, action) = (entry.pointee.target, entry.pointee.action)
    }
    return Frame(
      call: component_call(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_call>.size),
        host: UnsafePointer(owner).handle, target: target, action: action,
        parameters: parameters, parameter_count: count, deadline: deadline,
        flags: seat.pointee.callFlags, reserved: 0, hints: request.pointee.hints,
        hint_count: request.pointee.hint_count, instance: nil),
      request: request, entry: entry, parent: parent, lease: lease.map(Unmanaged.passUnretained), depth: depth,
      isWatched: isWatched, stage: isWatched ? .watched : .running)
  }

  // Ends a call whose action returned without a reply, or waits for a deferred one. Static, and given only the frame: a
  // dispatch would otherwise be kept through each call.
  @inline(never)
  static func finish(_ frame: UnsafeMutablePointer<Frame>, _ status: Int32, waits: Bool) -> Int32 {
    guard let deferred = frame.pointee.record else {
      _ = frame.end(.failure(.noReply(frame.pointee, status).byHost))
      return frame.pointee.result
    }
    let record = deferred.takeRetainedValue()
    if waits { return record.wait() }
    record.watch()
    return COMPONENT_OK
  }

  @inline(never)
  func failTooDeep(_ parent: UnsafeMutablePointer<Frame>?) -> Int32 {
    let path = (parent?.callPath ?? []) + [request.path]
    return end(.tooDeep(path, limit: seat.pointee.core.pointee.depthLimit))
  }

  @inline(never)
  private func tooOld(_ entry: UnsafeMutablePointer<Entry>) -> Failure? {
    guard let caller = seat.pointee.generation?.takeUnretainedValue() else { return nil }
    return caller.tooOld(entry.pointee.generation.takeUnretainedValue())
  }

  /// Ends the call before anything of it ran.
  @inline(never)
  func end(_ failure: Failure) -> Int32 { end(.failure(failure.byHost)) }
}

extension component_request {
  /// Whether the request has a listener.
  @inline(__always)
  var isHeard: Bool { unsafeBitCast(ended, to: UInt.self) != 0 }
}
