// How a thread waits for a call of ours.
extension Channel {
  func wait(for call: OpenCall, until deadline: Int64, _ progressed: (Message) -> Void) -> Answer? {
    var isLate = false
    while true {
      var seen: UInt32 = 0
      let (message, reads): (Message?, Bool) = lock.locked {
        seen = call.wake.now
        call.served = nil
        let message = call.take()
        let waits = message == nil && !isLate
        // Progress is heard in between; a request may take long.
        call.isAwaited = waits || message.map { $0.manner != .request } ?? false
        if waits {
          if !call.reads, !isRead {
            isRead = true
            call.reads = true
            inbound.sleepers.beginReading()
          }
          if !call.reads { follow(call) }
          return (nil, call.reads)
        }
        unfollow(call)
        defer { call.reads = false }
        return (message, call.reads)
      }
      if let message {
        if reads { stopReading() }
        switch message.manner {
        case .reply: return .reply(message)
        case .failure: return .failure(message)
        case .progress: progressed(message)
        default: serveWithin(call, message)
        }
        isLate = Channel.hasPassed(deadline)
      } else if isLate || overMark.end != nil {
        if leave(call) || reads { stopReading() }
        return overMark.end.map { .over($0) }
      } else if reads {
        switch read(for: call, until: deadline) {
        case .answer(let message): return message.manner == .reply ? .reply(message) : .failure(message)
        case .late: isLate = true
        case .other: break
        }
      } else {
        call.wake.sleep(seen, until: deadline)
        isLate = Channel.hasPassed(deadline)
      }
    }
  }

  // Whether the thread was to read.
  private func leave(_ call: OpenCall) -> Bool {
    lock.locked {
      unfollow(call)
      call.isAwaited = false
      defer { call.reads = false }
      return call.reads
    }
  }

  private enum Found {
    /// The call's end, and the thread does not read any more.
    case answer(Message)
    /// Something else for the call, or the channel is over.
    case other
    case late
  }

  private func read(for call: OpenCall, until deadline: Int64) -> Found {
    while overMark.end == nil {
      do throws(ChannelEnd) {
        guard let message = try inbound.receive() else {
          if spinner.spin({ !inbound.isEmpty }) { continue }
          inbound.sleepers.lieDown(0)
          if !rest(0, until: deadline, { !inbound.isEmpty }) { return .late }
          continue
        }
        if message.call == call.id, message.manner == .reply || message.manner == .failure, finish(call) {
          return .answer(message)
        }
        switch try place(message) {
        case .waiter(let waiter, let sleeps):
          if waiter === call { return .other }
          if sleeps { waiter.wake.wake() }
        case .job(let job): bring(job)
        case .nowhere: break
        }
        // However much comes.
        if deadline != .max, Channel.hasPassed(deadline) { return .late }
      } catch {
        end(error)
      }
    }
    return .other
  }

  // The end of a call for which nothing else waits: what comes most often, at the cost of one look at all that is locked.
  private func finish(_ call: OpenCall) -> Bool {
    let (isOver, next): (Bool, OpenCall?) = lock.locked {
      guard call.isEmpty, open.removeValue(forKey: call.id) != nil else { return (false, nil) }
      call.isAwaited = false
      call.reads = false
      return (true, handOver())
    }
    if isOver { wake(next) }
    return isOver
  }

  // The thread is busy from here on: what else is asked in the service of its call must not wait for it.
  private func serveWithin(_ call: OpenCall, _ message: Message) {
    let others = lock.locked {
      call.served = message
      return call.takeRequests()
    }
    for request in others { bring(.serve(request)) }
    serve(message)
  }

  /// The thread that does this in the service of a call is about to wait for that again, and runs nothing else before: what
  /// the other side asks next, once it is answered, is that thread's as well. It knows what call it stands in, and another
  /// one does not.
  package func comesBack(from message: Message) {
    if message.within == 0 { return }
    lock.locked {
      if let call = open[message.within], call.served === message { call.isAwaited = true }
    }
  }

  func serve(_ message: Message) {
    inbound.handle(message)
    service.serve(message, on: self)
  }
}
