import HostNative
import Synchronization

// Which thread reads, and where what was read goes.
extension Channel {
  /// Where a message went.
  enum Place {
    /// A call's box, and whether the thread that waits for it sleeps.
    case waiter(OpenCall, sleeps: Bool)
    case job(Job)
    case nowhere
  }

  /// Says whose a message is, and lays it there if that is a call which somebody waits for.
  func place(_ message: Message) throws(ChannelEnd) -> Place {
    switch message.manner {
    case .reply, .failure, .progress: try placeAnswer(message)
    case .request: try placeRequest(message)
    case .notice: .job(.serve(message))
    case .cancel: try placeCancel(message)
    }
  }

  // What is answered by now is given up no more.
  private func placeCancel(_ message: Message) throws(ChannelEnd) -> Place {
    let (request, isSaid): (Message?, Bool) = lock.locked {
      guard let request = asked[message.call] else { return (nil, false) }
      let isSaid = request.isCancelSaid
      request.isCancelSaid = true
      return (request, isSaid)
    }
    if isSaid { throw .broken("a second cancel of \(message.call)") }
    return request.map { .job(.cancel($0)) } ?? .nowhere
  }

  private func placeAnswer(_ message: Message) throws(ChannelEnd) -> Place {
    let (place, isUnknown): (Place, Bool) = lock.locked {
      guard let call = open[message.call] else { return (.nowhere, message.call > lastCall || message.call == 0) }
      if message.manner != .progress { open[message.call] = nil }
      call.put(message)
      if call.listener == nil { return (give(call), false) }
      // One job is enough, however much has come until it is done.
      if call.isToBeHeard || call.isHeard { return (.nowhere, false) }
      call.isToBeHeard = true
      return (.job(.hear(call)), false)
    }
    if isUnknown { throw .broken("an answer to call \(message.call), which was not asked") }
    return place
  }

  private func placeRequest(_ message: Message) throws(ChannelEnd) -> Place {
    let (place, fault): (Place, String?) = lock.locked {
      if message.call == 0 { return (.nowhere, "a request without a number") }
      if asked[message.call] != nil { return (.nowhere, "a second request \(message.call)") }
      if asked.count == Channel.callLimit { return (.nowhere, "more than \(Channel.callLimit) open requests") }
      asked[message.call] = message
      guard message.within != 0, let call = open[message.within], call.isAwaited else {
        return (.job(.serve(message)), nil)
      }
      call.put(message)
      return (give(call), nil)
    }
    if let fault { throw .broken(fault) }
    return place
  }

  // Under the lock.
  private func give(_ call: OpenCall) -> Place {
    let sleeps = call.place != nil
    if sleeps {
      unfollow(call)
      call.wake.mark()
    }
    return .waiter(call, sleeps: sleeps)
  }

  /// Reads no more: another one that waits does instead, or whoever is woken when there is something. Not under the lock.
  func stopReading() {
    wake(lock.locked { handOver() })
  }

  // Under the lock: the thread that reads from here on, which is to be woken.
  func handOver() -> OpenCall? {
    if let next = followers.last {
      unfollow(next)
      next.reads = true
      next.wake.mark()
      return next
    }
    isRead = false
    inbound.sleepers.endReading()
    return nil
  }

  func wake(_ next: OpenCall?) {
    if let next { next.wake.wake() } else if !inbound.isEmpty { inbound.sleepers.ring() }
  }

  /// Sleeps at a level until there may be something to read, or `isUp`; whoever reads does so at level 0. False where the
  /// deadline passed first.
  func rest(_ level: Int, until deadline: Int64, _ isUp: () -> Bool) -> Bool {
    let sleepers = inbound.sleepers
    var isInTime = true
    while isInTime {
      let seen = inbound.way.bell.pointee.load(ordering: .sequentiallyConsistent)
      if isUp() || !sleepers.isAsleep(level) || overMark.end != nil { break }
      overMark.sleep { host_futex_wait(inbound.way.bell, seen, 1 << UInt32(level), deadline, true) }
      isInTime = !Channel.hasPassed(deadline)
    }
    sleepers.getUp(level)
    return isInTime
  }

  // Under the lock.
  func follow(_ call: OpenCall) {
    guard call.place == nil else { return }
    call.place = followers.count
    followers.append(call)
  }

  // Under the lock.
  func unfollow(_ call: OpenCall) {
    guard let place = call.place, let last = followers.popLast() else { return }
    call.place = nil
    if last === call { return }
    followers[place] = last
    last.place = place
  }
}
