public import ComponentABI

/// A named operation of a target: what runs when it is called.
///
/// The closure runs on the caller's thread, several calls at once, unless its target is serial.
public struct Action: Sendable {
  public let name: String
  public let summary: String
  let body: ActionBody
  /// What it takes and gives; nil where anything goes.
  package let description: ActionDescription?
  private var modifiers: UInt32 = 0
  /// What a text or bytes is that it replies with; empty where it does not say.
  private(set) var mediaType: String

  /// The same action, open to callers from outside the process.
  public var remote: Action {
    with(COMPONENT_ACTION_REMOTE)
  }

  /// The same action, which changes nothing that a caller could tell, so that a call may be made again and HTTP's `GET` is
  /// allowed. It is a promise, which nobody checks.
  public var reads: Action {
    with(COMPONENT_ACTION_READS)
  }

  /// The same action, of whose replies a text or bytes is of that type: `"text/csv"`, `"image/png"`. A caller from outside
  /// that accepts it gets the reply as it is, under that name, and any other the JSON of it.
  public func replying(as mediaType: String) -> Action {
    var action = self
    action.mediaType = mediaType
    return action
  }

  private func with(_ flag: UInt32) -> Action {
    var action = self
    action.modifiers |= flag
    return action
  }

  var flags: UInt32 { (description?.flags ?? 0) | modifiers }

  /// An action that replies with what it returns and fails with what it throws.
  public init(_ name: String, _ summary: String = "", _ run: @escaping @Sendable (borrowing Call) throws -> Value) {
    self.init(
      name, summary,
      raw: { pointer in
        do {
          return try run(Call(pointer)).withBorrowed { pointer.pointee.host.pointee.reply(pointer, $0) }
        } catch {
          return Failure(error).withBorrowed { pointer.pointee.host.pointee.fail(pointer, $0) }
        }
      })
  }

  /// An action that keeps its call, and replies later from wherever it likes; a call that is dropped fails.
  public static func deferring(
    _ name: String, _ summary: String = "", _ run: @escaping @Sendable (DeferredCall) throws -> Void
  ) -> Action {
    Action(name, summary, raw: keeping(run))
  }

  /// The same for a request, which describes the action. `call.reply(_:to:)` ends it with a reply of the request's.
  ///
  ///     Action.deferring(answering: Develop.self) { request, call in
  ///       darkroom.develop(request.film) { picture in call.reply(picture, to: Develop.self) }
  ///     }
  public static func deferring<R: Request>(
    answering request: R.Type, _ run: @escaping @Sendable (R, DeferredCall) throws -> Void
  ) -> Action {
    Action(answering: request, raw: keeping { call in try run(try call.request(R.self), call) })
  }

  /// One that a request only describes: it is neither read nor is the reply of its type.
  package static func deferring<R: Request>(
    describedBy request: R.Type, _ run: @escaping @Sendable (DeferredCall) throws -> Void
  ) -> Action {
    Action(answering: request, raw: keeping(run))
  }

  private static func keeping(_ run: @escaping @Sendable (DeferredCall) throws -> Void) -> ActionBody.Run {
    { pointer in
      guard let call = DeferredCall(deferring: pointer) else { return COMPONENT_FAILURE_ENDED }
      do {
        try run(call)
      } catch {
        call.fail(error)
      }
      return COMPONENT_OK
    }
  }

  /// What runs, as a value.
  package var function: Function { Function(body) }

  private init(_ name: String, _ summary: String, raw run: @escaping ActionBody.Run) {
    self.name = name
    self.summary = summary
    body = ActionBody(run)
    description = nil
    mediaType = ""
  }

  /// The action that answers a request, with the call itself.
  @inlinable
  public init<R: Request>(answering request: R.Type, _ run: @escaping @Sendable (R, borrowing Call) throws -> R.Reply) {
    self.init(
      answering: request,
      raw: { pointer in
        do {
          let call = Call(pointer)
          var request = R()
          try withUnsafeMutablePointer(to: &request) { (request) throws(Failure) in
            try RequestLayout.of(R.self).fill(UnsafeMutableRawPointer(request), from: call.borrowedParameters)
          }
          return try pointer.reply(try run(request, call), to: R.self)
        } catch {
          return pointer.fail(error)
        }
      })
  }

  /// An action that answers a request, described by it.
  @usableFromInline
  init<R: Request>(answering request: R.Type, raw run: @escaping ActionBody.Run) {
    name = R.action
    summary = R.summary
    body = ActionBody(run)
    description = ActionDescription(R.self)
    mediaType = R.mediaType
  }
}

/// What the context of an action or function of this image points to.
@usableFromInline
final class ActionBody: Sendable {
  @usableFromInline typealias Run = @Sendable (UnsafeMutablePointer<component_call>) -> Int32
  let run: Run
  init(_ run: @escaping Run) { self.run = run }
}

let runBody: component_run = { context, call in
  guard let context else { return COMPONENT_FAILURE_FAILED }
  return Unmanaged<ActionBody>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.run(call) }
}

let retainBody: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
  if let context { _ = Unmanaged<ActionBody>.fromOpaque(context).retain() }
}

let releaseBody: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
  if let context { Unmanaged<ActionBody>.fromOpaque(context).release() }
}

extension UnsafeMutablePointer<component_call> {
  /// Ends the call with the reply to a request.
  @inlinable
  func reply<R: Request>(_ reply: R.Reply, to request: R.Type) throws(Failure) -> Int32 {
    let layout = ReplyLayout.of(R.self)
    if let status = withUnsafePointer(to: reply, { layout.lend(UnsafeRawPointer($0), to: self) }) { return status }
    if layout.mayLearn {
      layout.learn(from: reply)
      return try self.reply(reply, to: request)
    }
    return try ValueEncoder.withEncoded(reply) { (reply) throws(Failure) in pointee.host.pointee.reply(self, reply) }
  }

  @usableFromInline
  func fail(_ error: any Error) -> Int32 {
    Failure(error).withBorrowed { pointee.host.pointee.fail(self, $0) }
  }
}
