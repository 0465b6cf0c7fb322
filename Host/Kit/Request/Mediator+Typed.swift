import ComponentABI

// Typed calls: a request in, its reply out.
extension Mediator {
  /// Makes a typed call and returns its reply; the thread waits until the call has ended.
  @available(*, noasync, message: "it keeps the thread; in a function that is async, write 'try await'")
  @inlinable
  public func call<R: Request>(
    _ request: R, timeLimit: Duration? = nil, cancellation: Cancellation? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> R.Reply {
    // Inlined for the sake of the types: what follows knows the layouts only, and looks up no type.
    let layout = try RequestLayout.of(R.self)
    let replies = ReplyLayout.of(R.self)
    return try withUnsafePointer(to: request) { (request) throws(Failure) in
      try withUnsafeTemporaryAllocation(
        byteCount: max(MemoryLayout<R.Reply>.size, 1), alignment: MemoryLayout<R.Reply>.alignment
      ) { (memory) throws(Failure) in
        guard let reply = memory.bindMemory(to: R.Reply.self).baseAddress else { throw .noMemory }
        try CallTerms(timeLimit, cancellation, progress).lent { (terms) throws(Failure) in
          try send(UnsafeRawPointer(request), layout, replies, to: reply, terms)
        }
        if replies.mayLearn { replies.learn(from: reply.pointee) }
        return reply.move()
      }
    }
  }

  /// Makes a call; the reply is put where `reply` points to.
  @usableFromInline
  func send(
    _ request: UnsafeRawPointer, _ layout: RequestLayout, _ replies: ReplyLayout, to reply: UnsafeMutableRawPointer,
    _ terms: UnsafePointer<CallTerms>?
  ) throws(Failure) {
    var typed = TypedReply(memory: reply, layout: layout, replies: replies)
    var failure: Failure?
    try withUnsafeMutablePointer(to: &typed) { (typed) throws(Failure) in
      try withUnsafeMutablePointer(to: &failure) { (failure) throws(Failure) in
        try layout.lend(request) { entries in
          var request = component_request(layout.targetText, layout.actionText, flags | layout.flags, Listener.ended)
          request.lend(entries)
          request.place = layout.place
          lend(&request, terms)
          request.hear(Listener(typed, failure, terms), by: Listener.typedEnded) { request in
            _ = withExtendedLifetime(manner) { host.pointee.call(host, request) }
          }
        }
      }
    }
    if !typed.isThere { throw failure ?? .noOutcome }
  }
}

/// Where the reply of a typed call goes.
struct TypedReply {
  /// Nothing is in it as long as the reply is not there.
  let memory: UnsafeMutableRawPointer
  let layout: RequestLayout
  let replies: ReplyLayout
  private(set) var isThere = false

  init(memory: UnsafeMutableRawPointer, layout: RequestLayout, replies: ReplyLayout) {
    self.memory = memory
    self.layout = layout
    self.replies = replies
  }

  mutating func take(_ reply: UnsafePointer<component_value>) throws(Failure) {
    if !replies.read(reply, to: memory) { try replies.decode(reply.pointee, layout.replySubject, memory) }
    isThere = true
  }
}

extension Mediator {
  /// Starts a typed call; `ended` hears the outcome once, on any thread.
  @usableFromInline
  func start<R: Request>(
    _ request: R, timeLimit: Duration?, cancellation: Cancellation, progress: (@Sendable (Double?, String) -> Void)?,
    within parent: DeferredCall?, ended: @escaping @Sendable (sending Result<R.Reply, Failure>) -> Void
  ) {
    do throws(Failure) {
      let layout = try RequestLayout.of(R.self)
      let terms = CallTerms(timeLimit, cancellation, progress)
      try layout.withEntries(of: request) { entries throws(Failure) in
        var request = component_request(layout.targetText, layout.actionText, flags | layout.flags, Listener.ended)
        request.lend(entries)
        start(&request, terms, within: parent, hear: { ended(R.reply(of: layout, $0, $1)) }) {
          host.pointee.start(host, $0)
        }
      }
    } catch {
      ended(.failure(error))
    }
  }
}

extension DeferredCall {
  @usableFromInline
  func request<R: Request>(_ type: R.Type) throws(Failure) -> R {
    try RequestLayout.of(R.self).read(R.self, from: borrowedParameters)
  }

  /// Ends the call with the reply to a request, or where that can't be written with the failure which says why. False where
  /// it had ended before, and where it failed.
  @discardableResult
  public func reply<R: Request>(_ reply: R.Reply, to request: R.Type) -> Bool {
    do throws(Failure) {
      return try ValueEncoder.withEncoded(reply) { (value) throws(Failure) in
        pointer.pointee.host.pointee.reply(pointer, value) == COMPONENT_OK
      }
    } catch {
      fail(error)
      return false
    }
  }
}

extension Request {
  static func reply(
    of layout: RequestLayout, _ reply: UnsafePointer<component_value>?, _ failure: UnsafePointer<component_failure>?
  ) -> Result<Reply, Failure> {
    if let failure { return .failure(Failure(copying: failure.pointee).named(layout)) }
    guard let reply else { return .failure(.noOutcome) }
    do throws(Failure) {
      return .success(
        try ValueDecoder.decode(
          Reply.self, from: reply.pointee, subject: "the reply of \(layout.target).\(layout.action)"))
    } catch {
      return .failure(error)
    }
  }
}

extension Failure {
  @usableFromInline static var noMemory: Failure { Failure(.failed, "no_memory", "there is no memory for the reply") }

  // Typed parameters are only wrong where caller and component were compiled against different requests, so the message
  // names the request.
  func named(_ layout: RequestLayout) -> Failure {
    guard code == .invalidParameters, details["target"]?.text == layout.target,
      details["action"]?.text == layout.action
    else { return self }
    let name = "\(layout.target).\(layout.action)"
    if message.hasPrefix(name) { return self }
    var failure = self
    failure.message = "\(name): \(message)"
    return failure
  }
}

extension Component {
  /// The action that answers a request; called with the whole request, replies with its reply.
  @inlinable
  public func on<R: Request>(_ request: R.Type, _ run: @escaping @Sendable (R) throws -> R.Reply) -> Action {
    on(request) { request, _ in try run(request) }
  }

  /// As above, with the call itself: for progress, cancellation and deadlines.
  @inlinable
  public func on<R: Request>(
    _ request: R.Type, _ run: @escaping @Sendable (R, borrowing Call) throws -> R.Reply
  ) -> Action {
    Action(answering: request, run)
  }
}
