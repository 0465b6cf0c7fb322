@_spi(Doors) import ComponentDoors

/// The threads that calls run on: as many as there is work for, up to a limit, of which one component gets a share. A call that
/// finds none waits for one, in its order.
final class CallThreads: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let gate = Gate()
  private let limit: Int
  private var waiting: [ClusterCall] = []
  private var count = 0
  private var idle = 0
  // How many of the idle ones were woken and have not come.
  private var woken = 0
  private var isOver = false

  /// How many threads stay that have nothing to do, and how long the others do.
  private static let spareCount = 4
  private static let patience = Duration.seconds(10)

  init(limit: Int) { self.limit = max(1, limit) }

  /// Has a call run; false where no thread is to be had for it.
  func place(_ call: ClusterCall) -> Bool {
    let starts = gate.locked { () -> Bool in
      waiting.append(call)
      if idle > woken {
        woken += 1
        gate.wakeOne()
        return false
      }
      guard count < limit else { return false }
      count += 1
      return true
    }
    guard starts, !Spawned.run({ self.live() }) else { return true }
    // The others come to it, if there are any.
    return gate.locked {
      count -= 1
      if count > 0 { return true }
      waiting.removeAll { $0 === call }
      return false
    }
  }

  /// A call that waits for a thread is not to be run any more; false where it does not wait.
  func takeBack(_ call: ClusterCall) -> Bool {
    gate.locked {
      guard let place = waiting.firstIndex(where: { $0 === call }) else { return false }
      waiting.remove(at: place)
      return true
    }
  }

  /// Threads end that have nothing to do. Waits until they have, except for those that run calls which do not return.
  func end(until moment: Int64) {
    gate.locked {
      (isOver, waiting) = (true, [])
      gate.wake()
      while count > 0, gate.wait(until: moment) {}
    }
  }

  private func live() {
    while let call = next() {
      call.run()
      gate.locked { call.member.threads -= 1 }
    }
  }

  // The next call; nil where the thread is to end.
  private func next() -> ClusterCall? {
    gate.locked {
      while true {
        // The first one whose component has threads left.
        if let place = waiting.firstIndex(where: { $0.member.threads < $0.member.threadLimit }) {
          let call = waiting.remove(at: place)
          call.member.threads += 1
          return call
        }
        if isOver { return leave() }
        idle += 1
        let isWoken = gate.wait(until: Clock.moment(after: CallThreads.patience))
        idle -= 1
        if isWoken { woken = max(0, woken - 1) }
        woken = min(woken, idle)
        if !isWoken, waiting.isEmpty, idle >= CallThreads.spareCount { return leave() }
      }
    }
  }

  // Under the gate.
  private func leave() -> ClusterCall? {
    count -= 1
    if count == 0 { gate.wake() }
    return nil
  }
}
