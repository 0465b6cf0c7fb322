import ComponentHost
import ComponentKit
import Synchronization

/// A call of a tool, from its request to its end.
final class MCPCall: PlacedCall {
  let core: MCPCore
  let exchange: MCPExchange
  let figures: ActionFigures
  let share: TargetShare
  let cancellation: Cancellation
  let began: Int64
  /// When its client hears that it takes too long, whatever its action does.
  let due: Int64
  private let tool: MCPToolCall
  // Nil where it has to be found first.
  private let name: ToolName?
  private let progress: MCPProgress?

  // Behind a call's time its action has a moment to notice, before its client hears that it did not.
  private static let patience = Duration.milliseconds(500)

  init(
    _ tool: MCPToolCall, _ name: ToolName?, _ exchange: MCPExchange, _ figures: ActionFigures, _ share: TargetShare,
    _ cancellation: Cancellation, at now: Int64, _ core: MCPCore
  ) {
    (self.tool, self.name, self.exchange, self.cancellation) = (tool, name, exchange, cancellation)
    (self.figures, self.share) = (figures, share)
    (self.core, began) = (core, now)
    progress = tool.progressToken.map { MCPProgress($0, exchange) }
    let limit = (core.settings.callTime.map { $0 + MCPCall.patience })?.nanoseconds ?? .max
    let (due, overflow) = now.addingReportingOverflow(limit)
    self.due = overflow ? .max : due
  }

  func run(on thread: ServingThread) {
    thread.isLeader = false
    runOnThread()
    thread.now = Clock.now
  }

  /// Makes the call, where it counts as one that has a thread.
  func runOnThread() {
    let began = Clock.now
    if share === core.figures.others.share { core.lookForComponents(at: began) }
    run()
    figures.hold(Clock.now - began)
    core.threads.leave(share)
  }

  /// Makes the call. It returns as soon as its action does; the end may come later, on any thread.
  func run() {
    if exchange.isCrowded {
      core.registry.finish(self)
      exchange.answer(.failure(.crowded))
      return end(.failure(Failure(.refused, "busy", "too much waits for the client")), of: nil)
    }
    guard let name = name ?? core.book.tool(called: tool.tool) else {
      return end(.failure(Failure(.notFound, "", "there is no such tool")), of: nil)
    }
    var hear: (@Sendable (Double?, String) -> Void)?
    if progress != nil { hear = { self.hear($0, $1) } }
    let url = CallURL(scheme: ToolList.scheme, host: name.target, path: [name.action], parameters: [:])
    core.host.begin(
      OutsideCall(url, parameters: tool.arguments, trace: tool.trace, isByName: true),
      timeLimit: core.settings.callTime, cancellation: cancellation, progress: hear
    ) { self.end($0.map(\.value), of: name, as: (try? $0.get())?.mediaType) }
  }

  // On any thread.
  private func end(_ outcome: Result<Value, Failure>, of name: ToolName?, as type: MediaType? = nil) {
    var outcome = outcome
    // An action that gave up because its time was over says so in its own words.
    if case .failure(var failure) = outcome, failure.code == .cancelled, isOver {
      failure.code = .timedOut
      outcome = .failure(failure)
    }
    // Once it is answered its client may use its id again.
    core.registry.finish(self)
    progress?.tellHeld(unless: core.output.waiting > 0)
    exchange.answer(name == nil ? .failure(.unknownTool(tool.tool)) : result(of: outcome, name, as: type))
    if let name { core.learn(name, self) }
    core.count(self, outcome)
  }

  private func result(
    of outcome: Result<Value, Failure>, _ name: ToolName?, as type: MediaType? = nil
  ) -> Result<Fields, MCPFault> {
    if case .failure(let failure) = outcome, failure.isUnreachable, failure.answer == nil {
      return .failure(.unknownTool(tool.tool))
    }
    let name = name ?? ToolName(target: "", action: "")
    return .success(ToolResult(revision: exchange.revision, name: name, type: type).fields(of: outcome))
  }

  /// It ends for its client only, as one that has failed.
  func answer(_ failure: Failure) { exchange.answer(result(of: .failure(failure), name)) }

  private var isOver: Bool { core.settings.callTime.map { Clock.now - began >= $0.nanoseconds } ?? false }

  private func hear(_ part: Double?, _ message: String) {
    guard let progress else { return }
    if !progress.hear(part, message, isStuck: core.output.waiting > 0) { core.wake(at: Clock.now + MCPProgress.pause) }
  }

  /// Tells how far it has come, where that had to wait; whether more of it waits.
  func tellHeldProgress() -> Bool {
    guard let progress, progress.holds else { return false }
    progress.tellHeld(unless: core.output.waiting > 0)
    return progress.holds
  }
}
