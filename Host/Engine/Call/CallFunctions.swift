import ComponentABI
import ComponentKit

// The host's functions on a call: reply, fail, progress, defer and what belongs to them. Each takes the
// call's pointer from a component, which may be a frame on the stack or a deferred one.

enum CallFunctions {
  static let trace: @convention(c) (UnsafeMutablePointer<component_call>) -> component_text = { call in
    call.isNull ? component_text() : call.frame.trace?.lent ?? component_text()
  }

  static let reply: @convention(c) (UnsafeMutablePointer<component_call>, UnsafePointer<component_value>) -> Int32 = {
    call, value in
    if call.isNull || value.isNull { return replyWithNothing(call) }
    let frame = call.frame
    if Settings.isDebugBuild { return reply(value, to: frame) }
    // Only the simplest reply is passed on here. Everything else is out of line, so that this function saves no
    // registers for it.
    guard BorderCheck.isPlain(value.pointee), frame.pointee.stage == .running else {
      return reply(value, to: frame)
    }
    return pass(value, from: frame)
  }

  @inline(__always)
  private static func pass(_ value: UnsafePointer<component_value>, from frame: UnsafeMutablePointer<Frame>) -> Int32 {
    frame.pointee.stage = .ended
    frame.pointee.request.pointee.ended(frame.pointee.request.pointee.context, value, nil)
    return COMPONENT_OK
  }

  @inline(never)
  private static func reply(_ value: UnsafePointer<component_value>, to frame: UnsafeMutablePointer<Frame>) -> Int32 {
    if !BorderCheck.isFine(value.pointee), let refused = refuse(value, of: frame) { return refused }
    if frame.pointee.stage == .running, !Settings.isDebugBuild { return pass(value, from: frame) }
    if let refused = refuseMistyped(value, of: frame) { return refused }
    let isPassed = frame.pointee.stage == .running || frame.pointee.stage == .checked
    return isPassed ? pass(value, from: frame) : end(frame, .borrowedReply(value))
  }

  @inline(never)
  private static func replyWithNothing(_ call: UnsafeMutablePointer<component_call>) -> Int32 {
    if call.isNull { return COMPONENT_FAILURE_INVALID }
    let failure = Failure.invalidReply(call.frame.pointee, BorderFault(.empty("the value")))
    return end(call.frame, .failure(failure.byHost), as: COMPONENT_FAILURE_INVALID)
  }

  // Ends the call with what is wrong with its reply, and returns the code; nil where nothing is wrong.
  @inline(never)
  private static func refuse(
    _ value: UnsafePointer<component_value>, of frame: UnsafeMutablePointer<Frame>
  ) -> Int32? {
    if let fault = BorderCheck.fault(value.pointee) {
      return end(frame, .failure(.invalidReply(frame.pointee, fault).byHost), as: COMPONENT_FAILURE_INVALID)
    }
    if frame.pointee.call.leavesProcess, value.pointee.isLocal {
      return end(frame, .failure(.localReply(frame.pointee).byHost), as: COMPONENT_FAILURE_INVALID)
    }
    return nil
  }

  // The same for a reply that does not have the form which its signature declares. A second end is told as such.
  @inline(never)
  private static func refuseMistyped(
    _ value: UnsafePointer<component_value>, of frame: UnsafeMutablePointer<Frame>
  ) -> Int32? {
    let core = frame.pointee.call.host.seat.pointee.core
    guard core.pointee.checksReplies || frame.pointee.call.isRemote, frame.pointee.stage != .ended,
      let check = frame.pointee.entry?.pointee.check,
      let misfit = check._withUnsafeGuaranteedRef({ $0.check(reply: value.pointee) })
    else { return nil }
    return end(frame, .failure(.mistypedReply(frame.pointee, misfit).byHost), as: COMPONENT_FAILURE_INVALID)
  }

  static let fail: @convention(c) (UnsafeMutablePointer<component_call>, UnsafePointer<component_failure>) -> Int32 = {
    call, failure in
    if call.isNull { return COMPONENT_FAILURE_INVALID }
    let frame = call.frame
    if failure.isNull {
      return end(frame, .failure(.brokenFailure(frame.pointee, "it is missing")), as: COMPONENT_FAILURE_INVALID)
    }
    guard Int(failure.pointee.size) >= MemoryLayout<component_failure>.size else {
      return end(
        frame, .failure(.brokenFailure(frame.pointee, "its struct is too small")), as: COMPONENT_FAILURE_INVALID)
    }
    if let fault = BorderCheck.fault(failure.pointee) {
      return end(frame, .failure(.brokenFailure(frame.pointee, fault.words)), as: COMPONENT_FAILURE_INVALID)
    }
    var said = failure.pointee
    // Only what this contract knows is copied; a later one has more behind it.
    said.size = UInt32(MemoryLayout<component_failure>.size)
    said.code = Failure.Code(rawValue: said.code).asSaid(by: Failure.Voice(said.voice)).rawValue
    if !frame.pointee.handsAnswersOn { said.answer = nil }
    if let answer = said.answer, frame.pointee.call.leavesProcess, answer.pointee.isLocal {
      return end(frame, .failure(.localReply(frame.pointee).byHost), as: COMPONENT_FAILURE_INVALID)
    }
    if said.reason.length == 0 || said.message.length == 0 {
      return end(frame, .failure(.wordless(frame.pointee, said)))
    }
    return withUnsafePointer(to: &said) { end(frame, .borrowedFailure($0)) }
  }

  static let progress:
    @convention(c) (UnsafeMutablePointer<component_call>, UnsafePointer<component_progress>) -> Int32 =
      { call, progress in
        if call.isNull || progress.isNull { return COMPONENT_FAILURE_INVALID }
        let frame = call.frame
        guard Int(progress.pointee.size) >= MemoryLayout<component_progress>.size,
          BorderCheck.isText(progress.pointee.message)
        else { return COMPONENT_FAILURE_INVALID }
        guard progress.pointee.fraction < 0, progress.pointee.fraction != -1 else { return tell(progress, frame) }
        // Less than nothing only the host says, as COMPONENT_PROGRESS_FROM. Of a later contract's struct the rest is left out.
        var said = progress.pointee
        (said.size, said.fraction) = (UInt32(MemoryLayout<component_progress>.size), -1)
        return tell(&said, frame)
      }

  private static func tell(_ progress: UnsafePointer<component_progress>, _ frame: UnsafeMutablePointer<Frame>) -> Int32
  {
    if let record = frame.pointee.record?.takeUnretainedValue() {
      return record.progress(progress) ? COMPONENT_OK : COMPONENT_FAILURE_ENDED
    }
    if frame.pointee.stage == .ended { return COMPONENT_FAILURE_ENDED }
    frame.pointee.sink.progressed?(frame.pointee.sink.context, progress)
    return COMPONENT_OK
  }

  static let `defer`: @convention(c) (UnsafeMutablePointer<component_call>) -> UnsafeMutablePointer<component_call>? = {
    call in
    if call.isNull { return nil }
    let frame = call.frame
    if frame.pointee.stage == .ended { return nil }
    if let record = frame.pointee.record?.takeUnretainedValue() {
      record.retainForComponent()
      return record.frame.handle
    }
    let record = DeferredRecord(frame, core: frame.pointee.call.host.seat.pointee.core)
    frame.pointee.record = Unmanaged.passRetained(record)
    record.retainForComponent()
    return record.frame.handle
  }

  static let release: @convention(c) (UnsafeMutablePointer<component_call>) -> Void = { call in
    if call.isNull { return }
    call.frame.pointee.record?.takeUnretainedValue().releaseForComponent()
  }

  static let isCancelled: @convention(c) (UnsafeMutablePointer<component_call>) -> Bool = { call in
    !call.isNull && call.frame.isGivenUp
  }

  static let whenCancelled:
    @convention(c) (
      UnsafeMutablePointer<component_call>, @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void,
      UnsafeMutableRawPointer?, (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
    ) -> Void = { call, function, context, release in
      if call.isNull || unsafeBitCast(function, to: UInt.self) == 0 {
        release?(context)
        return
      }
      let handler = CancelHandler(function, context, release)
      call.frame.pointee.record?.takeUnretainedValue().whenCancelled(handler)
    }

  private static func end(_ frame: UnsafeMutablePointer<Frame>, _ outcome: Outcome, as status: Int32) -> Int32 {
    let ended = end(frame, outcome)
    return ended == COMPONENT_OK ? status : ended
  }

  // The slow way, also for deferred calls and for the second end of one.
  @inline(never)
  private static func end(_ frame: UnsafeMutablePointer<Frame>, _ outcome: Outcome) -> Int32 {
    let again: Bool
    if let record = frame.pointee.record?.takeUnretainedValue() {
      let (ended, before) = record.endByComponent(outcome)
      if ended { return COMPONENT_OK }
      again = before
    } else if frame.pointee.stage != .ended {
      return frame.end(outcome) ? COMPONENT_OK : COMPONENT_FAILURE_ENDED
    } else {
      again = true
    }
    // Only a second end is reported. An end that comes after the caller gave up is no mistake.
    if again {
      let host = frame.pointee.call.host.seat.pointee.core.pointee.host.takeUnretainedValue()
      host.settings.report(Report(.endedTwice, "\(frame.pointee.path) ended its call a second time; that was ignored"))
    }
    return COMPONENT_FAILURE_ENDED
  }
}

extension component_value {
  /// Whether something in it lives in this process only.
  fileprivate var isLocal: Bool {
    switch kind {
    case COMPONENT_KIND_OBJECT, COMPONENT_KIND_FUNCTION: true
    case COMPONENT_KIND_LIST: items.contains(where: \.isLocal)
    case COMPONENT_KIND_MAP: entries.contains(where: \.value.isLocal)
    default: false
    }
  }
}

extension Failure {
  // A failure has words for all that hear of it: where it has none of its own, the code's name, and whose call it was.
  fileprivate static func wordless(_ frame: Frame, _ said: component_failure) -> Failure {
    var failure = Failure(copying: said)
    if failure.reason.isEmpty { failure.reason = failure.code.name }
    if !failure.message.isEmpty { return failure }
    failure.message = "\(frame.path) failed and did not say why"
    return failure.byHost
  }

  fileprivate static func brokenFailure(_ frame: Frame, _ why: String) -> Failure {
    Failure(.failed, "invalid_failure", "\(frame.path) failed, and what it says is invalid: \(why)").byHost
  }
}

extension component_call {
  fileprivate var isRemote: Bool { flags & COMPONENT_CALL_REMOTE != 0 }

  /// Whether its reply goes to a caller that can be given nothing local.
  fileprivate var leavesProcess: Bool {
    flags & (COMPONENT_CALL_REMOTE | COMPONENT_CALL_LOCAL) == COMPONENT_CALL_REMOTE
  }
}
