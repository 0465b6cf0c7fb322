import ComponentABI

/// The outcome of a call on its way to the thread that waits for it.
///
/// Nothing in it has to be destroyed, so that a call that ends with a number pays for nothing else.
struct HeardValue {
  private enum Outcome { case none, reply, failure }

  private var outcome = Outcome.none
  private let reply: UnsafeMutablePointer<Value>
  private let failure: UnsafeMutablePointer<Failure>
  fileprivate let listener: UnsafePointer<Listener>

  /// Who hears of progress. A type of its own, because a function that is lent as it is has to be wrapped first.
  fileprivate struct Listener {
    let progress: Sending.Progress?
  }

  /// Both have a value only where the outcome says so.
  fileprivate init(
    _ reply: UnsafeMutablePointer<Value>, _ failure: UnsafeMutablePointer<Failure>,
    _ listener: UnsafePointer<Listener>
  ) {
    self.reply = reply
    self.failure = failure
    self.listener = listener
  }

  @inline(__always)
  fileprivate mutating func take(_ value: component_value) {
    outcome = .reply
    switch value.kind {
    case COMPONENT_KIND_INT: reply.initialize(to: .int(Int(value.as.integer)))
    case COMPONENT_KIND_TEXT: reply.initialize(to: .text(value.textBytes.checkedString))
    default: reply.initialize(to: Value(copying: value))
    }
  }

  @inline(never)
  fileprivate mutating func take(_ failure: component_failure) {
    outcome = .failure
    self.failure.initialize(to: Failure(copying: failure))
  }

  @inline(__always)
  fileprivate func get() throws(Failure) -> Value {
    if outcome == .reply { return reply.move() }
    throw fault()
  }

  @inline(never)
  private func fault() -> Failure { outcome == .failure ? failure.move() : .noOutcome }
}

extension component_request {
  /// Has `send` send the request, and gives what the call ends with.
  @inline(__always)
  mutating func hear(
    _ progress: Sending.Progress?, _ send: (UnsafeMutablePointer<component_request>) -> Void
  ) throws(Failure) -> Value {
    try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { (reply) throws(Failure) in
      try withUnsafeTemporaryAllocation(of: Failure.self, capacity: 1) { (failure) throws(Failure) in
        guard let reply = reply.baseAddress, let failure = failure.baseAddress else { throw .noMemory }
        return try withUnsafePointer(to: HeardValue.Listener(progress: progress)) { (listener) throws(Failure) in
          var heard = HeardValue(reply, failure, listener)
          return try withUnsafeMutablePointer(to: &heard) { (heard) throws(Failure) in
            context = UnsafeMutableRawPointer(heard)
            ended = hearValue
            if progress != nil { progressed = tellValue }
            withUnsafeMutablePointer(to: &self) { send($0) }
            return try heard.pointee.get()
          }
        }
      }
    }
  }
}

let hearValue: Ended = { context, reply, failure in
  guard let heard = context?.assumingMemoryBound(to: HeardValue.self) else { return }
  if let reply {
    heard.pointee.take(reply.pointee)
  } else if let failure {
    heard.pointee.take(failure.pointee)
  }
}

private let tellValue: Progressed = { context, progress in
  context?.assumingMemoryBound(to: HeardValue.self).pointee.listener.pointee.progress?(
    progress.pointee.known, progress.pointee.message.string)
}
