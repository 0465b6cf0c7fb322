import ComponentABI
import ComponentKit
import Synchronization

/// Calls that a component in a worker has made, as long as they are open here.
final class AskedCalls: Sendable {
  private let calls = Guarded<[CallID: AskedCall]?>([:])

  /// So many there are at once. Each takes memory of the host's, and one that was started needs no thread that would bound it.
  static let limit = 16_384

  /// False where there are as many as there may be. Whoever is gone by now is not heard of any more.
  func add(_ call: AskedCall, _ number: CallID) -> Bool {
    let (isTaken, isOver) = calls.withLock { calls in
      guard let count = calls?.count else { return (true, true) }
      if count >= AskedCalls.limit { return (false, false) }
      calls?[number] = call
      return (true, false)
    }
    if isOver { call.cancel() }
    return isTaken
  }

  func remove(_ number: CallID) { withExtendedLifetime(calls.withLock { $0?.removeValue(forKey: number) }) {} }

  subscript(number: CallID) -> AskedCall? { calls.withLock { $0?[number] } }

  /// Their callers are gone: the calls are given up, and nobody hears of them. So the calls that were in that process do
  /// not wait for what it asked for.
  func end() {
    guard let all = calls.withLock({ exchange(&$0, with: nil) }) else { return }
    for (_, call) in all { call.cancel() }
  }
}

/// One of them: who hears its end here, and how it is given up.
final class AskedCall: @unchecked Sendable {
  // Sendable: what changes is guarded; the handle's functions may be called from any thread.
  private let host: HostTable
  private let message: Message
  private let channel: Channel
  private let end: HostEnd
  private let waits: Bool
  /// Ends when its end is about to be told.
  let away: TimeAway
  /// By which it can be given up, at the latest with the process that made it; nil where there is no memory for it.
  let cancellation: OpaquePointer?
  // What is said once the call has returned here, if anything.
  private let kept = Guarded<Result<Value, Failure>?>(nil)
  private let isHeard = Atomic(false)

  init(
    _ message: Message, _ channel: Channel, _ end: HostEnd, _ host: HostTable, waits: Bool, _ away: TimeAway
  ) {
    (self.message, self.channel, self.end, self.host, self.waits) = (message, channel, end, host, waits)
    self.away = away
    cancellation = host.pointee.make_cancellation(host)
  }

  deinit { if let cancellation { host.pointee.release_cancellation(cancellation) } }

  func cancel() { if let cancellation { host.pointee.cancel(cancellation) } }

  // The request's context is a retained one of these, given back by the end.
  static let ended: Ended = { context, reply, failure in
    guard let context else { return }
    let call = Unmanaged<AskedCall>.fromOpaque(context).takeRetainedValue()
    call.isHeard.store(true, ordering: .relaxed)
    call.hear(reply, failure)
  }

  static let progressed: Progressed = { context, progress in
    guard let context else { return }
    Unmanaged<AskedCall>.fromOpaque(context).takeUnretainedValue().hear(progress)
  }

  private func hear(_ reply: UnsafePointer<component_value>?, _ failure: UnsafePointer<component_failure>?) {
    if !waits { return tellStarted(reply, failure) }
    // What is small is told when the call has returned here, as it returns to whoever waits in this process.
    if let reply, reply.pointee.isSmall {
      kept.withLock { $0 = .success(Value(copying: reply.pointee)) }
    } else if let failure {
      kept.withLock { $0 = .failure(Failure(copying: failure.pointee)) }
    } else if let reply {
      answer(reply)
    }
  }

  /// Nothing has got its context.
  func wasNotMade() {
    away.end()
    Unmanaged.passUnretained(self).release()
  }

  /// The call has returned here, on this thread. A request that is broken is answered by its code alone.
  func returned(_ code: Int32) {
    channel.comesBack(from: message)
    if !isHeard.load(ordering: .relaxed) {
      Unmanaged.passUnretained(self).release()
      Failure(.init(rawValue: code), "", "the host refused the request").withBorrowed { answer($0) }
    }
    switch kept.withLock({ exchange(&$0, with: nil) }) {
    case .success(let value): value.withBorrowed { answer($0) }
    case .failure(let failure): failure.withBorrowed { answer($0) }
    case nil: break
    }
  }

  // What it is told the worker has to take in its own time.
  private func answer(_ reply: UnsafePointer<component_value>) {
    away.end()
    say(reply)
  }

  private func answer(_ failure: UnsafePointer<component_failure>) {
    away.end()
    say(failure)
  }

  private func say(_ reply: UnsafePointer<component_value>) {
    do throws(WireFault) {
      try channel.reply(to: message, numbering: end.ports) { (writer) throws(WireFault) in
        try writer.value(reply.pointee)
      }
    } catch {
      cantCross("reply", error).withBorrowed { say($0) }
    }
  }

  private func say(_ failure: UnsafePointer<component_failure>) {
    do throws(WireFault) {
      try channel.fail(message, numbering: end.ports) { (writer) throws(WireFault) in
        try writer.failure(failure.pointee)
      }
    } catch {
      try? channel.fail(message) { (writer) throws(WireFault) in
        try cantCross("failure", error).write(&writer)
      }
    }
  }

  private func cantCross(_ what: String, _ fault: WireFault) -> Failure {
    .cantCross(what, of: "a call", to: end.name, fault)
  }

  // MARK: a call that was started

  private func tellStarted(_ reply: UnsafePointer<component_value>?, _ failure: UnsafePointer<component_failure>?) {
    end.asked.remove(message.call)
    away.end()
    let number = message.call
    do throws(WireFault) {
      try ask(.askedEnded) { (writer) throws(WireFault) in
        writer.integer(Int64(bitPattern: number))
        if let reply {
          writer.pair(RunMark.reply.rawValue, 0)
          try writer.value(reply.pointee)
        } else if let failure {
          writer.pair(RunMark.failure.rawValue, 0)
          try writer.failure(failure.pointee)
        }
      }
    } catch {
      let failure = cantCross("reply", error)
      try? ask(.askedEnded) { (writer) throws(WireFault) in
        writer.integer(Int64(bitPattern: number))
        writer.pair(RunMark.failure.rawValue, 0)
        try failure.write(&writer)
      }
    }
  }

  private func hear(_ progress: UnsafePointer<component_progress>) {
    if waits {
      // Where the worker does not keep up it is left out: whoever tells it waits for nobody. Who has answered is told once, and
      // not said again.
      let isWho = progress.pointee.fraction == COMPONENT_PROGRESS_FROM
      let deadline = isWho ? Deadline(after: .seconds(1)).nanoseconds : Deadline.now
      try? channel.progress(of: message, hasToArrive: isWho, until: deadline) { (writer) throws(WireFault) in
        try writer.progress(progress.pointee)
      }
    } else {
      let number = message.call
      try? ask(.askedProgress) { (writer) throws(WireFault) in
        writer.integer(Int64(bitPattern: number))
        try writer.progress(progress.pointee)
      }
    }
  }

  // Returns when the listener over there has heard it.
  private func ask(_ verb: HostVerb, _ write: Channel.Writing) throws(WireFault) {
    _ = try end.ask(verb, over: channel, write)
  }
}

extension component_value {
  /// Whether a copy costs next to nothing.
  var isSmall: Bool {
    kind <= COMPONENT_KIND_DOUBLE || (kind == COMPONENT_KIND_TEXT || kind == COMPONENT_KIND_BYTES) && count <= 1 << 12
  }
}

extension Failure {
  func write(_ writer: inout WireWriter) throws(WireFault) {
    var (own, fault) = (writer, WireFault?.none)
    withBorrowed { failure in
      do throws(WireFault) { try own.failure(failure.pointee) } catch { fault = error }
    }
    writer = own
    if let fault { throw fault }
  }
}
