import ComponentABI

/// Where the outcome of a call goes, on the stack of the thread that waits for it.
struct HeardValue {
  private let reply: UnsafeMutablePointer<Value?>
  private let failure: UnsafeMutablePointer<Failure?>
  fileprivate let terms: UnsafePointer<CallTerms>?
  private let isStrict: Bool

  /// Neither has a value yet.
  fileprivate init(
    _ reply: UnsafeMutablePointer<Value?>, _ failure: UnsafeMutablePointer<Failure?>,
    _ terms: UnsafePointer<CallTerms>?, _ isStrict: Bool
  ) {
    self.reply = reply
    self.failure = failure
    self.terms = terms
    self.isStrict = isStrict
  }

  @inline(__always)
  fileprivate func take(_ value: UnsafePointer<component_value>) {
    switch value.pointee.kind {
    case COMPONENT_KIND_INT: reply.initialize(to: .int(Int(value.pointee.as.integer)))
    case COMPONENT_KIND_TEXT: reply.initialize(to: .text(value.pointee.textBytes.checkedString))
    default: reply.initialize(to: Value(copying: value.pointee))
    }
  }

  @inline(never)
  fileprivate func take(_ failure: component_failure) {
    let failure = Failure(copying: failure)
    if !isStrict, let answer = failure.answer {
      reply.initialize(to: answer)
    } else {
      self.failure.initialize(to: failure)
    }
  }
}

extension component_request {
  /// Sends the request by `send`. Its outcome is then in `reply` or in `failure`, or in neither where the host told
  /// none.
  ///
  /// - Parameter isStrict: whether a stand-in's answer is no reply.
  @inline(__always)
  mutating func hear(
    _ terms: UnsafePointer<CallTerms>?, _ isStrict: Bool, _ reply: inout Value?, _ failure: inout Failure?,
    _ send: (UnsafeMutablePointer<component_request>) -> Void
  ) {
    withUnsafeMutablePointer(to: &reply) { reply in
      withUnsafeMutablePointer(to: &failure) { failure in
        var heard = HeardValue(reply, failure, terms, isStrict)
        withUnsafeMutablePointer(to: &heard) { heard in
          context = UnsafeMutableRawPointer(heard)
          ended = hearValue
          if let terms, terms.pointee.progress != nil { progressed = tellValue }
          withUnsafeMutablePointer(to: &self) { send($0) }
        }
      }
    }
  }

  /// Lends a call's terms, but for `progress`, which the listener has.
  @inline(__always)
  mutating func lend(_ terms: CallTerms) {
    if let timeLimit = terms.timeLimit { deadline = Deadline(after: timeLimit).nanoseconds }
    if let given = terms.cancellation { cancellation = given.pointer }
  }
}

let hearValue: Ended = { context, reply, failure in
  guard let heard = context?.assumingMemoryBound(to: HeardValue.self) else { return }
  if let reply {
    heard.pointee.take(reply)
  } else if let failure {
    heard.pointee.take(failure.pointee)
  }
}

private let tellValue: Progressed = { context, progress in
  context?.assumingMemoryBound(to: HeardValue.self).pointee.terms?.pointee.progress?(
    progress.pointee.known, progress.pointee.message.string)
}
