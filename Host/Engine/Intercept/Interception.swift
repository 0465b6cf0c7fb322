import ComponentABI
import ComponentKit

/// One call that is intercepted. To its caller it is a deferred call, so deadline and cancellation hold while
/// interceptors think about it.
final class Interception: Sendable {
  let chain: Chain
  let record: DeferredRecord
  // Safe: seats are never freed, and what one says is settled before calls are made from it.
  private nonisolated(unsafe) let seat: UnsafePointer<Seat>

  var host: Host { seat.pointee.core.pointee.host.takeUnretainedValue() }

  init(_ chain: Chain, _ record: DeferredRecord, _ seat: UnsafePointer<Seat>) {
    self.chain = chain
    self.record = record
    self.seat = seat
  }

  var source: InterceptedCall.Source {
    if seat.pointee.callFlags & UInt64(COMPONENT_CALL_REMOTE) != 0 { return .remote }
    return seat.pointee.generation.map { .component($0.takeUnretainedValue().name) } ?? .program
  }

  var entries: UnsafeBufferPointer<component_entry> {
    let call = record.frame.pointee.call
    return UnsafeBufferPointer(start: call.parameters, count: call.parameters == nil ? 0 : call.parameter_count)
  }

  var parameters: Fields { Fields(copying: entries) }

  var hints: Fields {
    let call = record.frame.pointee.call
    return Fields(copying: UnsafeBufferPointer(start: call.hints, count: call.hints == nil ? 0 : call.hint_count))
  }

  /// Asks the interceptor of that place, or the action behind the last one.
  func go(
    on index: Int, target: String, action: String, changed: Fields?, heard: @escaping @Sendable (Outcome) -> Void
  ) {
    if index < chain.interceptors.count {
      let call = InterceptedCall(self, index: index, target: target, action: action, changed: changed, heard: heard)
      // What an interceptor calls is a part of the call that it sees.
      let thread = ThreadState.current
      let outer = thread.pointee.frame
      thread.pointee.frame = record.frame
      chain.interceptors[index].run(call)
      thread.pointee.frame = outer
    } else if let changed {
      // A text that was typed without a type, or came from JSON, stays one.
      let fromJSON = entries.contains { $0.value.hasText(COMPONENT_VALUE_JSON) }
      let loose = entries.filter { $0.value.hasText(COMPONENT_VALUE_LOOSE) }.map(\.key.string)
      let original = parameters
      changed.withBorrowed(loose: loose.filter { changed[$0] == original[$0] }, fromJSON: fromJSON) {
        start(target, action, UnsafeBufferPointer($0), heard)
      }
    } else {
      start(target, action, entries, heard)
    }
  }

  /// Asks the action, or who stands in for it.
  func start(
    _ target: String, _ action: String, _ parameters: UnsafeBufferPointer<component_entry>,
    standIn: StandIn? = nil, flags: UInt64? = nil, _ heard: @escaping @Sendable (Outcome) -> Void
  ) {
    let call = record.frame.pointee.call
    var target = target
    var action = action
    target.withUTF8 { target in
      action.withUTF8 { action in
        var request = component_request(
          abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_request>.size),
          target: component_text(target), action: component_text(action), parameters: parameters.baseAddress,
          parameter_count: parameters.count, ended: hear, progressed: hearProgress,
          context: Unmanaged.passRetained(Hearing(self, heard)).toOpaque(), deadline: 0, cancellation: nil,
          parent: record.frame.handle, flags: flags ?? record.frame.pointee.request.pointee.flags, hints: call.hints,
          hint_count: call.hint_count, skips: nil, skip_count: 0, place: nil)
        _ = withUnsafePointer(to: &request) {
          let dispatch = Dispatch(seat: seat, request: $0, waits: false)
          return standIn?.run(dispatch) ?? dispatch.runDirectly()
        }
      }
    }
  }
}

extension component_value {
  /// Whether some text in it has the flag.
  fileprivate func hasText(_ flag: UInt32) -> Bool {
    switch kind {
    case COMPONENT_KIND_TEXT: flags & flag != 0
    case COMPONENT_KIND_LIST: items.contains { $0.hasText(flag) }
    case COMPONENT_KIND_MAP: entries.contains { $0.value.hasText(flag) }
    default: false
    }
  }
}

/// Who hears what comes from behind the last interceptor.
private final class Hearing: Sendable {
  let interception: Interception
  let heard: @Sendable (Outcome) -> Void

  init(_ interception: Interception, _ heard: @escaping @Sendable (Outcome) -> Void) {
    self.interception = interception
    self.heard = heard
  }
}

private let hear:
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafePointer<component_value>?, UnsafePointer<component_failure>?
  ) -> Void = { context, reply, failure in
    guard let context else { return }
    let hearing = Unmanaged<Hearing>.fromOpaque(context).takeRetainedValue()
    if let reply {
      hearing.heard(.borrowedReply(reply))
    } else if let failure {
      hearing.heard(.borrowedFailure(failure))
    }
  }

private let hearProgress: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<component_progress>) -> Void = {
  context, progress in
  guard let context else { return }
  _ = Unmanaged<Hearing>.fromOpaque(context).takeUnretainedValue().interception.record.progress(progress)
}

extension Dispatch {
  /// Leads the call through the interceptors.
  @inline(never)
  func intercept(_ chain: Chain) -> Int32 {
    guard seat.pointee.isOpen else { return end(.tooEarly) }
    let (parameters, count) = (request.pointee.parameters, request.pointee.parameter_count)
    // A call that can't come to anything need not be seen.
    guard request.pointee.target.utf8.isValidUTF8, request.pointee.action.utf8.isValidUTF8,
      BorderCheck.fault(parameters, count) == nil
    else { return runDirectly() }
    let thread = ThreadState.current
    let parent = parent(thread)
    let depth = parent.map { $0.pointee.depth + 1 } ?? 0
    guard depth < seat.pointee.core.pointee.depthLimit else { return failTooDeep(parent) }
    let chain = chain.without(request.pointee)
    if chain.interceptors.isEmpty { return runDirectly() }
    var frame = frame(nil, UnsafeMutablePointer(mutating: seat), parameters, count, parent, depth, nil)
    if frame.call.deadline != 0, frame.call.deadline <= Deadline.now { return end(.tooLate(request)) }
    let record = DeferredRecord(&frame, core: seat.pointee.core)
    Interception(chain, record, seat).go(
      on: 0, target: frame.call.target.string, action: frame.call.action.string, changed: nil
    ) { _ = record.endByComponent($0) }
    if waits { return record.wait() }
    record.watch()
    return COMPONENT_OK
  }
}
