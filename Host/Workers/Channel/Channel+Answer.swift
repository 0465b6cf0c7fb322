import ComponentKit

// What this end answers. Where the channel is over, or the request was answered before, nothing is said; a refusal by the
// writer means that it still has to be answered.
extension Channel {
  /// Ends a request of the other side with a reply.
  package func reply(
    to request: Message, numbering: (any WireNumbering)? = nil, _ write: Writing
  ) throws(WireFault) {
    try answer(.reply, request, numbering, write)
  }

  /// Ends a request of the other side with a failure.
  package func fail(
    _ request: Message, numbering: (any WireNumbering)? = nil, _ write: Writing
  ) throws(WireFault) {
    try answer(.failure, request, numbering, write)
  }

  /// Says how far a request of the other side has come.
  ///
  /// - Parameters:
  ///   - hasToArrive: whether it may not be left out where the other side does not keep up.
  ///   - deadline: behind that it is left out.
  package func progress(
    of request: Message, hasToArrive: Bool = false, until deadline: Int64 = .max,
    numbering: (any WireNumbering)? = nil, _ write: Writing
  ) throws(WireFault) {
    guard lock.locked({ asked[request.call] === request }) else { return }
    do throws(ChannelFault) {
      try say(
        .progress, hasToArrive ? 1 : 0, call: request.call, until: deadline, numbering: numbering, write)
    } catch {
      if case .refused(let fault) = error { throw fault }
    }
  }

  private func answer(
    _ manner: Manner, _ request: Message, _ numbering: (any WireNumbering)?, _ write: Writing
  ) throws(WireFault) {
    // It is not open any more for whoever asks when the answer comes: its number may be used at once.
    let isOpen = lock.locked {
      guard asked[request.call] === request else { return false }
      asked[request.call] = nil
      return true
    }
    guard isOpen else { return }
    request.whenCancelled(nil)
    let deadline = answerLimit.map { Deadline(after: $0).nanoseconds } ?? .max
    do throws(ChannelFault) {
      try say(manner, 0, call: request.call, until: deadline, numbering: numbering, write)
    } catch {
      switch error {
      case .over: break
      // What is said in part can't be taken back, and whoever waits for it would do so for ever.
      case .late: end(.broken("it does not read what it is answered"))
      case .refused(let fault):
        lock.locked { asked[request.call] = request }
        throw fault
      }
    }
  }
}
