import ComponentABI
import ComponentHost
import ComponentKit

// Calls of what the component has, on their way to the worker.
extension HostEnd {
  /// Has the worker run something for a call, and returns when that has returned there: the call has ended then, or is
  /// deferred.
  func run(
    _ kind: RunKind, _ number: UInt64, _ call: UnsafeMutablePointer<component_call>, over channel: Channel
  ) -> Int32 {
    let proxy = ProxyCall(call, calls)
    let alarm = alarm(behind: call.pointee.deadline)
    var entered: CallID = 0
    let open: OpenCall
    do throws(ChannelFault) {
      let said = UnsafePointer(call)
      open = try channel.begin(
        HostVerb.run.rawValue, within: Serving.innermost(of: channel), until: alarm?.last ?? .max,
        numbering: ports,
        enlisted: { number in
          entered = number
          alarms.add(alarm, number)
          return calls.add(proxy, number)
        }
      ) { (writer) throws(WireFault) in
        writer.pair(kind.rawValue, said.pointee.flags)
        writer.integer(Int64(bitPattern: number))
        writer.integer(Int64(Int(bitPattern: said.pointee.instance)))
        writer.integer(said.pointee.deadline)
        writer.integer(call.isWaitedFor ? 1 : 0)
        try writer.text(said.pointee.target)
        try writer.text(said.pointee.action)
        try writer.entries(said.pointee.parameters, said.pointee.parameter_count)
        try writer.entries(said.pointee.hints, said.pointee.hint_count)
      }
    } catch {
      calls.remove(entered)
      alarms.end(entered)
      switch error {
      case .refused(let fault): return end(call, .cantCross("parameters", of: call.pointee.path, to: name, fault))
      case .late where !killIfLate(alarm): return end(call, .tooMany(call.pointee.path, of: name))
      case .over, .late: return fail(call)
      }
    }
    let watch = CallWatch(call) { open.cancel() }
    watch?.begin()
    let answer = open.wait { take($0, proxy, open, channel) }
    watch?.end()
    if case .reply(let message)? = answer { take(message, proxy, open, channel) }
    return finish(answer, proxy, call, open)
  }

  private func finish(
    _ answer: Answer?, _ proxy: ProxyCall, _ call: UnsafeMutablePointer<component_call>, _ open: OpenCall
  ) -> Int32 {
    if case .reply? = answer {
      // Nobody is in the call on this thread's stack behind that. Its time goes on until then.
      if !proxy.returned() {
        calls.remove(open.id)
        alarms.end(open.id)
      }
      return COMPONENT_OK
    }
    // The worker is gone.
    lostNow()
    calls.remove(open.id)
    alarms.end(open.id)
    let failure = end(of: call)
    // One that had ended before its process did is over. What was deferred may have been failed by another thread, with all
    // that the worker had deferred.
    let isOrphan = proxy.orphan { if !proxy.isEnded { _ = end($0, failure) } }
    if !proxy.returned(), !isOrphan, !proxy.isEnded { _ = end(call, failure) }
    return COMPONENT_OK
  }

  /// Takes what the worker says of a run, before its end or as that.
  private func take(_ message: Message, _ proxy: ProxyCall, _ open: OpenCall, _ channel: Channel) {
    let arrivals = ports.arrivals()
    var reader = message.reader(functions: arrivals.function)
    do throws(WireFault) {
      let (mark, stray) = try reader.pair()
      guard let mark = RunMark(rawValue: mark), stray == 0 else { throw WireFault(.stray) }
      switch mark {
      case .over: break
      case .deferred: keep(proxy, open, channel)
      case .progress:
        var progress = try reader.progress()
        proxy.use { call in away(open.id) { _ = call.pointee.host.pointee.progress(call, &progress) } }
      case .reply:
        let value = try reader.valueInPlace()
        proxy.use(isEnd: true) { call in away(open.id) { _ = call.pointee.host.pointee.reply(call, value) } }
      case .failure:
        var failure = try reader.failure()
        proxy.use(isEnd: true) { call in away(open.id) { _ = call.pointee.host.pointee.fail(call, &failure) } }
      }
      try reader.end()
    } catch {
      channel.breakOff(error, in: message)
    }
    withExtendedLifetime(arrivals) {}
  }

  // The call is this process's own deferred call from here on, and when that is given up the worker hears of it.
  private func keep(_ proxy: ProxyCall, _ open: OpenCall, _ channel: Channel) {
    guard let deferred = proxy.keep() else { return }
    let giveUp = Unmanaged.passRetained(GiveUp(open, channel))
    deferred.pointee.host.pointee.when_cancelled(
      deferred, { if let context = $0 { Unmanaged<GiveUp>.fromOpaque(context).takeUnretainedValue().tell() } },
      giveUp.toOpaque(), { if let context = $0 { Unmanaged<GiveUp>.fromOpaque(context).release() } })
  }

  /// A deferred call has ended over there.
  func ended(_ message: Message, _ channel: Channel) throws(WireFault) {
    let arrivals = ports.arrivals()
    var reader = message.reader(functions: arrivals.function)
    let number = CallID(bitPattern: try reader.integer())
    let (mark, _) = try reader.pair()
    let call = calls[number]
    var isInOrder = true
    switch RunMark(rawValue: mark) {
    case .reply:
      let value = try reader.valueInPlace()
      isInOrder =
        call?.use(isEnd: true) { call in
          away(number, message.within) { _ = call.pointee.host.pointee.reply(call, value) }
        } ?? true
    case .failure:
      var failure = try reader.failure()
      isInOrder =
        call?.use(isEnd: true) { call in
          away(number, message.within) { _ = call.pointee.host.pointee.fail(call, &failure) }
        } ?? true
    default: throw WireFault(.stray)
    }
    if !isInOrder { throw WireFault(.stray) }
    try reader.end()
    withExtendedLifetime(arrivals) {}
    try channel.confirm(message)
  }

  func progress(_ message: Message, _ channel: Channel) throws(WireFault) {
    var reader = message.reader()
    let number = CallID(bitPattern: try reader.integer())
    var progress = try reader.progress()
    try reader.end()
    let isInOrder = calls[number]?.use { call in
      away(number, message.within) { _ = call.pointee.host.pointee.progress(call, &progress) }
    }
    if isInOrder == false { throw WireFault(.stray) }
    try channel.confirm(message)
  }

  /// What the worker had deferred ends with it.
  func failDeferred() {
    for proxy in calls.end() { _ = proxy.orphan { if !proxy.isEnded { _ = end($0, crash(of: proxy.path)) } } }
  }

  /// Ends a call whose worker is gone.
  func fail(_ call: UnsafeMutablePointer<component_call>) -> Int32 {
    lostNow()
    return end(call, end(of: call))
  }

  private func end(_ call: UnsafeMutablePointer<component_call>, _ failure: Failure) -> Int32 {
    failure.withBorrowed { _ = call.pointee.host.pointee.fail(call, $0) }
    return COMPONENT_OK
  }
}

// Tells the worker that a deferred call was given up: as long as its action runs, by the request for that.
private final class GiveUp: Sendable {
  private let open: OpenCall
  private let channel: Channel

  init(_ open: OpenCall, _ channel: Channel) {
    self.open = open
    self.channel = channel
  }

  func tell() {
    open.cancel()
    try? channel.notify(HostVerb.giveUp.rawValue) { (writer) throws(WireFault) in
      writer.integer(Int64(bitPattern: open.id))
    }
  }
}

extension component_call {
  /// What is called, for messages.
  var path: String { "\(target.string).\(action.string)" }
}

extension Failure {
  /// Of a call that can't be begun beside so many others.
  static func tooMany(_ path: String, of component: String) -> Failure {
    Failure(
      .refused, "too_many_calls",
      "\(path) was not called: as many calls of \(component) are under way as its process can have"
    ).hosts
  }

  /// Of what was to go to a component that runs in a process of its own, or to come from it.
  static func cantCross(_ what: String, of path: String, to component: String, _ fault: WireFault) -> Failure {
    Failure(
      .invalidParameters, "cant_cross",
      "the \(what) of \(path) can't cross to \(component), which runs in a process of its own: \(fault.words)"
    ).hosts
  }
}
