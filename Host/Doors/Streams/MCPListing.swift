import ComponentKit

/// A question for the tools. To answer it components may have to be loaded, so it gets a thread and a time as a call does.
final class MCPListing: PlacedCall {
  let share: TargetShare
  let exchange: MCPExchange
  /// When its client hears that it takes too long, whatever a component does that is loaded for it.
  let due: Int64
  private let core: MCPCore
  private let after: String?

  init(after: String?, _ exchange: MCPExchange, _ core: MCPCore) {
    (self.after, self.exchange, self.core) = (after, exchange, core)
    share = core.listShare
    due = core.settings.callTime.map { Clock.moment(after: $0) } ?? .max
  }

  func run(on thread: ServingThread) {
    thread.isLeader = false
    run()
    core.threads.leave(share)
    thread.now = Clock.now
  }

  private func run() {
    let page = core.book.list().page(after: after, exchange.revision)
    core.registry.remove(exchange)
    exchange.answer(.success(page))
    core.leave(share)
  }
}
