// What this end asks.
extension Channel {
  package typealias Writing = (inout WireWriter) throws(WireFault) -> Void

  /// Asks the other side for something, and returns as soon as that is on its way.
  ///
  /// - Parameters:
  ///   - within: the other side's call in whose service this is asked, as its request numbered it; 0 where there is none.
  ///   - deadline: so long it may take until there is room to say it.
  ///   - descriptor: goes along, and stays the caller's. Only hosts send any.
  ///   - numbering: numbers the functions among what is written.
  ///   - listener: hears of the call; without one somebody has to wait for it, or abandon it.
  ///   - waitsNext: whether this thread waits for it, or abandons it, before it does anything that may take long: until then
  ///     nobody reads.
  ///   - enlisted: is called ahead of the first byte: so the call is known by its number before the other side can say
  ///     anything of it. Where it says no nothing is asked, as if the channel were over.
  package func begin(
    _ verb: UInt16, within: CallID = 0, until deadline: Int64 = .max, descriptor: Int32? = nil,
    numbering: (any WireNumbering)? = nil, listener: (@Sendable (OpenCall.Heard) -> Void)? = nil,
    waitsNext: Bool = false, enlisted: (CallID) -> Bool = { _ in true }, _ write: Writing
  ) throws(ChannelFault) -> OpenCall {
    let call = try enlist(listener)
    do throws(ChannelFault) {
      if !enlisted(call.id) { throw .over(overMark.end ?? .closed) }
      try say(
        .request, verb, call: call.id, within: within, until: deadline, descriptor: descriptor, numbering: numbering,
        written: { if waitsNext { claim(call) } }, write)
    } catch {
      forget(call)
      throw error
    }
    return call
  }

  /// Says something short that nobody answers, as soon as there is room for it: it waits for nothing.
  package func notify(_ verb: UInt16, _ write: Writing) throws(ChannelFault) {
    try saySoon(.notice, verb, call: 0, write)
  }

  private func enlist(_ listener: (@Sendable (OpenCall.Heard) -> Void)?) throws(ChannelFault) -> OpenCall {
    if let end = overMark.end { throw .over(end) }
    nudge()
    let call: OpenCall? = lock.locked {
      if open.count >= Channel.callLimit { return nil }
      lastCall += 1
      let call = OpenCall(lastCall, self, listener)
      open[lastCall] = call
      return call
    }
    guard let call else { throw .late }
    return call
  }

  func cancel(_ call: OpenCall) {
    let isFirst = lock.locked {
      if open[call.id] == nil || call.isGivenUp { return false }
      call.isGivenUp = true
      return true
    }
    if isFirst { try? saySoon(.cancel, 0, call: call.id) { _ in } }
  }

  // A thread that is about to wait for an answer reads from the moment on in which it can come, where no other does: so the
  // other side, which may answer before this thread goes on, wakes nobody for it.
  private func claim(_ call: OpenCall) {
    lock.locked {
      if isRead { return }
      isRead = true
      call.reads = true
      inbound.sleepers.beginReading()
    }
  }

  func forget(_ call: OpenCall) {
    let (requests, reads): ([Message], Bool) = lock.locked {
      open[call.id] = nil
      call.isOver = true
      call.isAwaited = false
      defer { call.reads = false }
      return (call.takeRequests(), call.reads)
    }
    if reads { stopReading() }
    for request in requests { bring(.serve(request)) }
  }
}
