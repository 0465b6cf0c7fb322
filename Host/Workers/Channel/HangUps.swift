import ComponentHost
import ComponentKit
import Glibc
import HostNative

/// Notices when the other sides of this process's channels hang up, on one thread that sleeps until then.
final class HangUps: Sendable {
  static let shared = HangUps()

  private struct State {
    var set: Int32 = -1
    var channels: [UInt64: Channel] = [:]
    var numbers: [ObjectIdentifier: UInt64] = [:]
    var last: UInt64 = 0
  }

  private let state = Guarded(State())

  /// From now on, until it is forgotten; false where the system can't watch it.
  func watch(_ channel: Channel) -> Bool {
    let isWatched = state.withLock { state in
      if state.set < 0 { state.set = start() }
      state.last += 1
      state.channels[state.last] = channel
      state.numbers[ObjectIdentifier(channel)] = state.last
      return state.set >= 0 && host_hang_ups_watch(state.set, channel.socket, state.last) == 0
    }
    // One that was over before has been forgotten before it was known here.
    if !isWatched || channel.overMark.end != nil { forget(channel) }
    return isWatched
  }

  func forget(_ channel: Channel) {
    let forgotten: Channel? = state.withLock { (state) -> Channel? in
      guard let number = state.numbers.removeValue(forKey: ObjectIdentifier(channel)) else { return nil }
      host_hang_ups_forget(state.set, channel.socket)
      return state.channels.removeValue(forKey: number)
    }
    // If nobody else holds it any more, it ends here, outside of the lock.
    withExtendedLifetime(forgotten) {}
  }

  private func start() -> Int32 {
    let set = host_hang_ups()
    guard set >= 0 else { return -1 }
    let isStarted = Worker.run { [self] in
      while true {
        let number = host_hang_ups_wait(set)
        if let channel = state.withLock({ $0.channels[number] }) { channel.hangUp() }
      }
    }
    if isStarted { return set }
    Glibc.close(set)
    return -1
  }
}
