import ComponentABI
import ComponentHost
import ComponentKit

// Calls of what the component has, on their way to the worker.
extension HostEnd {
  /// Has the worker run something for a call, and returns when that has returned there: the call has ended then, or is
  /// deferred. A call that nobody waits for goes on without this thread.
  ///
  /// - Parameter function: what is to be run, which the other end keeps as long as it is held here.
  func run(
    _ kind: RunKind, _ number: UInt64, _ call: UnsafeMutablePointer<component_call>, over channel: Channel,
    holding function: FunctionProxy? = nil
  ) -> Int32 {
    if !call.isWaitedFor, kind == .action || kind == .function {
      return start(kind, number, call, over: channel, holding: function)
    }
    let proxy = ProxyCall(call, calls)
    let open: OpenCall
    do throws(NotBegun) {
      open = try begin(kind, number, call, proxy, over: channel)
    } catch {
      return end(call, failure(of: call, error))
    }
    let watch = CallWatch(call) { open.cancel() }
    watch?.begin()
    let answer = open.wait { message in _ = take(message, proxy, channel) { keep(proxy, open, channel) } }
    watch?.end()
    var isOver = false
    if case .reply(let message)? = answer { isOver = take(message, proxy, channel) { keep(proxy, open, channel) } }
    return finish(isOver, proxy, call, open)
  }

  // Where it is not over the worker is gone, or has said what can't be.
  private func finish(
    _ isOver: Bool, _ proxy: ProxyCall, _ call: UnsafeMutablePointer<component_call>, _ open: OpenCall
  ) -> Int32 {
    if isOver {
      // Nobody is in the call on this thread's stack behind that. Its time goes on until then.
      if proxy.returned() != .open {
        forget(open.id)
      } else if calls.hasEnded {
        // The word that it was deferred was taken when all that was had been failed.
        failOrphan(proxy)
      }
      return COMPONENT_OK
    }
    lostNow()
    forget(open.id)
    let failure = end(of: call)
    // One that had ended before its process did is over. What was deferred may have been failed by another thread, with all
    // that the worker had deferred.
    let isOrphan = proxy.orphan { if !proxy.isEnded { _ = end($0, failure) } }
    if proxy.returned() == .over, !isOrphan, !proxy.isEnded { _ = end(call, failure) }
    return COMPONENT_OK
  }

  // The call is this process's own deferred call from here on, and when that is given up the worker hears of it.
  private func keep(_ proxy: ProxyCall, _ open: OpenCall, _ channel: Channel) {
    if let deferred = proxy.keep() { tell(open, channel, whenCancelled: deferred) }
  }

  // MARK: what nobody waits for

  // It is this process's own deferred call from the beginning, whether or not the component defers it; the limit of such
  // calls it has from when that does.
  private func start(
    _ kind: RunKind, _ number: UInt64, _ call: UnsafeMutablePointer<component_call>, over channel: Channel,
    holding function: FunctionProxy?
  ) -> Int32 {
    guard let deferred = call.deferToElsewhere() else { return COMPONENT_OK }
    let proxy = ProxyCall(started: deferred, ProxyCall.Run(turn: call.turn, function: function), calls)
    do throws(NotBegun) {
      let open = try begin(kind, number, call, proxy, over: channel) { [self] in hear($0, proxy, channel) }
      // The call may have ended by now, but is there as long as this thread is in it.
      tell(open, channel, whenCancelled: deferred)
    } catch {
      let failure = failure(of: call, error)
      _ = proxy.orphan { _ = end($0, failure) }
    }
    return COMPONENT_OK
  }

  // On the channel's threads, in order, one at a time.
  private func hear(_ heard: OpenCall.Heard, _ proxy: ProxyCall, _ channel: Channel) {
    switch heard {
    case .progress(let message): _ = take(message, proxy, channel) { proxy.keepOn() }
    case .ended(.reply(let message)) where take(message, proxy, channel) { proxy.keepOn() }:
      if !proxy.ranOut() { forget(message.call) }
    case .ended:
      // The worker is gone, or has said what can't be. All that is known of its calls goes as well.
      lostNow()
      _ = proxy.orphan { if !proxy.isEnded { _ = end($0, end(of: $0)) } }
    }
  }

  // MARK: both

  /// Why the worker was not asked.
  private enum NotBegun: Error {
    case cantCross(WireFault)
    case crowded, gone
  }

  private func begin(
    _ kind: RunKind, _ number: UInt64, _ call: UnsafeMutablePointer<component_call>, _ proxy: ProxyCall,
    over channel: Channel, _ listener: (@Sendable (OpenCall.Heard) -> Void)? = nil
  ) throws(NotBegun) -> OpenCall {
    let alarm = alarm(behind: call.pointee.deadline)
    var entered: CallID = 0
    do throws(ChannelFault) {
      let said = UnsafePointer(call)
      // In the service of a call is what its thread waits for, and so can't be more than there are threads.
      let outer = listener == nil ? Serving.innermost(of: channel) : 0
      return try channel.begin(
        HostVerb.run.rawValue, within: outer, until: alarm?.last ?? .max,
        numbering: ports, listener: listener, waitsNext: listener == nil,
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
        try writer.text(said.pointee.host.pointee.trace(call))
      }
    } catch {
      forget(entered)
      // Where it was not entered at all it has none to end by.
      alarm?.end()
      switch error {
      case .refused(let fault): throw .cantCross(fault)
      case .late where !killIfLate(alarm): throw .crowded
      case .over, .late: throw .gone
      }
    }
  }

  private func failure(of call: UnsafeMutablePointer<component_call>, _ why: NotBegun) -> Failure {
    switch why {
    case .cantCross(let fault): return .cantCross("parameters", of: call.pointee.path, to: name, fault)
    case .crowded: return .tooMany(call.pointee.path, of: name)
    case .gone:
      lostNow()
      return end(of: call)
    }
  }

  /// Nothing is known of a call any more.
  func forget(_ number: CallID) {
    calls.remove(number)
    alarms.end(number)
  }

  /// Takes what the worker says of a run, before its end or as that; false where that can't be, and ends the channel.
  ///
  /// - Parameter keep: the component has deferred the call.
  private func take(_ message: Message, _ proxy: ProxyCall, _ channel: Channel, keep: () -> Void) -> Bool {
    let arrivals = ports.arrivals()
    var reader = message.reader(functions: arrivals.function)
    do throws(WireFault) {
      let (mark, stray) = try reader.pair()
      guard let mark = RunMark(rawValue: mark), stray == 0 else { throw WireFault(.stray) }
      switch mark {
      case .over: break
      case .deferred: keep()
      case .progress:
        var progress = try reader.progress()
        proxy.use { call in away(message.call) { _ = call.pointee.host.pointee.progress(call, &progress) } }
      case .reply:
        let value = try reader.valueInPlace()
        proxy.use(isEnd: true) { call in away(message.call) { _ = call.pointee.host.pointee.reply(call, value) } }
      case .failure:
        var failure = try reader.failure()
        proxy.use(isEnd: true) { call in away(message.call) { _ = call.pointee.host.pointee.fail(call, &failure) } }
      }
      try reader.end()
    } catch {
      channel.breakOff(error, in: message)
      return false
    }
    withExtendedLifetime(arrivals) {}
    return true
  }

  private func tell(
    _ open: OpenCall, _ channel: Channel, whenCancelled call: UnsafeMutablePointer<component_call>
  ) {
    let giveUp = Unmanaged.passRetained(GiveUp(open, channel))
    call.pointee.host.pointee.when_cancelled(
      call, { if let context = $0 { Unmanaged<GiveUp>.fromOpaque(context).takeUnretainedValue().tell() } },
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
      isInOrder = away(number, message.within) {
        call?.use(isEnd: true) { call in _ = call.pointee.host.pointee.reply(call, value) } ?? true
      }
    case .failure:
      var failure = try reader.failure()
      isInOrder = away(number, message.within) {
        call?.use(isEnd: true) { call in _ = call.pointee.host.pointee.fail(call, &failure) } ?? true
      }
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
    let call = calls[number]
    let isInOrder = away(number, message.within) {
      call?.use { call in _ = call.pointee.host.pointee.progress(call, &progress) }
    }
    if isInOrder == false { throw WireFault(.stray) }
    try channel.confirm(message)
  }

  /// What the worker had deferred ends with it.
  func failDeferred() {
    for proxy in calls.end() { failOrphan(proxy) }
  }

  private func failOrphan(_ proxy: ProxyCall) {
    _ = proxy.orphan { if !proxy.isEnded { _ = end($0, crash(of: $0.pointee.path)) } }
  }

  /// Ends a call whose worker is gone.
  func fail(_ call: UnsafeMutablePointer<component_call>) -> Int32 { end(call, failure(of: call, .gone)) }

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
