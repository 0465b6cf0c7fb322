import ComponentABI
import ComponentKit

/// How long a call waits inside the host, for a turn, an instance or a load: until its deadline, or until it is given up.
struct Patience {
  private let call: Call

  private enum Call {
    case asked(Dispatch, parent: UnsafeMutablePointer<Frame>?)
    indirect case others(Call)
    case open(DeferredRecord, by: UnsafePointer<Seat>?)
    case inside(UnsafeMutablePointer<Frame>?, Host)
    case ahead(of: String, until: Int64, Cancelled)
    case none
    case never(Place)
  }

  /// Where what waits is asked for.
  enum Place {
    case call(Dispatch, parent: UnsafeMutablePointer<Frame>?)
    /// On this thread, within that call.
    case thread(UnsafeMutablePointer<Frame>?)
    /// For a call that is open, on whatever thread, from that seat where it is known.
    case record(UnsafeMutablePointer<Frame>, by: UnsafePointer<Seat>?)
    /// For others as well, or by nobody who is in a call.
    case nowhere
  }

  var place: Place {
    switch call {
    case .asked(let dispatch, let parent): .call(dispatch, parent: parent)
    case .inside(let frame, _): .thread(frame)
    case .open(let record, let seat): .record(record.frame, by: seat)
    case .never(let place): place
    case .others, .ahead, .none: .nowhere
    }
  }

  /// Of a call that has not begun yet, as long as its caller is here.
  init(_ dispatch: Dispatch) { self.init(dispatch, dispatch.parent(ThreadState.current)) }

  init(_ dispatch: Dispatch, _ parent: UnsafeMutablePointer<Frame>?) { call = .asked(dispatch, parent: parent) }

  /// Of what is done for a call that is open.
  ///
  /// - Parameter seat: who has made it.
  init(_ record: DeferredRecord, by seat: UnsafePointer<Seat>? = nil) { call = .open(record, by: seat) }

  /// Of a question that is asked inside a call, or by a thread that is in none.
  init(of frame: UnsafeMutablePointer<Frame>?, _ host: Host) { call = .inside(frame, host) }

  /// Of what is asked ahead of a call, by the same deadline and cancellation.
  init(_ path: String, until deadline: Deadline?, _ cancellation: Cancellation) {
    call = .ahead(of: path, until: deadline?.nanoseconds ?? .max, Cancelled.of(cancellation.pointer))
  }

  private init(_ call: Call) { self.call = call }

  /// Of what is done for no call.
  static var endless: Patience { Patience(.none) }

  /// Of a question that nothing is loaded for, and nobody waited for: where that would have to be it fails with
  /// `not_loaded`.
  static var never: Patience { never(.nowhere) }

  /// The same of one that is asked there.
  static func never(_ place: Place) -> Patience { Patience(.never(place)) }

  /// Of what is done for others as well: without end, whatever becomes of the call that it is done for first.
  var forOthers: Patience { Patience(.others(call)) }

  var isNever: Bool { if case .never = call { true } else { false } }

  /// Whether what waits is asked for by a component's own code, or by a call that it has made.
  func comes(from generation: Generation) -> Bool { isOf(generation) || frame?.isInside(generation) == true }

  /// Whether what waits is asked for by a component's own code.
  func isOf(_ generation: Generation) -> Bool {
    let seat: UnsafePointer<Seat>?
    switch call {
    case .others(let call): return Patience(call).isOf(generation)
    case .asked(let dispatch, _): seat = dispatch.seat
    case .open(_, let maker): seat = maker
    default: return false
    }
    return seat?.pointee.generation?.toOpaque() == Unmanaged.passUnretained(generation).toOpaque()
  }

  /// Whether what waits is asked for within a step of a component.
  func isInStep(of generation: Generation) -> Bool { frame?.isInStep(of: generation) == true }

  /// Whether what waits belongs to a component although its calls are held.
  func belongs(to generation: Generation) -> Bool {
    isOf(generation) && generation.admits(frame) || isWithin(generation)
  }

  /// Whether what waits is asked for within a call of a component that is under way.
  func isWithin(_ generation: Generation) -> Bool {
    if frame?.isHome(generation) == true { return true }
    switch call {
    // The thread that asks is the one that waits.
    case .asked(let dispatch, let parent):
      return generation.admits(parent) && ThreadState.current.runs(generation, for: dispatch.seat)
    case .inside(let frame, _), .never(.thread(let frame)):
      return generation.admits(frame) && ThreadState.current.runs(generation)
    case .open(let record, let seat):
      return generation.admits(record.frame) && ThreadState.current.runs(generation, for: seat)
    case .never(.record(let frame, let seat)):
      return generation.admits(frame) && ThreadState.current.runs(generation, for: seat)
    case .others, .ahead, .none, .never: return false
    }
  }

  private var frame: UnsafeMutablePointer<Frame>? {
    switch call {
    case .others(let call): Patience(call).frame
    case .asked(_, let parent): parent
    case .open(let record, _): record.frame
    case .inside(let frame, _): frame
    case .never(.call(_, let parent)): parent
    case .never(.thread(let frame)): frame
    case .never(.record(let frame, _)): frame
    case .ahead, .none, .never(.nowhere): nil
    }
  }

  /// Waits under the gate until there is what `look` looks for; fails once patience is over.
  ///
  /// - Parameter late: the failure of a call by its path, where its time was up before it was given up.
  func wait<R>(at gate: Gate, late: (String) -> Failure, for look: () -> R?) throws(Failure) -> R {
    let (deadline, cancellations) = (deadline, cancellations)
    let waker = Waker(gate)
    for cancellation in cancellations { cancellation.add(waker) }
    defer { for cancellation in cancellations { cancellation.remove(waker) } }
    let found = gate.locked { () -> R? in
      while true {
        if let found = look() { return found }
        if cancellations.contains(where: \.isSet) || !gate.wait(until: deadline) { return look() }
      }
    }
    if let found { return found }
    throw over(deadline, cancellations, late)
  }

  /// Fails once it is over. A question that waits for nobody is never over.
  func check() throws(Failure) {
    if isNever { return }
    // The caller has heard the call's end.
    if case .open(let record, _) = call, record.hasEnded { throw .givenUp(path) }
    let (deadline, cancellations) = (deadline, cancellations)
    if deadline <= Deadline.now || cancellations.contains(where: \.isSet) {
      throw over(deadline, cancellations, Failure.late)
    }
  }

  private func over(_ deadline: Int64, _ cancellations: [Cancelled], _ late: (String) -> Failure) -> Failure {
    let given = cancellations.reduce(Int64.max) { min($0, $1.givenUpAt) }
    return given < deadline ? .givenUp(path) : late(path)
  }

  private var path: String {
    // A URL of which it is not known yet where it leads has neither target nor action.
    let path = knownPath
    return path.isEmpty || path == "." ? "the call" : path
  }

  private var knownPath: String {
    switch call {
    case .asked(let dispatch, _): dispatch.request.path
    case .open(let record, _): record.frame.pointee.path
    case .inside(let frame, _): frame?.pointee.path ?? "a question"
    case .ahead(let path, _, _): path
    case .others, .none, .never: ""
    }
  }

  /// The deadline of a call that has not begun yet; 0 where it has none.
  var ownDeadline: Int64 { if case .asked(let dispatch, let parent) = call { dispatch.deadline(parent) } else { 0 } }

  // The host's limit where there is no other.
  private var deadline: Int64 {
    switch call {
    case .asked(let dispatch, let parent):
      let own = dispatch.deadline(parent)
      return own == 0 ? dispatch.seat.pointee.core.pointee.limit : own
    case .open(let record, _): return record.deadline
    case .inside(let frame, let host):
      let inherited = frame?.pointee.call.deadline ?? 0
      return inherited == 0 ? host.loader.core.pointee.limit : inherited
    case .ahead(_, let deadline, _): return deadline
    case .others, .none: return .max
    case .never: return 0
    }
  }

  private var cancellations: [Cancelled] {
    switch call {
    case .asked(let dispatch, let parent):
      let own = dispatch.request.pointee.cancellation.map { [Cancelled.of($0)] }
      return (own ?? []) + (parent?.cancellations ?? [])
    case .open(let record, _): return record.cancellations
    case .inside(let frame, _): return frame?.cancellations ?? []
    case .ahead(_, _, let cancelled): return [cancelled]
    case .others, .none, .never: return []
    }
  }

  private final class Waker: CancelListener {
    let gate: Gate
    init(_ gate: Gate) { self.gate = gate }
    func giveUp() { gate.locked { gate.wake() } }
  }
}
