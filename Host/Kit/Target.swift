import ComponentABI

/// A target below a component's own: `Target("Settings", …)` in Reader is `Reader.Settings`. Without a name it is the
/// component's own, see ``Component/own``.
public struct Target: Sendable {
  public let name: String
  public let summary: String
  public let isSerial: Bool
  public let actions: [Action]
  let maker: InstanceBody?

  public init(
    _ name: String = "", _ summary: String = "", isSerial: Bool = false, @ListBuilder<Action> actions: () -> [Action]
  ) {
    self.init(name, summary, isSerial, actions(), nil)
  }

  /// A target whose actions work on an instance, which the host makes when it is first needed and destroys.
  ///
  ///     Target("Session", lifetime: .cached, instance: { Session() }) { session in
  ///       session.action("next") { session, call in .int(session.next()) }
  ///     }
  public init<I: AnyObject & Sendable>(
    _ name: String = "", _ summary: String = "", isSerial: Bool = false, lifetime: Lifetime,
    instance make: @escaping @Sendable () -> I?, @ListBuilder<Action> actions: (InstanceActions<I>) -> [Action]
  ) {
    let body = InstanceBody(lifetime) {
      make().map { Unmanaged.passRetained($0).toOpaque() }
    } destroy: {
      Unmanaged<I>.fromOpaque($0).release()
    }
    self.init(name, summary, isSerial, actions(InstanceActions()), body)
  }

  /// The same with what the component says of its own target elsewhere.
  func completed(_ summary: String, _ isSerial: Bool, _ more: [Action]) -> Target {
    Target(
      name, self.summary.isEmpty ? summary : self.summary, self.isSerial || isSerial,
      actions.isEmpty ? more : ListBuilder.buildPartialBlock(accumulated: actions, next: more), maker)
  }

  private init(_ name: String, _ summary: String, _ isSerial: Bool, _ actions: [Action], _ maker: InstanceBody?) {
    self.name = name
    self.summary = summary
    self.isSerial = isSerial
    self.actions = actions
    self.maker = maker
  }
}

/// How long a target's instance lives.
public enum Lifetime: String, Sendable {
  /// Until its component is taken out.
  case kept
  /// As `kept`, but it may be destroyed when no call uses it, and made anew.
  case cached
  /// For one call.
  case perCall = "per call"
}

/// Makes the actions of a target that has instances.
public struct InstanceActions<I: AnyObject & Sendable>: Sendable {
  fileprivate init() {}

  /// An action that gets the instance and the call.
  public func action(
    _ name: String, _ summary: String = "", _ run: @escaping @Sendable (I, borrowing Call) throws -> Value
  ) -> Action {
    Action(name, summary) { call in try run(try instance(call.pointer), call) }
  }

  /// The action that answers a request with the instance's help.
  public func on<R: Request>(_ request: R.Type, _ run: @escaping @Sendable (I, R) throws -> R.Reply) -> Action {
    Action(answering: request) { request, call in try run(try instance(call.pointer), request) }
  }

  /// As above, with the call itself.
  public func on<R: Request>(
    _ request: R.Type, _ run: @escaping @Sendable (I, R, borrowing Call) throws -> R.Reply
  ) -> Action {
    Action(answering: request) { request, call in try run(try instance(call.pointer), request, call) }
  }

  /// An action that keeps its call, and replies later from wherever it likes; a call that is dropped fails.
  public func deferring(
    _ name: String, _ summary: String = "", _ run: @escaping @Sendable (I, DeferredCall) throws -> Void
  ) -> Action {
    .deferring(name, summary) { call in try run(try instance(of: call), call) }
  }

  /// The same for a request, which describes the action. `call.reply(_:to:)` ends it with a reply of the request's.
  public func deferring<R: Request>(
    answering request: R.Type, _ run: @escaping @Sendable (I, R, DeferredCall) throws -> Void
  ) -> Action {
    .deferring(answering: request) { request, call in try run(try instance(of: call), request, call) }
  }

  @usableFromInline
  func instance(of call: DeferredCall) throws(Failure) -> I { try instance(call.pointer) }

  private func instance(_ call: UnsafeMutablePointer<component_call>) throws(Failure) -> I {
    guard let pointer = call.pointee.instance else {
      throw Failure(.failed, "no_instance", "the host gave \(call.pointee.target.string) no instance")
    }
    return Unmanaged<I>.fromOpaque(pointer).takeUnretainedValue()
  }
}

/// What the context of a target with instances points to.
final class InstanceBody: Sendable {
  let lifetime: Lifetime
  let make: @Sendable () -> UnsafeMutableRawPointer?
  let destroy: @Sendable (UnsafeMutableRawPointer) -> Void

  init(
    _ lifetime: Lifetime, make: @escaping @Sendable () -> UnsafeMutableRawPointer?,
    destroy: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    self.lifetime = lifetime
    self.make = make
    self.destroy = destroy
  }

  var flags: UInt32 {
    switch lifetime {
    case .kept: 0
    case .cached: COMPONENT_TARGET_CACHED
    case .perCall: COMPONENT_TARGET_PER_CALL
    }
  }
}
