// How a thread waits for a call of ours.
extension Channel {
  func wait(for call: OpenCall, until deadline: Int64, _ progressed: (Message) -> Void) -> Answer? {
    while true {
      var seen: UInt32 = 0
      let (message, end): (Message?, ChannelEnd?) = lock.locked {
        seen = call.wake.now
        let message = call.take()
        call.isAwaited = message?.manner != .request && over == nil
        return (message, over)
      }
      if let message {
        switch message.manner {
        case .reply: return .reply(message)
        case .failure: return .failure(message)
        case .progress: progressed(message)
        default: serveWithin(call, message)
        }
      } else if let end {
        return .over(end)
      } else {
        if deadline != .max, deadline <= now() {
          lock.locked { call.isAwaited = false }
          return nil
        }
        call.wake.sleep(seen, until: deadline)
      }
    }
  }

  // The thread is busy from here on: what else is asked in the service of its call must not wait for it.
  private func serveWithin(_ call: OpenCall, _ message: Message) {
    for request in lock.locked({ call.takeRequests() }) { bring { self.service.serve(request, on: self) } }
    service.serve(message, on: self)
  }
}
