import ComponentHost
import ComponentKit
import Glibc
import HostNative
import Synchronization

// What the thread does that leads.
extension DoorCore {
  /// Waits for what happens, and does it, until another thread leads or the door is closed.
  func lead(_ thread: ServingThread) {
    thread.isLeader = true
    thread.now = Clock.now
    while thread.isLeader {
      if let connection = nextMail {
        serve(connection, thread)
      } else if batch.next < batch.count {
        let event = batch.events[batch.next]
        batch.next += 1
        handle(event, thread)
      } else {
        if stage > reached, !advance(to: stage, thread) { return }
        if thread.isLeader { wait(thread) }
      }
    }
  }

  private func wait(_ thread: ServingThread) {
    let count = host_events_wait(set, batch.events, Int32(EventBatch.room), hasMail ? 0 : timeout(thread.now))
    (batch.next, batch.count) = (0, max(0, Int(count)))
    takeMail()
    thread.now = Clock.now
    // Only a descriptor that somebody else has closed.
    if count < 0 { usleep(10_000) }
    if thread.now >= nextSweep, isFull || table.count.load(ordering: .relaxed) > 0 { sweep(thread) }
  }

  // In milliseconds. Without connections there is nothing to look for.
  private func timeout(_ now: Int64) -> Int32 {
    if table.count.load(ordering: .relaxed) == 0, !isFull { return -1 }
    return Int32(clamping: max(0, nextSweep - now) / 1_000_000 + 1)
  }

  private func handle(_ event: host_event, _ thread: ServingThread) {
    if event.number == DoorCore.bellNumber { return beat() }
    guard event.number >= DoorCore.firstConnection else {
      let place = Int(event.number) - 1
      if place < listeners.count { accept(listeners[place], thread) }
      return
    }
    let (place, age) = Connection.place(of: event.number)
    guard let connection = table[place], connection.age == age else { return }
    if connection.post(ConnectionNews(event)) { serve(connection, thread) }
  }

  // MARK: the clock

  /// How often connections are looked at whose time may be over.
  var pace: Int64 {
    let limits = [settings.headTime, settings.bodyTime, settings.idleTime, settings.writeTime, settings.heartbeat]
    let shortest = (limits + [settings.callTime ?? .seconds(60)]).map(\.nanoseconds).min() ?? 0
    return min(max(shortest / 4, DoorCore.shortestPace), 1_000_000_000)
  }

  // How often at most.
  private static let shortestPace: Int64 = 10_000_000

  private func sweep(_ thread: ServingThread) {
    var next = thread.now + pace
    // What is served meanwhile may ask for an earlier look.
    nextCallDue = .max
    for place in 0..<table.places {
      guard let connection = table[place] else { continue }
      guard connection.isDue(thread.now) else {
        next = min(next, connection.dueTime)
        continue
      }
      if connection.post(.timedOut) { serve(connection, thread) }
      // The next leader begins anew.
      if !thread.isLeader { return }
    }
    // As soon as the next one is due, if that is known; what changes meanwhile is looked at in its turn.
    nextSweep = min(nextCallDue, max(next, thread.now + DoorCore.shortestPace))
    if quietEnd > thread.now { nextSweep = min(nextSweep, quietEnd) }
    if isFull, thread.now >= nextResume { resume() }
  }

  // MARK: the end

  // False where the door is over.
  private func advance(to stage: Stage, _ thread: ServingThread) -> Bool {
    if reached < .draining, stage >= .draining {
      for listener in listeners {
        listener.refuse()
        // Connections that wait to be taken were there in time. Where others go on to come there is an end to it as well.
        var rounds = 0
        while rounds < 64, accept(listener, thread) { rounds += 1 }
        // The next leader begins anew.
        if !thread.isLeader { return true }
      }
      for listener in listeners {
        host_events_forget(set, listener.socket)
        listener.close()
      }
      listeners = []
      tellListenersClosed()
    }
    for place in 0..<table.places {
      guard let connection = table[place] else { continue }
      if connection.post(stage == .draining ? .drain : .cut) { serve(connection, thread) }
      // The next leader begins anew.
      if !thread.isLeader { return true }
    }
    reached = stage
    nextSweep = min(nextSweep, max(quietEnd, thread.now))
    return stage < .over
  }
}

extension ConnectionNews {
  init(_ event: host_event) {
    self = []
    let what = event.what
    if what & UInt32(HOST_READABLE) != 0 { insert(.readable) }
    if what & UInt32(HOST_WRITABLE) != 0 { insert(.writable) }
    if what & UInt32(HOST_INPUT_ENDED) != 0 { insert(.inputEnded) }
    if what & UInt32(HOST_GONE) != 0 { insert(.gone) }
  }
}
