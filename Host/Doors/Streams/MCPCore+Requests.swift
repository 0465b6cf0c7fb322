import ComponentHost
import ComponentKit
import Synchronization

// What is done about a message. It is the leader's.
extension MCPCore {
  /// What has begun with it, and is under way from now on, for `place`.
  func handle(_ plan: MCPPlan, _ thread: ServingThread) -> MCPRegistry.Entry? {
    switch plan {
    case .nothing: break
    case .answer(let id, let outcome, let revision): output.send(writer.answer(id, outcome, revision), of: batch)
    case .cancel(let id): cancel(id)
    case .call(let call): return begin(call, thread).map { .call($0) }
    case .tools(let id, let revision, let after):
      guard let exchange = exchange(id, revision) else { break }
      return begin(MCPListing(after: after, exchange, self)).map { .listing($0) }
    case .listen(let id, let revision, let toTools):
      if let exchange = exchange(id, revision) { listen(exchange, toTools: toTools) }
    }
    return nil
  }

  /// Finds a thread for it.
  func place(_ begun: MCPRegistry.Entry, _ thread: ServingThread) {
    switch begun {
    case .call(let call): place(call, thread)
    case .listing(let listing): place(listing, thread)
    case .listener: break
    }
  }

  // Nil where a request of that name is being answered already, which is told.
  private func exchange(_ id: MCPRequestID, _ revision: MCPRevision) -> MCPExchange? {
    guard registry.has(id) else { return MCPExchange(id, revision, batch, self) }
    output.send(writer.answer(id, .failure(.idInUse), revision), of: batch)
    return nil
  }

  // MARK: calls

  // Nil where it is answered at once.
  private func begin(_ tool: MCPToolCall, _ thread: ServingThread) -> MCPCall? {
    guard let exchange = exchange(tool.id, tool.revision) else { return nil }
    // Where the client has only to read, nothing more is taken from it; what has come in one piece was.
    guard !exchange.isCrowded else {
      exchange.answer(.failure(.crowded))
      return nil
    }
    let name = ToolName(tool.tool) ?? book.known(tool.tool)
    guard isReached, name != nil || ToolName.isCut(tool.tool) else {
      exchange.answer(.failure(.unknownTool(tool.tool)))
      return nil
    }
    let (figures, share) = shared(name)
    let call = MCPCall(tool, name, exchange, figures, share, registry.cancellation(), at: thread.now, self)
    guard enter(share) else {
      self.figures.busy.wrappingAdd(1, ordering: .relaxed)
      call.answer(.busy)
      return nil
    }
    figures.begin()
    self.figures.calls.wrappingAdd(1, ordering: .relaxed)
    registry.add(.call(call))
    wake(at: call.due)
    return call
  }

  // Where a call is counted, and what it shares with others: what is not kept apart does so with the calls of its component.
  private func shared(_ name: ToolName?) -> (ActionFigures, TargetShare) {
    guard let name else { return (cutFigures, cutFigures.share) }
    if let known = figures.known(name.target, name.action) { return (known, known.share) }
    return (figures.others, figures.share(of: name.target))
  }

  /// Looks which components there are, if that is due; on a thread that may wait for their folders.
  func lookForComponents(at now: Int64) { figures.look(at: now) { Set(host.names) } }

  // As the door for HTTP does it: what is quick is run on the spot, but where something has to be looked for.
  private func place(_ call: MCPCall, _ thread: ServingThread) {
    let looks = call.share === figures.others.share && figures.isLookDue(thread.now)
    if call.figures.isQuick, call.figures !== cutFigures, !looks {
      let began = Clock.now
      if threads.beginTurn(call.share, at: began) {
        call.run()
        thread.now = Clock.now
        call.figures.hold(thread.now - began)
        if !threads.endTurn(began) {
          thread.isLeader = false
          threads.leave(call.share)
        }
        return
      }
    }
    switch threads.place(call) {
    case .queue: break
    case .nowhere:
      registry.finish(call)
      call.answer(.busy)
      drop(call, "busy")
    case .here:
      thread.isLeader = false
      call.runOnThread()
      thread.now = Clock.now
    }
  }

  // Nil where it is answered at once.
  private func begin(_ listing: MCPListing) -> MCPListing? {
    guard enter(listShare) else {
      listing.exchange.answer(.failure(MCPFault(.internalError, "the tools are being asked for too often")))
      return nil
    }
    registry.add(.listing(listing))
    wake(at: listing.due)
    return listing
  }

  private func place(_ listing: MCPListing, _ thread: ServingThread) {
    switch threads.place(listing) {
    case .queue: break
    case .nowhere:
      registry.remove(listing.exchange)
      listing.exchange.answer(.failure(MCPFault(.internalError, "the system has no thread left")))
      leave(listShare)
    case .here: listing.run(on: thread)
    }
  }

  /// Nobody waits for the answer of a request any more.
  private func cancel(_ id: MCPRequestID) {
    guard let entry = registry.remove(id) else { return }
    entry.exchange.drop()
    switch entry {
    case .listener: break
    case .listing(let listing): if threads.takeBack(listing) { leave(listShare) }
    case .call(let call):
      figures.callsGivenUp.wrappingAdd(1, ordering: .relaxed)
      giveUp(call)
    }
  }

  /// Gives a call up. It was taken out of the registry, or the door ends: nobody else is given up by what it had.
  func giveUp(_ call: MCPCall) {
    if threads.takeBack(call) { return drop(call, "given_up") }
    threads.giveUp(by: call.cancellation)
  }

  /// A call ends without having been made.
  func drop(_ call: MCPCall, _ reason: String) { count(call, failure: reason, duration: 0) }

  func count(_ call: MCPCall, _ outcome: Result<Value, Failure>) {
    let reason = if case .failure(let failure) = outcome { failure.reason } else { String?.none }
    count(call, failure: reason, duration: Clock.now - call.began)
  }

  private func count(_ call: MCPCall, failure: String?, duration: Int64) {
    call.figures.end()
    call.figures.count(duration, failure: failure)
    leave(call.share)
  }

  /// An action that is registered is kept apart from now on.
  func learn(_ name: ToolName, _ call: MCPCall) {
    guard call.figures === figures.others || call.figures === cutFigures else { return }
    if case .yes = host.mediator.has(name.target, name.action) { figures.learn(name.target, name.action) }
  }

  // MARK: listeners

  private static let listenerLimit = 32

  private func listen(_ exchange: MCPExchange, toTools: Bool) {
    guard registry.listeners().count < MCPCore.listenerLimit else {
      return exchange.answer(.failure(MCPFault(.internalError, "there are \(MCPCore.listenerLimit) listeners already")))
    }
    var acknowledged = MCPCore.listened(exchange.id)
    acknowledged["notifications"] = .some(toTools ? ["toolsListChanged": true] : [:])
    exchange.tell { MCPWriter.notice("notifications/subscriptions/acknowledged", acknowledged) }
    registry.add(.listener(exchange, toTools: toTools))
    isHeard = isHeard || toTools
  }
}

extension Failure {
  fileprivate static let busy = Failure(.refused, "busy", "too many calls are under way")
}
