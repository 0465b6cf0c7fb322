import ComponentABI
import ComponentHost
import ComponentKit
import Synchronization

/// The host's end of the channel to one worker: what the component there asks of the mediator is asked here, by its seat.
final class HostEnd: ChannelService, @unchecked Sendable {
  // Sendable: what changes is guarded, or set before the worker is asked for anything.
  let name: String
  let calls = ProxyCalls()
  let asked = AskedCalls()
  let alarms = AskAlarms()
  let ports = FunctionPorts(letGo: HostVerb.letGo.rawValue, run: runFunction)
  let settings: Settings
  private let observations = Guarded<[Int64: OpaquePointer]>([:])
  private let loss = Loss()
  private let line = Guarded(Line())
  /// How its process has ended, once somebody has waited for that.
  let endingThatIsKnown = Guarded<WorkerEnd?>(nil)
  /// What it says for the log before its registration, and what it has told to nobody in particular.
  let said = LogCount()

  private struct Line {
    /// As long as it is not over.
    var channel: Channel?
    var isProcessGone = false
    var isObeyed = false
  }

  /// Whether the worker has said that it holds to its terms, as it does before anything of the component's runs.
  var isObeyed: Bool { line.withLock { $0.isObeyed } }

  private let seat = Atomic<HostTable?>(nil)
  /// The component's table here; nil before it registers.
  var table: HostTable? { seat.load(ordering: .acquiring) }
  /// Whose end says why calls fail; nil before it has started.
  private(set) var process: WorkerProcess?
  let buildID: String?

  init(_ component: ComponentToIsolate) {
    name = component.name
    settings = component.settings
    buildID = component.buildID
  }

  /// Called once, before anything is asked.
  func begin(_ process: WorkerProcess, _ channel: Channel) {
    self.process = process
    ports.open(channel) { [weak self, weak channel] proxy, call in
      guard let self else { return COMPONENT_FAILURE_CRASHED }
      guard let channel else { return fail(call) }
      return run(.function, proxy.number, call, over: channel, holding: proxy)
    }
    let isGone = line.withLock { line in
      line.channel = channel
      return line.isProcessGone
    }
    if isGone { processEnded() }
  }

  /// Hears that the process is gone. The channel tells that as well, unless another process has inherited its other end.
  func processEnded() {
    let channel: Channel? = line.withLock { line in
      line.isProcessGone = true
      return line.channel
    }
    if let channel { channel.hangUp() }
  }

  func whenLost(_ tell: @escaping @Sendable () -> Void) { loss.whenTold(tell) }

  /// Has the engine know that the worker is gone, before anybody hears of a call that it was in.
  ///
  /// - Parameter why: what its end is where it has to be killed.
  func lostNow(_ why: WorkerEnd.Kill = .channel) {
    // So the engine does not tell it to end, and what it did is known. One that only broke the channel is killed.
    if let process, process.wait(until: Deadline(after: .milliseconds(200))) == nil {
      process.kill(why)
      _ = process.wait(until: Deadline(after: .seconds(1)))
    }
    loss.tell()
  }

  /// Called once, before the registration.
  func sit(at table: HostTable) {
    ports.belong(to: table)
    seat.store(table, ordering: .releasing)
  }

  func ended(_ end: ChannelEnd, of channel: Channel) {
    line.withLock { $0.channel = nil }
    // What is given up may be a neighbour's, and take its time.
    let giveUp: @Sendable () -> Void = { [asked] in asked.end() }
    let isGivenUp = Worker.run(giveUp)
    alarms.endAll()
    // It may end by itself behind that, and would have no reason for it.
    if case .broken = end { process?.kill(.channel) }
    if end != .closed { lostNow() }
    failDeferred()
    ports.close()
    for (_, observation) in observations.withLock({ exchange(&$0, with: [:]) }) {
      table?.pointee.end_observation(observation)
    }
    if !isGivenUp { giveUp() }
  }

  func limit(of verb: UInt16, _ manner: Manner) -> Int? { WorkerVerb(rawValue: verb)?.limit(manner) }

  func mayWait(_ verb: UInt16) -> Bool { WorkerVerb(rawValue: verb)?.mayWait ?? true }

  func serve(_ message: Message, on channel: Channel) {
    guard let verb = WorkerVerb(rawValue: message.verb) else {
      return channel.breakOff(WireFault(.stray), in: message)
    }
    Serving.serve(message, on: channel) {
      do throws(WireFault) {
        try serve(verb, message, channel)
      } catch {
        channel.breakOff(error, in: message)
      }
    }
  }

  // Before its registration the component can say something for the log, and nothing else.
  private func isTooEarly(_ verb: WorkerVerb) -> Bool {
    if table != nil { return false }
    return switch verb {
    case .call, .publish, .observe, .endObservation, .publishRoute, .withdrawRoute, .has, .canOpen, .releaseInstance:
      true
    case .obeys, .ended, .progress, .log, .report, .done, .cancelAsked, .letGo: false
    }
  }

  private func serve(_ verb: WorkerVerb, _ message: Message, _ channel: Channel) throws(WireFault) {
    if isTooEarly(verb) {
      return try channel.fail(message) { (writer) throws(WireFault) in try Failure.beforeRegistration.write(&writer) }
    }
    switch verb {
    case .obeys:
      line.withLock { $0.isObeyed = true }
      try channel.confirm(message)
    case .call: try call(message, channel)
    case .ended: try ended(message, channel)
    case .progress: try progress(message, channel)
    case .publish: try publish(message, channel)
    case .observe: try observe(message, channel)
    case .endObservation:
      let number = try message.integer()
      if let observation = observations.withLock({ $0.removeValue(forKey: number) }) {
        table?.pointee.end_observation(observation)
      }
      try channel.confirm(message)
    case .publishRoute, .withdrawRoute: try route(message, channel, isNew: verb == .publishRoute)
    case .has: try has(message, channel)
    case .canOpen: try canOpen(message, channel)
    case .releaseInstance: try releaseInstance(message, channel)
    case .log: try log(message, channel)
    case .report: try report(message, channel)
    case .done:
      let number = CallID(bitPattern: try message.integer())
      switch calls[number]?.done() {
      case .over: forget(number)
      // Its time goes on until its run is over as well.
      case .runs, nil: break
      case .stray: throw WireFault(.stray)
      }
    case .cancelAsked: asked[CallID(bitPattern: try message.integer())]?.cancel()
    case .letGo: try ports.drop(message)
    }
  }

  func keep(_ observation: OpaquePointer, as number: Int64) {
    let before = observations.withLock { $0.updateValue(observation, forKey: number) }
    if let before { table?.pointee.end_observation(before) }
  }
}

extension Message {
  /// The only thing in it.
  func integer() throws(WireFault) -> Int64 {
    var reader = reader()
    let integer = try reader.integer()
    try reader.end()
    return integer
  }
}
