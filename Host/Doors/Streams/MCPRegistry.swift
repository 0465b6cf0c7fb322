import ComponentHost
import ComponentKit
import Synchronization

/// The requests that are being answered, by what their client calls them.
final class MCPRegistry: Sendable {
  private let state = Mutex(State())
  private let mediator: Mediator

  private struct State {
    var entries: [MCPRequestID: Entry] = [:]
    // Of calls that have ended without having been given up.
    var spare: [Cancellation] = []
  }

  enum Entry: Sendable {
    case call(MCPCall)
    case listing(MCPListing)
    /// It hears of changes.
    case listener(MCPExchange, toTools: Bool)

    var exchange: MCPExchange {
      switch self {
      case .call(let call): call.exchange
      case .listing(let listing): listing.exchange
      case .listener(let exchange, _): exchange
      }
    }
  }

  init(_ mediator: Mediator) { self.mediator = mediator }

  /// Something by which a call can be given up.
  func cancellation() -> Cancellation { state.withLock { $0.spare.popLast() } ?? Cancellation(mediator) }

  /// Whether a request of that name is being answered.
  func has(_ id: MCPRequestID) -> Bool { state.withLock { $0.entries[id] != nil } }

  func add(_ entry: Entry) { state.withLock { $0.entries[entry.exchange.id] = entry } }

  /// Takes out whatever request has that name now, as its client wants it. Whoever does answers it no more, nor gives it up.
  func remove(_ id: MCPRequestID) -> Entry? { state.withLock { $0.entries.removeValue(forKey: id) } }

  /// Takes one request out; false where it was taken out before. Its name may be another one's since then.
  @discardableResult
  func remove(_ exchange: MCPExchange) -> Bool {
    state.withLock { state in
      guard state.entries[exchange.id]?.exchange === exchange else { return false }
      state.entries[exchange.id] = nil
      return true
    }
  }

  /// Takes a call out that has ended. What it could be given up by serves the next one, if nobody had it in hand.
  func finish(_ call: MCPCall) {
    state.withLock { state in
      guard state.entries[call.exchange.id]?.exchange === call.exchange else { return }
      state.entries[call.exchange.id] = nil
      if state.spare.count < 64 { state.spare.append(call.cancellation) }
    }
  }

  var all: [Entry] { state.withLock { Array($0.entries.values) } }
  var calls: [MCPCall] { all.compactMap { if case .call(let call) = $0 { call } else { nil } } }
  var listings: [MCPListing] { all.compactMap { if case .listing(let listing) = $0 { listing } else { nil } } }

  /// Those that hear of changes.
  ///
  /// - Parameter toTools: only those that want to hear of the tools.
  func listeners(toTools: Bool = false) -> [MCPExchange] {
    all.compactMap { entry in
      if case .listener(let exchange, let hears) = entry, hears || !toTools { exchange } else { nil }
    }
  }
}
