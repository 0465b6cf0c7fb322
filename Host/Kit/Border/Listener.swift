import ComponentABI

/// What hears of a call that a thread waits for: its progress, and its outcome, once; lives on that thread's stack.
struct Listener {
  /// Where a reply goes.
  enum Reply {
    /// Nil as long as there is none. A strict caller takes no stand-in's answer for it.
    case value(UnsafeMutablePointer<Value?>, isStrict: Bool)
    case typed(UnsafeMutablePointer<TypedReply>)
  }

  let reply: Reply
  /// Nil as long as there is none.
  let failure: UnsafeMutablePointer<Failure?>
  let terms: UnsafePointer<CallTerms>?

  static let ended: Ended = { context, reply, failure in
    guard let listener = context?.assumingMemoryBound(to: Listener.self) else { return }
    if let reply {
      listener.pointee.take(reply)
    } else if let failure {
      listener.pointee.take(failure.pointee)
    }
  }

  fileprivate static let progressed: Progressed = { context, progress in
    guard let listener = context?.assumingMemoryBound(to: Listener.self) else { return }
    listener.pointee.terms?.pointee.progress?(progress.pointee.known, progress.pointee.message.string)
  }

  @inline(__always)
  private func take(_ value: UnsafePointer<component_value>) {
    switch reply {
    case .value(let reply, _):
      switch value.pointee.kind {
      case COMPONENT_KIND_INT: reply.initialize(to: .int(Int(value.pointee.as.integer)))
      case COMPONENT_KIND_TEXT: reply.initialize(to: .text(value.pointee.textBytes.checkedString))
      default: reply.initialize(to: Value(copying: value.pointee))
      }
    case .typed(let reply):
      do throws(Failure) {
        try reply.pointee.take(value)
      } catch {
        failure.initialize(to: error)
      }
    }
  }

  @inline(never)
  private func take(_ failure: component_failure) {
    let failure = Failure(copying: failure)
    switch reply {
    case .value(let reply, let isStrict):
      if !isStrict, let answer = failure.answer { return reply.initialize(to: answer) }
      self.failure.initialize(to: failure)
    case .typed(let reply): self.failure.initialize(to: failure.named(reply.pointee.layout))
    }
  }
}

extension component_request {
  /// Sends the request by `send`; the listener has then heard its outcome, or none where the host told none.
  @inline(__always)
  mutating func hear(_ listener: Listener, _ send: (UnsafeMutablePointer<component_request>) -> Void) {
    var listener = listener
    withUnsafeMutablePointer(to: &listener) { listener in
      context = UnsafeMutableRawPointer(listener)
      ended = Listener.ended
      if let terms = listener.pointee.terms, terms.pointee.progress != nil { progressed = Listener.progressed }
      withUnsafeMutablePointer(to: &self) { send($0) }
    }
  }
}
