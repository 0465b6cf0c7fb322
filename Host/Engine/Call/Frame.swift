import ComponentABI
import ComponentKit

/// One call under way. Its first field is what the action gets, so that a `component_call` pointer is a frame's.
///
/// It lies on the calling thread's stack, or on the heap once it was deferred.
struct Frame {
  var call: component_call
  /// What the caller asks: borrowed on a stack, a copy of it for a call that was deferred.
  let request: UnsafePointer<component_request>
  /// The action that runs; nil for a function value of the program. It stands third, because the code that names a
  /// crashed component reads it from C (Native/culprit.h).
  let entry: UnsafeMutablePointer<Entry>?
  let parent: UnsafeMutablePointer<Frame>?
  /// A turn, an instance; borrowed from the dispatch.
  let lease: Unmanaged<CallLease>?
  /// How many calls this one is nested in.
  let depth: Int
  /// Whether there is a deadline, or something by which this call or one around it can be given up: then it may be over
  /// before its action says so.
  let isWatched: Bool
  var stage: Stage
  var result = COMPONENT_OK
  /// Set when the action defers. The dispatch that made the frame owns one hold on it.
  var record: Unmanaged<DeferredRecord>? {
    didSet { stage = .deferred }
  }

  /// How the call may be ended: by anyone who has the frame; the same, with a reply that is held against its signature;
  /// the same, unless it is overdue; by the record's decision; not any more.
  enum Stage: UInt8 { case running, checked, watched, deferred, ended }

  /// Where progress and the end go.
  var sink: Sink {
    @inline(__always) get { Sink(request) }
  }

  /// The caller's handle for giving up.
  var cancellation: Cancelled? {
    request.pointee.cancellation.map { Cancelled.of($0) }
  }

  /// Whether a stand-in's answer in what it fails with is one to this very call: functions and interceptors pass on what
  /// they were told of it.
  var handsAnswersOn: Bool { isFunction || request.pointee.isQuestion }

  /// Whether a function runs: a component's have an entry without names in common, the program's have none.
  var isFunction: Bool { entry.map { $0.pointee.action.length == 0 } ?? true }

  /// What is called, for messages.
  var path: String { "\(call.target.string).\(call.action.string)" }
}

/// Where a call's progress and end go.
struct Sink {
  let ended:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<component_value>?, UnsafePointer<component_failure>?
    ) -> Void
  let progressed: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<component_progress>) -> Void)?
  let context: UnsafeMutableRawPointer?

  @inline(__always)
  init(_ request: UnsafePointer<component_request>) {
    ended = request.pointee.ended
    progressed = request.pointee.progressed
    context = request.pointee.context
  }
}

extension UnsafeMutablePointer<component_call> {
  /// The frame whose first field this is.
  @inline(__always)
  var frame: UnsafeMutablePointer<Frame> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Frame.self)
  }
}

extension UnsafeMutablePointer<Frame> {
  @inline(__always)
  var handle: UnsafeMutablePointer<component_call> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: component_call.self)
  }

  /// The calls this one is nested in and itself, outermost first.
  var callPath: [String] {
    var names: [String] = []
    var carriesOn = false
    var frame: UnsafeMutablePointer<Frame>? = self
    while let one = frame {
      if let record = one.pointee.record?.takeUnretainedValue() {
        // A call that was held up, for its turn or by an interceptor, is there twice, and said once.
        let isSame = carriesOn && record.callPath.last == names.last
        return record.callPath.dropLast(isSame ? 1 : 0) + names.reversed()
      }
      names.append(one.pointee.path)
      carriesOn = one.pointee.request.pointee.carriesOn
      frame = one.pointee.parent
    }
    return names.reversed()
  }

  /// The gates of the serial targets that this call and those around it are in.
  var heldGates: [UnsafeMutableRawPointer] {
    var gates: [UnsafeMutableRawPointer] = []
    var frame: UnsafeMutablePointer<Frame>? = self
    while let one = frame {
      if let record = one.pointee.record?.takeUnretainedValue() { return gates + record.heldGates }
      if let gate = one.pointee.entry?.pointee.gate { gates.append(gate.toOpaque()) }
      frame = one.pointee.parent
    }
    return gates
  }

  /// What this call and those around it run, the innermost first.
  func eachEntry(_ body: (UnsafeMutablePointer<Entry>) -> Void) {
    var frame: UnsafeMutablePointer<Frame>? = self
    while let one = frame {
      if let record = one.pointee.record?.takeUnretainedValue() { return record.eachEntry(body) }
      if let entry = one.pointee.entry { body(entry) }
      frame = one.pointee.parent
    }
  }

  /// Whether this call or one around it runs something of that component.
  func isInside(_ generation: Generation) -> Bool {
    isInside { $0.pointee.generation.toOpaque() == Unmanaged.passUnretained(generation).toOpaque() }
  }

  /// Whether calls within this one are that generation's own: something of it is under way around them. While it rests only
  /// its own steps are; a deferred call may go on behind the call that it was made in.
  func isHome(_ generation: Generation) -> Bool {
    isInside(generation) && (!generation.rests || isInStep(of: generation))
  }

  /// Whether one of them is what a component does besides answering calls, for which the host waits.
  var isInStep: Bool {
    isInside { entry in entry.pointee.generation._withUnsafeGuaranteedRef { $0.steps.contains(entry) } }
  }

  /// Whether one of them is such a step of that component.
  func isInStep(of generation: Generation) -> Bool { isInside { generation.steps.contains($0) } }

  private func isInside(_ isMeant: (UnsafeMutablePointer<Entry>) -> Bool) -> Bool {
    var isInside = false
    eachEntry { if isMeant($0) { isInside = true } }
    return isInside
  }

  /// The interceptors' actions in whose service this call is made, each asked by the host about a call. What they are is
  /// in their entries: names are what callers make of them.
  var questions: [UnsafeMutablePointer<Entry>] {
    var entries: [UnsafeMutablePointer<Entry>] = []
    var frame: UnsafeMutablePointer<Frame>? = self
    while let one = frame {
      if let record = one.pointee.record?.takeUnretainedValue() { return entries + record.questions }
      if one.pointee.request.pointee.isQuestion, let entry = one.pointee.entry { entries.append(entry) }
      frame = one.pointee.parent
    }
    return entries
  }
}
