import ComponentABI
import ComponentHost
import ComponentKit

/// A call that the component here makes: the host makes it, by the component's seat and in the service of the call that
/// this thread is in.
enum Asking {
  static func make(
    _ host: UnsafePointer<component_host>, _ kind: AskedKind, _ request: UnsafePointer<component_request>,
    _ text: component_text = component_text(),
    function: UnsafePointer<component_function>? = nil
  ) -> Int32 {
    if UInt(bitPattern: host) == 0 { return COMPONENT_FAILURE_INVALID }
    return BorderView.whole(request) { request in
      var looked = request.pointee
      kind.forget(&looked)
      return withUnsafePointer(to: &looked) { makeWhole(kind, $0, text, function) }
    }
  }

  private static func makeWhole(
    _ kind: AskedKind, _ request: UnsafePointer<component_request>, _ text: component_text,
    _ function: UnsafePointer<component_function>?
  ) -> Int32 {
    guard let service = WorkerService.current else { return COMPONENT_FAILURE_INVALID }
    if let failure = fault(kind, request.pointee, text, function) { return end(request, failure) }
    return kind.waits
      ? wait(kind, request, text, function, service) : start(kind, request, text, function, service)
  }

  // What is broken can't be passed on, and is refused in the words that the host has for it.
  private static func fault(
    _ kind: AskedKind, _ request: component_request, _ text: component_text,
    _ function: UnsafePointer<component_function>?
  ) -> Failure? {
    if kind.hasText, !BorderView.isText(text) {
      let isURL = kind != .openKey && kind != .startOpenKey && kind != .writeURL
      return Failure(
        .invalidParameters, isURL ? "invalid_url" : "invalid_name",
        "\(isURL ? "the URL" : "a name of the call") is not valid UTF-8"
      ).hosts
    }
    if kind.hasFunction {
      guard let function, UInt(bitPattern: function) != 0 else {
        return Failure(
          .invalidParameters, "invalid_function",
          "the function is invalid: the function is missing where it was announced"
        ).hosts
      }
    }
    if !BorderView.isText(request.target) || !BorderView.isText(request.action) {
      return Failure(.invalidParameters, "invalid_name", "a name of the call is not valid UTF-8").hosts
    }
    return BorderView.fault(request)
  }

  // What is called, for messages.
  private static func path(
    _ kind: AskedKind, _ request: UnsafePointer<component_request>, _ text: component_text
  ) -> String {
    if kind.hasText, kind != .writeURL { return excerpt(text.string) }
    return "\(request.pointee.target.string).\(request.pointee.action.string)"
  }

  private static func end(_ request: UnsafePointer<component_request>, _ failure: Failure) -> Int32 {
    failure.withBorrowed { request.pointee.ended(request.pointee.context, nil, $0) }
    return failure.code.rawValue
  }

  private static func write(
    _ kind: AskedKind, _ request: component_request, _ text: component_text,
    _ function: UnsafePointer<component_function>?,
    parent: Parent, _ writer: inout WireWriter
  ) throws(WireFault) {
    var marks: UInt32 = 0
    if request.progressed != nil { marks |= AskedMarks.hearsProgress }
    if parent.isDeferred { marks |= AskedMarks.parentIsDeferred }
    writer.pair(kind.rawValue, marks)
    writer.integer(Int64(bitPattern: parent.number))
    if kind.hasText { try writer.text(text) }
    if kind.hasFunction {
      var value = component_value()
      value.kind = COMPONENT_KIND_FUNCTION
      value.as.function = function
      try writer.value(value)
    }
    try writer.request(request)
  }

  // The call that this one is made in: the host's number for it, 0 outside of any, and whether the host knows that it was
  // deferred.
  private struct Parent {
    let number: CallID
    let isDeferred: Bool

    init(_ request: component_request, _ service: WorkerService) {
      let context =
        request.parent.map { $0.context(ofListener: Served.ended) } ?? ServedComponent.context(ofListener: Served.ended)
      number = CallID(UInt(bitPattern: context))
      isDeferred = service.calls[number]?.isToldDeferred ?? false
    }
  }

  // MARK: waited for

  private static func wait(
    _ kind: AskedKind, _ request: UnsafePointer<component_request>, _ text: component_text,
    _ function: UnsafePointer<component_function>?, _ service: WorkerService
  ) -> Int32 {
    let parent = Parent(request.pointee, service)
    let open: OpenCall
    do throws(ChannelFault) {
      open = try service.begin(.call) { (writer) throws(WireFault) in
        try write(kind, request.pointee, text, function, parent: parent, &writer)
      }
    } catch {
      return end(request, error.failure(of: path(kind, request, text)))
    }
    let watch = request.pointee.cancellation.map { CancellationWatch($0) { open.cancel() } }
    watch?.begin()
    let answer = open.wait { message in
      guard let progressed = request.pointee.progressed else { return }
      var reader = message.reader()
      if var progress = try? reader.progress() { progressed(request.pointee.context, &progress) }
    }
    watch?.end()
    let arrivals = service.ports.arrivals()
    defer { withExtendedLifetime(arrivals) {} }
    switch answer {
    case .reply(let message)?:
      var reader = message.reader(functions: arrivals.function)
      guard let value = try? reader.valueInPlace() else { break }
      request.pointee.ended(request.pointee.context, value, nil)
      return COMPONENT_OK
    case .failure(let message)?:
      var reader = message.reader(functions: arrivals.function)
      guard var failure = try? reader.failure() else { break }
      request.pointee.ended(request.pointee.context, nil, &failure)
      return failure.code
    case .over?, nil: break
    }
    return end(request, ChannelFault.over(.hungUp).failure(of: path(kind, request, text)))
  }

  // MARK: started

  private static func start(
    _ kind: AskedKind, _ request: UnsafePointer<component_request>, _ text: component_text,
    _ function: UnsafePointer<component_function>?, _ service: WorkerService
  ) -> Int32 {
    let parent = Parent(request.pointee, service)
    let end = StartedEnd(request)
    let call = StartedCall(end)
    return end.begin {
      let begun = Guarded<OpenCall?>(nil)
      // Made before the call can end: its listener may give the handle back.
      let watch = request.pointee.cancellation.map { handle in
        CancellationWatch(handle) {
          guard let open = begun.withLock({ $0 }) else { return }
          // Before the host has begun it the first is heard, and after that the second.
          open.cancel()
          try? open.channel.notify(WorkerVerb.cancelAsked.rawValue) { (writer) throws(WireFault) in
            writer.integer(Int64(bitPattern: open.id))
          }
        }
      }
      var number: CallID = 0
      let open: OpenCall
      do throws(ChannelFault) {
        open = try service.begin(
          .call,
          enlisted: {
            number = $0
            service.starts.add(call, $0)
          }
        ) { (writer) throws(WireFault) in try write(kind, request.pointee, text, function, parent: parent, &writer) }
      } catch {
        _ = service.starts.take(number)
        return Asking.end(request, error.failure(of: path(kind, request, text)))
      }
      begun.withLock { $0 = open }
      call.watch(watch)
      let answer = open.wait()
      if case .reply(let message)? = answer, let code = try? message.integer() {
        return Int32(truncatingIfNeeded: code)
      }
      return gone(answer, open.id, path(kind, request, text), service)
    }
  }
}

extension Asking {
  // The host has not begun the call at all.
  private static func gone(_ answer: Answer?, _ number: CallID, _ path: String, _ service: WorkerService) -> Int32 {
    let call = service.starts.take(number)
    if case .failure(let message)? = answer {
      var reader = message.reader()
      if var failure = try? reader.failure() {
        call?.hear(nil, &failure)
        return failure.code
      }
    }
    let failure = ChannelFault.over(.hungUp).failure(of: path)
    failure.withBorrowed { call?.hear(nil, $0) }
    return failure.code.rawValue
  }
}

extension AskedKind {
  // What is not looked at need not be right, and does not go along.
  fileprivate func forget(_ request: inout component_request) {
    if !hasText || self == .writeURL { return }
    (request.target, request.action) = (component_text(), component_text())
    if self == .openKey || self == .startOpenKey { return }
    (request.hints, request.hint_count) = (nil, 0)
    if self == .open || self == .startOpen { (request.parameters, request.parameter_count) = (nil, 0) }
  }
}

extension ChannelFault {
  /// The end of a call that can't be passed on.
  fileprivate func failure(of path: String) -> Failure {
    switch self {
    case .refused(let fault):
      Failure(
        .invalidParameters, "cant_cross",
        "the parameters of \(path) can't leave their process: \(fault.words)"
      ).hosts
    case .over, .late: Failure(.failed, "host_gone", "\(path) was not called: the host is gone").hosts
    }
  }
}
