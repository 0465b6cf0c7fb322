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

  /// The seat of a caller that goes on while the call is open; nil where the caller's thread waits.
  @inline(__always)
  var starter: UnsafePointer<Seat>? { waits ? nil : seat }

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
  ///
  /// - Parameter isSettled: whether it is known that the call belongs to no generation before.
  func runAsked(_ entry: UnsafeMutablePointer<Entry>, stays: Bool = false, isSettled: Bool = false) -> Int32? {
    if isFromOutside, !entry.pointee.isRemote || seat.pointee.core.pointee.looksAtNames || mayChange(entry) {
      // Of what is gone nothing is said: whatever answers in its place is judged as well.
      if !stays, !entry.pointee.takesCalls { return nil }
      if let failure = hidden(entry) ?? changing(entry) { return end(failure) }
    }
    var attempt = Attempt(self, .action(entry))
    return attempt.go(stays: stays, isSettled: isSettled)
  }

  var isFromOutside: Bool { seat.pointee.callFlags != 0 }

  /// Loads the component, or walks down the notFound ladder where it is missing.
  @inline(never)
  func resolve() -> Int32 { holding { seat.pointee.core.pointee.host.takeUnretainedValue().resolve(self) } }

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

  @inline(never)
  func failTooDeep(_ parent: UnsafeMutablePointer<Frame>?) -> Int32 {
    let path = (parent?.callPath ?? []) + [request.path]
    return end(.tooDeep(path, limit: seat.pointee.core.pointee.depthLimit))
  }

  @inline(never)
  func tooOld(_ entry: UnsafeMutablePointer<Entry>) -> Failure? {
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
