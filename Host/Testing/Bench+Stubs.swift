import ComponentHost
public import ComponentKit

// What answers in the neighbours' place. A stub may be added, replaced and removed at any time; it answers every
// caller, on the caller's thread, several calls at once. Without a stub a neighbour is missing.
extension Bench {
  /// Answers an action; what the closure throws is the call's failure.
  public func stub(_ target: String, _ action: String, _ answer: @escaping @Sendable (Fields) throws -> Value) {
    stub(target, Action(action) { call in try answer(call.parameters) })
  }

  /// Answers an action, in its time; the task is cancelled once the call is given up.
  public func stub(_ target: String, _ action: String, _ answer: @escaping @Sendable (Fields) async throws -> Value) {
    stub(target, Action.deferring(action) { [waiting] in waiting.answer($0) { try await answer($0.parameters) } })
  }

  /// Ends all calls of an action in the same way.
  public func stub(_ target: String, _ action: String, _ answer: Answer) {
    stub(target, Action.deferring(action) { [waiting] in answer.end($0, waiting) })
  }

  /// Answers an action with everything that an action can do: tell progress, look at its deadline.
  public func stub(_ target: String, _ action: Action) {
    neighbourhood.stubs.set(target, action.name, StandIn(action, of: target))
  }

  /// Answers a request. What comes is checked and read as the neighbour itself would, so that a wrong call fails here
  /// as it would fail there.
  public func stub<R: Request>(_ request: R.Type, _ answer: @escaping @Sendable (R) throws -> R.Reply) {
    stub(R.target, Action(answering: request) { request, _ in try answer(request) })
  }

  /// Answers a request, in its time.
  public func stub<R: Request>(_ request: R.Type, _ answer: @escaping @Sendable (R) async throws -> R.Reply) {
    let action = Action.deferring(describedBy: R.self) { [waiting] in
      waiting.answer($0) { call in
        try ValueEncoder.withEncoded(try await answer(R(sent: call.parameters))) { Value(copying: $0.pointee) }
      }
    }
    stub(R.target, action)
  }

  /// Ends all calls of a request in the same way, where its parameters are right.
  public func stub<R: Request>(_ request: R.Type, _ answer: Answer) {
    stub(R.target, Action.deferring(describedBy: R.self) { [waiting] in answer.end($0, waiting) })
  }

  /// Puts a double in a target's place: its methods answer in place of the actions that they are, as the methods that wait
  /// do it.
  ///
  ///     bench.stub(PaperReader())
  public func stub<S: Service>(_ double: S) {
    for action in double.answers { stub(S.target, action) }
  }

  /// Answers every action of a target that has no stub of its own: with the action's name and its parameters.
  public func stub(_ target: String, _ answer: @escaping @Sendable (String, Fields) throws -> Value) {
    stubAll(target, Action("any") { call in try answer(call.action, call.parameters) })
  }

  /// The same, in its time.
  public func stub(_ target: String, _ answer: @escaping @Sendable (String, Fields) async throws -> Value) {
    let action = Action.deferring("any") { [waiting] in
      waiting.answer($0) { try await answer($0.action, $0.parameters) }
    }
    stubAll(target, action)
  }

  /// Ends all calls of a target in the same way, but those of actions that have a stub of their own.
  public func stub(_ target: String, _ answer: Answer) {
    stubAll(target, Action.deferring("any") { [waiting] in answer.end($0, waiting) })
  }

  private var waiting: Waiting { neighbourhood.waiting }

  private func stubAll(_ target: String, _ action: Action) {
    neighbourhood.stubs.set(target, StandIn(action, of: target))
  }

  /// Takes one action's stub away.
  public func removeStub(_ target: String, _ action: String) { neighbourhood.stubs.remove(target, action) }

  /// Takes a request's stub away.
  public func removeStub<R: Request>(_ request: R.Type) { removeStub(R.target, R.action) }

  /// Takes all stubs of a target away.
  public func removeStubs(_ target: String) { neighbourhood.stubs.remove(target) }
}
