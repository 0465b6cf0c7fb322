import ComponentABI
package import ComponentKit

// What interceptors reply in the place of actions.
extension Host {
  /// The first place where a reply does not have the form that an action of the table declares, as a sentence.
  func misfit(of reply: component_value, from asked: Aim) -> String? {
    guard let check = liveEntry(asked.target, asked.action)?.pointee.check else { return nil }
    return check._withUnsafeGuaranteedRef { $0.check(reply: reply) }
  }

  /// A reply held against the signature of the action that was called, whoever gave it: of what interceptors answer in the
  /// place of a component that is not loaded the call itself knows no signature, so the component is loaded.
  package func held(_ reply: Value, of target: String, _ action: String) throws(Failure) -> Value {
    if interceptors.isEmpty { return reply }
    let asked = Aim(target: target, action: action)
    guard (try? lookUp(target, action)) != nil, let misfit = reply.withBorrowed({ misfit(of: $0.pointee, from: asked) })
    else { return reply }
    throw .mistypedReply(misfit, inPlaceOf: asked).byHost
  }
}

extension Failure {
  static func mistypedReply(_ misfit: String, inPlaceOf asked: Aim) -> Failure {
    Failure(
      .failed, "mistyped_reply",
      "\(asked.path), as an interceptor answers it, does not keep to its signature: \(misfit)")
  }
}
