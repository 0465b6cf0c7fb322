import ComponentKit
import Synchronization

/// How far a call has come, as its client hears of it: of what comes too fast, or is not read, the last only.
final class MCPProgress: Sendable {
  private let token: MCPRequestID
  private let exchange: MCPExchange
  private let state = Mutex(State())

  private struct State {
    var scale = ProgressScale()
    // How many may be told at once.
    var credit = MCPProgress.burst
    var credited = Clock.now
    // What waits to be told.
    var held: (part: Double?, message: String)?
  }

  /// So many are told at once, and as many more in a second.
  private static let burst = 50.0
  /// After how long what waits may be told.
  static let pause: Int64 = 20_000_000

  init(_ token: MCPRequestID, _ exchange: MCPExchange) { (self.token, self.exchange) = (token, exchange) }

  /// Whether something waits to be told.
  var holds: Bool { state.withLock { $0.held != nil } }

  /// Takes what an action says; false where it waits.
  func hear(_ part: Double?, _ message: String, isStuck: Bool) -> Bool {
    state.withLock { state in
      let now = Clock.now
      state.credit = min(
        MCPProgress.burst, state.credit + Double(now - state.credited) / 1_000_000_000 * MCPProgress.burst)
      state.credited = now
      guard state.credit >= 1, !isStuck else {
        state.held = (part, message)
        return false
      }
      state.credit -= 1
      tell(part, message, &state)
      return true
    }
  }

  /// Tells what waits.
  func tellHeld(unless isStuck: Bool) {
    if isStuck { return }
    state.withLock { state in
      if let (part, message) = state.held { tell(part, message, &state) }
    }
  }

  private func tell(_ part: Double?, _ message: String, _ state: inout State) {
    state.held = nil
    guard let fields = state.scale.fields(token, part, message, exchange.revision) else { return }
    exchange.tell { MCPWriter.notice("notifications/progress", fields) }
  }
}
