import ComponentABI
import ComponentHost
import ComponentKit

// Calls that the component makes: by its own seat, in the service of the call that it is in.
extension HostEnd {
  func call(_ message: Message, _ channel: Channel) throws(WireFault) {
    guard let table else { throw WireFault(.stray) }
    let arrivals = ports.arrivals()
    var reader = message.reader(functions: arrivals.function)
    let (kindNumber, marks) = try reader.pair()
    guard let kind = AskedKind(rawValue: kindNumber), marks & ~AskedMarks.all == 0 else { throw WireFault(.stray) }
    let parent = CallID(bitPattern: try reader.integer())
    let text = kind.hasText ? try reader.text() : component_text()
    let function = kind.hasFunction ? try reader.value().as.function : nil
    let read = try reader.request()
    try reader.end()
    if kind.hasFunction, function == nil { throw WireFault(.missing("a function")) }

    let own = [alarms[message.within], parent == message.within ? nil : alarms[parent]].compactMap { $0 }
    let asked = AskedCall(message, channel, self, table, waits: kind.waits, TimeAway(own))
    guard self.asked.add(asked, message.call) else {
      asked.away.end()
      return try channel.fail(message) { (writer) throws(WireFault) in
        try Failure.tooManyAsked(read.target, read.action, by: name).write(&writer)
      }
    }
    message.whenCancelled { asked.cancel() }
    var request = component_request(read.target, read.action, read.flags, AskedCall.ended)
    (request.parameters, request.parameter_count) = (read.parameters.baseAddress, read.parameters.count)
    (request.hints, request.hint_count) = (read.hints.baseAddress, read.hints.count)
    request.deadline = read.deadline
    // The thread is that of the call that it is asked in, and has no more time than that, whatever call the component says
    // that this is a part of.
    if kind.waits, let own = calls[message.within]?.deadline, own != 0 {
      request.deadline = read.deadline == 0 ? own : min(own, read.deadline)
    }
    if marks & AskedMarks.hearsProgress != 0 { request.progressed = AskedCall.progressed }
    request.cancellation = asked.cancellation
    request.context = Unmanaged.passRetained(asked).toOpaque()
    // It may be over by now, or never have been.
    let parentCall = parent == 0 ? nil : calls[parent]
    let code = read.skips.withUnsafeBufferPointer { skips in
      (request.skips, request.skip_count) = (skips.baseAddress, skips.count)
      return HostEnd.lend(parentCall, marks & AskedMarks.parentIsDeferred != 0) { parent in
        request.parent = parent
        return HostEnd.make(kind, table, &request, text, function)
      }
    }
    message.whenCancelled(nil)
    if kind.waits || code == nil { self.asked.remove(message.call) }
    guard let code else {
      asked.wasNotMade()
      throw WireFault(.stray)
    }
    if kind.waits {
      asked.returned(code)
    } else {
      // The thread goes on, and the call that this one is a part of may wait for its end, which comes within its time.
      asked.away.end(allBut: alarms[parent])
      channel.comesBack(from: message)
      try? channel.reply(to: message) { (writer) throws(WireFault) in writer.integer(Int64(code)) }
    }
    withExtendedLifetime(arrivals) {}
  }

  private static func lend(
    _ call: ProxyCall?, _ isDeferred: Bool, _ body: (UnsafeMutablePointer<component_call>?) -> Int32
  ) -> Int32? {
    if let call { call.lendAsParent(isDeferred, body) } else { body(nil) }
  }

  private static func make(
    _ kind: AskedKind, _ host: HostTable, _ request: UnsafePointer<component_request>, _ text: component_text,
    _ function: UnsafePointer<component_function>?
  ) -> Int32 {
    let table = host.pointee
    switch kind {
    case .call: return table.call(host, request)
    case .start: return table.start(host, request)
    case .invoke: return function.map { table.invoke(host, $0, request) } ?? COMPONENT_FAILURE_INVALID
    case .startInvoke: return function.map { table.start_invoke(host, $0, request) } ?? COMPONENT_FAILURE_INVALID
    case .open: return table.open(host, text, request)
    case .startOpen: return table.start_open(host, text, request)
    case .openWith: return table.open_with(host, text, request)
    case .startOpenWith: return table.start_open_with(host, text, request)
    case .openKey: return table.open_key(host, text, request)
    case .startOpenKey: return table.start_open_key(host, text, request)
    case .writeURL: return table.write_url(host, text, request)
    }
  }
}

extension Failure {
  /// Of a call that a component makes beside so many others of its own.
  fileprivate static func tooManyAsked(_ target: component_text, _ action: component_text, by component: String)
    -> Failure
  {
    Failure(
      .refused, "too_many_calls",
      "\(target.string).\(action.string) was not called: \(component) has \(AskedCalls.limit) calls under way, and may have "
        + "no more"
    ).hosts
  }
}

/// What is said of a call besides its request.
enum AskedMarks {
  static let hearsProgress: UInt32 = 1
  /// The host was told before that the call that it is a part of was deferred.
  static let parentIsDeferred: UInt32 = 2
  static let all = hearsProgress | parentIsDeferred
}
