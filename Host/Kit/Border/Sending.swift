import ComponentABI

/// How a call is told to the host, and how its outcome comes back, as it was lent.
struct Sending {
  typealias Hear = (UnsafePointer<component_value>?, UnsafePointer<component_failure>?) -> Void
  typealias Progress = @Sendable (Double?, String) -> Void

  let host: HostTable
  let timeLimit: Duration?
  let cancellation: Cancellation?
  let progress: Progress?
  private let flags: UInt32
  private let skips: LentNames?

  init(by mediator: Mediator, timeLimit: Duration?, cancellation: Cancellation?, progress: Progress?) {
    host = mediator.host
    self.timeLimit = timeLimit
    self.cancellation = cancellation
    self.progress = progress
    flags = mediator.flags
    skips = mediator.skips
  }

  /// Makes a call and waits; `hear` is called once, on whatever thread ends the call, before this returns.
  func wait(
    _ target: component_text, _ action: component_text, _ entries: UnsafeMutableBufferPointer<component_entry>,
    to function: Function? = nil, hear: Hear
  ) {
    withoutActuallyEscaping(hear) { hear in
      var listener = Waiting(hear: hear, progress: progress)
      withUnsafeMutablePointer(to: &listener) { listener in
        var request = request(target, action, entries, hearWaiting)
        request.context = UnsafeMutableRawPointer(listener)
        if progress != nil { request.progressed = tellWaiting }
        if let function {
          _ = host.pointee.invoke(host, function.reference.pointer, &request)
        } else {
          _ = host.pointee.call(host, &request)
        }
      }
    }
  }

  /// Starts a call; `hear` is called once, before or after this returns.
  func start(
    _ target: component_text, _ action: component_text, _ entries: UnsafeMutableBufferPointer<component_entry>,
    to function: Function? = nil, within parent: DeferredCall?,
    hear:
      @escaping @Sendable (
        UnsafePointer<component_value>?, UnsafePointer<component_failure>?
      ) -> Void
  ) {
    var request = request(target, action, entries, hearListening)
    request.context = Unmanaged.passRetained(Listening(hear, progress)).toOpaque()
    request.parent = parent?.pointer
    if progress != nil { request.progressed = tellListening }
    if let function {
      _ = host.pointee.start_invoke(host, function.reference.pointer, &request)
    } else {
      _ = host.pointee.start(host, &request)
    }
  }

  /// Opens a URL and goes on.
  func startOpening(
    _ url: component_text,
    hear:
      @escaping @Sendable (
        UnsafePointer<component_value>?, UnsafePointer<component_failure>?
      ) -> Void
  ) {
    var request = request(component_text(), component_text(), .init(start: nil, count: 0), hearListening)
    request.context = Unmanaged.passRetained(Listening(hear, progress)).toOpaque()
    if progress != nil { request.progressed = tellListening }
    _ = host.pointee.start_open(host, url, &request)
  }

  /// Calls the action of a map key and waits.
  func open(
    key: component_text, _ entries: UnsafeMutableBufferPointer<component_entry>,
    _ hints: UnsafeMutableBufferPointer<component_entry>, hear: Hear
  ) {
    withWaiting(hear) { context, ended in
      var request = request(component_text(), component_text(), entries, ended)
      request.context = context
      request.hints = UnsafePointer(hints.baseAddress)
      request.hint_count = hints.count
      if progress != nil { request.progressed = tellWaiting }
      _ = host.pointee.open_key(host, key, &request)
    }
  }

  private func withWaiting(_ hear: Hear, _ body: (UnsafeMutableRawPointer, @escaping Ended) -> Void) {
    withoutActuallyEscaping(hear) { hear in
      var listener = Waiting(hear: hear, progress: progress)
      withUnsafeMutablePointer(to: &listener) { body(UnsafeMutableRawPointer($0), hearWaiting) }
    }
  }

  private func request(
    _ target: component_text, _ action: component_text, _ entries: UnsafeMutableBufferPointer<component_entry>,
    _ ended: @escaping Ended
  ) -> component_request {
    var request = component_request(target, action, flags, ended)
    request.lend(entries)
    if let timeLimit { request.deadline = Deadline(after: timeLimit).nanoseconds }
    request.cancellation = cancellation?.pointer
    if let skips { request.lend(skips) }
    return request
  }
}

extension component_request {
  /// A request with nothing but what it must have.
  @inline(__always)
  init(_ target: component_text, _ action: component_text, _ flags: UInt32, _ ended: @escaping Ended) {
    self.init(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_request>.size), target: target, action: action,
      parameters: nil, parameter_count: 0, ended: ended, progressed: nil, context: nil, deadline: 0,
      cancellation: nil, parent: nil, flags: flags, reserved: 0, hints: nil, hint_count: 0, skips: nil,
      skip_count: 0, place: nil)
  }

  @inline(__always)
  mutating func lend(_ entries: UnsafeMutableBufferPointer<component_entry>) {
    parameters = UnsafePointer(entries.baseAddress)
    parameter_count = entries.count
  }
}

typealias Ended =
  @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<component_value>?, UnsafePointer<component_failure>?) -> Void
typealias Progressed = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<component_progress>) -> Void

/// The listener of a call that is waited for; lives on the waiting thread's stack.
private struct Waiting {
  let hear: Sending.Hear
  let progress: Sending.Progress?
}

private let hearWaiting: Ended = { context, reply, failure in
  context?.assumingMemoryBound(to: Waiting.self).pointee.hear(reply, failure)
}

private let tellWaiting: Progressed = { context, progress in
  context?.assumingMemoryBound(to: Waiting.self).pointee.progress?(
    progress.pointee.known, progress.pointee.message.string)
}

/// The listener of a call that was started; lives until the call has ended.
private final class Listening: Sendable {
  let hear: @Sendable (UnsafePointer<component_value>?, UnsafePointer<component_failure>?) -> Void
  let progress: Sending.Progress?

  init(
    _ hear: @escaping @Sendable (UnsafePointer<component_value>?, UnsafePointer<component_failure>?) -> Void,
    _ progress: Sending.Progress?
  ) {
    self.hear = hear
    self.progress = progress
  }
}

private let hearListening: Ended = { context, reply, failure in
  guard let context else { return }
  Unmanaged<Listening>.fromOpaque(context).takeRetainedValue().hear(reply, failure)
}

private let tellListening: Progressed = { context, progress in
  guard let context else { return }
  let listening = Unmanaged<Listening>.fromOpaque(context).takeUnretainedValue()
  listening.progress?(progress.pointee.known, progress.pointee.message.string)
}

extension component_progress {
  var known: Double? { fraction >= 0 ? Swift.min(fraction, 1) : nil }
}

extension Result<Value, Failure> {
  /// A copy of an outcome as it was lent.
  init(_ reply: UnsafePointer<component_value>?, _ failure: UnsafePointer<component_failure>?) {
    if let reply {
      self = .success(Value(copying: reply.pointee))
    } else if let failure {
      self = .failure(Failure(copying: failure.pointee))
    } else {
      self = .failure(.noOutcome)
    }
  }
}

extension Failure {
  @usableFromInline static var noOutcome: Failure {
    Failure(.failed, "host_fault", "the host ended the call without an outcome")
  }
}
