import ComponentHost
import ComponentKit

// What comes, and which thread it goes to.
extension Channel {
  func startReading() {
    bring { [self] in
      while true {
        do throws(ChannelEnd) {
          let message = try line.receive()
          try take(message)
        } catch {
          return end(error)
        }
      }
    }
  }

  func bring(_ job: @escaping @Sendable () -> Void) { _ = Worker.run(job) }

  func now() -> Int64 { Deadline.now }

  /// Gives a message to whom it is for.
  func take(_ message: Message) throws(ChannelEnd) {
    switch message.manner {
    case .reply, .failure, .progress: try takeAnswer(message)
    case .request: try takeRequest(message)
    case .notice: bring { self.service.serve(message, on: self) }
    case .cancel:
      if let request = lock.locked({ asked[message.call] }) { bring { request.cancel() } }
    }
  }

  private func takeAnswer(_ message: Message) throws(ChannelEnd) {
    let (call, isUnknown): (OpenCall?, Bool) = lock.locked {
      guard let call = open[message.call] else { return (nil, message.call > lastCall || message.call == 0) }
      if message.manner != .progress { open[message.call] = nil }
      call.put(message)
      call.wake.mark()
      return (call, false)
    }
    if isUnknown { throw .broken("an answer to call \(message.call), which was not asked") }
    guard let call else { return }
    if call.listener == nil { call.wake.wake() } else { bring { self.hear(call) } }
  }

  private func takeRequest(_ message: Message) throws(ChannelEnd) {
    let (awaited, fault): (OpenCall?, String?) = lock.locked {
      if message.call == 0 { return (nil, "a request without a number") }
      if asked[message.call] != nil { return (nil, "a second request \(message.call)") }
      if asked.count == Channel.askedLimit { return (nil, "more than \(Channel.askedLimit) open requests") }
      asked[message.call] = message
      guard message.within != 0, let call = open[message.within], call.isAwaited else { return (nil, nil) }
      call.put(message)
      call.wake.mark()
      return (call, nil)
    }
    if let fault { throw .broken(fault) }
    if let awaited { awaited.wake.wake() } else { bring { self.service.serve(message, on: self) } }
  }

  /// Hands a listener what has come, in order: one thread at a time does.
  func hear(_ call: OpenCall) {
    guard let listener = call.listener else { return }
    let isFirst = lock.locked {
      defer { call.isHeard = true }
      return !call.isHeard
    }
    guard isFirst else { return }
    while true {
      let heard: OpenCall.Heard? = lock.locked {
        if call.isOver { return nil }
        if let message = call.take() {
          switch message.manner {
          case .progress: return .progress(message)
          case .reply:
            call.isOver = true
            return .ended(.reply(message))
          default:
            call.isOver = true
            return .ended(.failure(message))
          }
        }
        if let over {
          call.isOver = true
          return .ended(.over(over))
        }
        call.isHeard = false
        return nil
      }
      guard let heard else { return }
      listener(heard)
    }
  }
}
