import ComponentABI
import ComponentHost
import ComponentKit

/// The calls that run in this worker, by the host's numbers for the requests to run them.
final class ServedCalls: Sendable {
  private let calls = Guarded<[CallID: Served]>([:])

  func add(_ call: Served) { calls.withLock { $0[call.number] = call } }

  func remove(_ number: CallID) { withExtendedLifetime(calls.withLock { $0.removeValue(forKey: number) }) {} }

  subscript(number: CallID) -> Served? { calls.withLock { $0[number] } }

  /// By the context of a request that was made for one, which is no pointer: the component may ask about a call that is
  /// over.
  subscript(context: UnsafeMutableRawPointer?) -> Served? { self[CallID(UInt(bitPattern: context))] }
}

/// One of them.
final class Served: @unchecked Sendable {
  // Sendable: what changes is guarded.
  let number: CallID
  let message: Message
  /// By which the host gives it up.
  let cancellation: OpaquePointer
  /// Its place in a trace, which lies in the message.
  let trace: component_text
  private let service: WorkerService
  private let channel: Channel
  private let table: UnsafePointer<component_host>
  private let isWaitedFor: Bool
  private let state = Guarded(State())

  private struct State {
    var isDeferred = false
    var isToldDeferred = false
    // How many ends of it the host is just being told, and whether the component is done with it meanwhile.
    var telling = 0
    var isDone = false
    // Told when the run is over.
    var kept: Result<Value, Failure>?
  }

  init(
    _ message: Message, _ service: WorkerService, _ channel: Channel, _ table: UnsafePointer<component_host>,
    _ trace: component_text, isWaitedFor: Bool
  ) {
    (self.message, self.trace) = (message, trace)
    number = message.call
    (self.service, self.channel, self.table) = (service, channel, table)
    self.isWaitedFor = isWaitedFor
    cancellation = table.pointee.make_cancellation(table)
  }

  deinit { table.pointee.release_cancellation(cancellation) }

  var context: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: UInt(number)) }

  func giveUp() { table.pointee.cancel(cancellation) }

  var isDeferred: Bool { state.withLock { $0.isDeferred } }

  /// The component keeps it beyond the run: the host hears of it at once, since the call may end before the run does.
  func wasDeferred() {
    let isNew = state.withLock { state in
      let isNew = !state.isDeferred
      state.isDeferred = true
      return isNew
    }
    guard isNew else { return }
    try? channel.progress(of: message, hasToArrive: true) { (writer) throws(WireFault) in
      writer.pair(RunMark.deferred.rawValue, 0)
    }
    state.withLock { $0.isToldDeferred = true }
  }

  /// Whether that is on its way to the host, ahead of whatever is said from here on.
  var isToldDeferred: Bool { state.withLock { $0.isToldDeferred } }

  // MARK: the end

  static let ended: Ended = { context, reply, failure in
    guard let service = WorkerService.current, let call = service.calls[context] else { return }
    call.hear(reply, failure)
  }

  static let progressed: Progressed = { context, progress in
    guard let service = WorkerService.current, let call = service.calls[context] else { return }
    call.hear(progress)
  }

  private func hear(_ reply: UnsafePointer<component_value>?, _ failure: UnsafePointer<component_failure>?) {
    if isDeferred { return sayLate(reply, failure) }
    // Where the caller waits until the action has returned, both are said at once.
    if let reply, isWaitedFor, reply.pointee.isSmall {
      return state.withLock { $0.kept = .success(Value(copying: reply.pointee)) }
    }
    if let failure, isWaitedFor { return state.withLock { $0.kept = .failure(Failure(copying: failure.pointee)) } }
    try? channel.progress(of: message, hasToArrive: true, numbering: service.ports) {
      (writer) throws(WireFault) in
      try Served.write(reply, failure, &writer)
    }
  }

  private static func write(
    _ reply: UnsafePointer<component_value>?, _ failure: UnsafePointer<component_failure>?, _ writer: inout WireWriter
  ) throws(WireFault) {
    if let reply {
      writer.pair(RunMark.reply.rawValue, 0)
      try writer.value(reply.pointee)
    } else if let failure {
      writer.pair(RunMark.failure.rawValue, 0)
      try writer.failure(failure.pointee)
    }
  }

  // Returns when the caller has heard it.
  private func sayLate(_ reply: UnsafePointer<component_value>?, _ failure: UnsafePointer<component_failure>?) {
    state.withLock { $0.telling += 1 }
    service.ask(.ended) { (writer) throws(WireFault) in
      writer.integer(Int64(bitPattern: self.number))
      try Served.write(reply, failure, &writer)
    }
    let isDone = state.withLock { state in
      state.telling -= 1
      return state.telling == 0 && state.isDone
    }
    if isDone { sayDone() }
  }

  private func hear(_ progress: UnsafePointer<component_progress>) {
    if isDeferred {
      service.ask(.progress) { (writer) throws(WireFault) in
        writer.integer(Int64(bitPattern: self.number))
        try writer.progress(progress.pointee)
      }
    } else {
      try? channel.progress(of: message) { (writer) throws(WireFault) in
        writer.pair(RunMark.progress.rawValue, 0)
        try writer.progress(progress.pointee)
      }
    }
  }

  /// The run is over, and the call is, or it is deferred.
  func returned() {
    let kept = state.withLock { exchange(&$0.kept, with: nil) }
    do throws(WireFault) {
      try channel.reply(to: message, numbering: service.ports) { (writer) throws(WireFault) in
        switch kept {
        case .success(let value):
          writer.pair(RunMark.reply.rawValue, 0)
          try writer.value(value)
        case .failure(let failure):
          writer.pair(RunMark.failure.rawValue, 0)
          try failure.write(&writer)
        case nil: writer.pair(RunMark.over.rawValue, 0)
        }
      }
    } catch {
      // What can't cross was refused where the component said it.
      try? channel.reply(to: message) { (writer) throws(WireFault) in writer.pair(RunMark.over.rawValue, 0) }
    }
  }

  /// The component is done with it. To be made before the run, and let go of by the engine.
  final class Hold: Sendable {
    private let call: Served
    init(_ call: Served) { self.call = call }
    deinit { call.done() }
  }

  private func done() {
    service.calls.remove(number)
    // The host lets go of the call with that, so an end that is on its way goes first.
    let isOver = state.withLock { state in
      state.isDone = true
      return state.isDeferred && state.telling == 0
    }
    if isOver { sayDone() }
  }

  private func sayDone() {
    try? channel.notify(WorkerVerb.done.rawValue) { (writer) throws(WireFault) in
      writer.integer(Int64(bitPattern: number))
    }
  }
}

extension WireWriter {
  mutating func value(_ value: Value) throws(WireFault) {
    var (own, fault) = (self, WireFault?.none)
    value.withBorrowed { value in
      do throws(WireFault) { try own.value(value.pointee) } catch { fault = error }
    }
    self = own
    if let fault { throw fault }
  }
}
