import ComponentABI
import ComponentKit

extension Interceptor {
  /// Asks a component before every call: the action `intercept` of the target of that name.
  ///
  /// The component is loaded before whatever is called first. Where it is missing no call gets through, so that taking a
  /// guard's file away opens nothing. It does not see the calls that its component makes, nor those behind them.
  public static func component(_ target: String, priority: Int = 0) -> Interceptor {
    Interceptor(target, priority: priority, asking: target) { $0.ask(target) }
  }
}

extension InterceptedCall {
  fileprivate func ask(_ target: String) {
    if isOwn(target) { return proceed() }
    if let failure = interception.host.interceptorFailure(target, Patience(interception.record)) {
      return fail(failure)
    }
    let question: Fields = [
      "target": .text(self.target), "action": .text(action), "parameters": .map(parameters),
      "source": .text(source.name), "component": source.component.map(Value.text) ?? .null, "routed": .bool(isRouted),
      "proceed": .function(proceeding),
    ]
    question.withBorrowed { question in
      interception.start(
        target, Host.intercept, UnsafeBufferPointer(question), isQuestion: true
      ) { self.end($0) }
    }
  }

  // An interceptor is not asked about its own calls, or it would be asked for ever.
  private func isOwn(_ target: String) -> Bool {
    source == .component(ComponentName.root(of: target.utf8))
      || interception.record.questions.contains { $0.pointee.target.string == target }
  }

  // With another name it would go on as it came, and a guard that misspells one would guard nothing.
  private static let changes = ["target", "action", "parameters"]

  // What the component calls to go on.
  private var proceeding: Function {
    Action.deferring("proceed") { [self] call in
      let target: String?
      let action: String?
      let parameters: Fields?
      do throws(Failure) {
        if let key = call.borrowedParameters.map(\.key.string).first(where: { !Self.changes.contains($0) }) {
          throw Failure(.invalidParameters, "", "there is no \(quoted(key)) to change")
        }
        target = call.has("target") ? try call.text("target") : nil
        action = call.has("action") ? try call.text("action") : nil
        parameters = call.has("parameters") ? try call.map("parameters") : nil
      } catch {
        throw Failure.wrongProceeding("the interceptor '\(excerpt(interceptor))' proceeds wrongly: \(error.message)")
      }
      // What the call leads to is within the interceptor's own, where that waits for it.
      interception.record.pass(by: ThreadState.current.pointee.frame?.questions ?? [])
      proceed(target: target, action: action, parameters: parameters) { call.end(as: $0) }
    }.function
  }
}

extension Host {
  /// The action that stands before calls.
  static let intercept = "intercept"

  /// Why no call gets through to the one that would be asked; nil where it can be asked.
  ///
  /// Looked up each time: it costs little beside what the component does, and the component may come and go.
  func interceptorFailure(_ target: String, _ patience: Patience) -> Failure? {
    do throws(Failure) {
      try checkInterceptor(target, patience)
      return nil
    } catch {
      if loader.isClosed { return Failure.closed.byHost }
      if error.code == .timedOut || error.code == .cancelled || error.isNotLoaded { return error }
      // What it lacks is about itself, not about the call that it stands before.
      var details = error.details
      (details["target"], details["action"]) = (nil, nil)
      // The action's name is the host's own.
      if error.reason == "no_such_action" { details["suggestions"] = nil }
      (details["interceptor"], details["reason"]) = (.text(excerpt(target)), .text(error.reason))
      return Failure(
        .refused, "interceptor_missing", "the interceptor '\(excerpt(target))' can't be asked: \(error.message)",
        details: details
      ).byHost
    }
  }

  /// Why no call gets through to an interceptor, as a clause; nil where it can be asked.
  package func obstacle(of interceptor: Interceptor) -> String? {
    interceptor.asked.flatMap { interceptorFailure($0, .endless)?.message }
  }

  private func checkInterceptor(_ target: String, _ patience: Patience) throws(Failure) {
    if let entry = entry(target, Host.intercept), entry.pointee.gate == nil { return }
    _ = try lookUp(target, Host.intercept, patience)
    if entry(target, Host.intercept)?.pointee.gate != nil {
      throw Failure(
        .refused, "serial_interceptor",
        "\(target) takes one call at a time, and would wait for the calls that it let pass")
    }
  }
}

extension PassingCall.Source {
  fileprivate var name: String {
    switch self {
    case .program: "program"
    case .component: "component"
    case .remote: "remote"
    }
  }

  fileprivate var component: String? { if case .component(let name) = self { name } else { nil } }
}
