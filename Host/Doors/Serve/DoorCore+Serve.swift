import ComponentHost
import ComponentKit
import Synchronization

// What a thread does with a connection that belongs to it.
extension DoorCore {
  /// Does what is to be done for a connection, and lets go of it.
  func serve(_ connection: Connection, _ thread: ServingThread) {
    thread.beginTurn()
    while true {
      connection.hear(connection.take(), thread)
      switch connection.advance(thread) {
      case .waits:
        if connection.letGo() { return }
      case .forLeader:
        return deliver(connection)
      case .call(let call):
        // It runs while the connection belongs to nobody. Once it was left nothing of it is looked at: another thread may
        // own it, and have given the call up, which then ends as soon as it begins.
        var isLeft = false
        while !isLeft, connection.call === call {
          isLeft = connection.leave()
          if !isLeft { connection.hear(connection.take(), thread) }
        }
        guard isLeft else {
          call.drop()
          continue
        }
        guard place(call, thread), connection.post(.ofCall) else { return }
      }
    }
  }

  /// Runs a call that waited for a thread, and then what follows from it.
  func run(_ call: ServedCall, _ thread: ServingThread) {
    thread.isLeader = false
    let hasEnded = run(onThread: call)
    thread.now = Clock.now
    if hasEnded, call.connection.post(.ofCall) { serve(call.connection, thread) }
  }

  // Whether the call has ended on this thread; it may have lost the lead.
  private func place(_ call: ServedCall, _ thread: ServingThread) -> Bool {
    // Once a second a call of no component that is known goes the long way, which looks which there are.
    if call.figures.isQuick, call.share !== figures.others.share || !figures.isLookDue(Clock.now) {
      let began = Clock.now
      if threads.beginTurn(call.share, at: began) {
        let hasEnded = call.run()
        thread.now = Clock.now
        call.figures.hold(thread.now - began)
        if !threads.endTurn(began) {
          thread.isLeader = false
          threads.leave(call.share)
        }
        return hasEnded
      }
    }
    switch threads.place(call) {
    case .queue: return false
    case .nowhere:
      call.refuse()
      return true
    case .here:
      thread.isLeader = false
      let hasEnded = run(onThread: call)
      thread.now = Clock.now
      return hasEnded
    }
  }

  private func run(onThread call: ServedCall) -> Bool {
    let began = Clock.now
    if call.share === figures.others.share { figures.look(at: began) { Set(host.names) } }
    let hasEnded = call.run()
    call.figures.hold(Clock.now - began)
    threads.leave(call.share)
    return hasEnded
  }

  // MARK: counting

  /// Counts a call that begins, where there is room for it.
  func begin(_ figures: ActionFigures, _ share: TargetShare) -> Bool {
    let all = calls.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    let own = share.calls.wrappingAdd(1, ordering: .relaxed).newValue
    guard all <= settings.callLimit, own <= share.callLimit else {
      calls.wrappingSubtract(1, ordering: .acquiringAndReleasing)
      share.calls.wrappingSubtract(1, ordering: .relaxed)
      self.figures.busy.wrappingAdd(1, ordering: .relaxed)
      return false
    }
    figures.begin()
    self.figures.calls.wrappingAdd(1, ordering: .relaxed)
    return true
  }

  /// Counts a call that has ended.
  func count(_ call: ServedCall, failure: String?, duration: Int64) {
    call.figures.end()
    call.share.calls.wrappingSubtract(1, ordering: .relaxed)
    // What was not known as the call began may have been loaded for it.
    let counted = call.figures === figures.others ? learned(call) ?? figures.others : call.figures
    counted.count(duration, failure: failure)
    calls.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    lookForEnd()
  }

  /// Nobody waits for a call any more.
  func giveUp(_ call: ServedCall, _ cancellation: Cancellation?) {
    figures.callsGivenUp.wrappingAdd(1, ordering: .relaxed)
    if threads.takeBack(call) { return call.drop() }
    guard let cancellation, call.result == nil else { return }
    threads.giveUp(by: cancellation)
  }
}
