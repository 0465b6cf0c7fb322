import ComponentABI

/// What hears of a call that a thread waits for: its progress, and its outcome, once; lives on that thread's stack.
struct Listener {
  // A `Value?` or a `TypedReply`. Which of them is known by the function that hears the end: told by a case of an enum, it
  // would take six instructions more of each call.
  private let reply: UnsafeMutableRawPointer
  private let failure: UnsafeMutablePointer<Failure?>
  fileprivate let terms: UnsafePointer<CallTerms>?
  private let isStrict: Bool

  /// Hears by `ended`. Neither has a value yet. A strict caller takes no stand-in's answer for a reply.
  @inline(__always)
  init(
    _ reply: UnsafeMutablePointer<Value?>, isStrict: Bool, _ failure: UnsafeMutablePointer<Failure?>,
    _ terms: UnsafePointer<CallTerms>?
  ) {
    (self.reply, self.failure, self.terms) = (UnsafeMutableRawPointer(reply), failure, terms)
    self.isStrict = isStrict
  }

  /// Hears by `typedEnded`. There is no failure yet.
  @inline(__always)
  init(
    _ reply: UnsafeMutablePointer<TypedReply>, _ failure: UnsafeMutablePointer<Failure?>,
    _ terms: UnsafePointer<CallTerms>?
  ) {
    (self.reply, self.failure, self.terms) = (UnsafeMutableRawPointer(reply), failure, terms)
    isStrict = true
  }

  static let ended: Ended = { context, reply, failure in
    guard let listener = context?.assumingMemoryBound(to: Listener.self) else { return }
    if let reply {
      listener.pointee.take(reply)
    } else if let failure {
      listener.pointee.take(failure.pointee)
    }
  }

  static let typedEnded: Ended = { context, reply, failure in
    guard let listener = context?.assumingMemoryBound(to: Listener.self) else { return }
    if let reply {
      listener.pointee.takeTyped(reply)
    } else if let failure {
      listener.pointee.takeTyped(failure.pointee)
    }
  }

  fileprivate static let progressed: Progressed = { context, progress in
    guard let listener = context?.assumingMemoryBound(to: Listener.self) else { return }
    listener.pointee.terms?.pointee.progress?(progress.pointee.known, progress.pointee.message.string)
  }

  @inline(__always)
  private func take(_ value: UnsafePointer<component_value>) {
    let reply = reply.assumingMemoryBound(to: Value?.self)
    switch value.pointee.kind {
    case COMPONENT_KIND_INT: reply.initialize(to: .int(Int(value.pointee.as.integer)))
    case COMPONENT_KIND_TEXT: reply.initialize(to: .text(value.pointee.textBytes.checkedString))
    default: reply.initialize(to: Value(copying: value.pointee))
    }
  }

  @inline(never)
  private func take(_ failure: component_failure) { take(Failure(copying: failure)) }

  fileprivate func take(_ failure: Failure) {
    if !isStrict, let answer = failure.answer {
      reply.assumingMemoryBound(to: Value?.self).initialize(to: answer)
    } else {
      self.failure.initialize(to: failure)
    }
  }

  @inline(__always)
  private func takeTyped(_ value: UnsafePointer<component_value>) {
    do throws(Failure) {
      try reply.assumingMemoryBound(to: TypedReply.self).pointee.take(value)
    } catch {
      failure.initialize(to: error)
    }
  }

  @inline(never)
  private func takeTyped(_ failure: component_failure) {
    let layout = reply.assumingMemoryBound(to: TypedReply.self).pointee.layout
    self.failure.initialize(to: Failure(copying: failure).named(layout))
  }
}

extension component_request {
  /// Has the listener take a failure as it is, where it is one of this very image: the copy of a failure by way of C, and
  /// the end of that copy, are two thirds of the instructions of a call that fails. False where the listener is another,
  /// which has heard nothing then.
  package func tell(_ failure: Failure) -> Bool {
    guard unsafeBitCast(ended, to: UInt.self) == unsafeBitCast(Listener.ended, to: UInt.self),
      let listener = context?.assumingMemoryBound(to: Listener.self)
    else { return false }
    listener.pointee.take(failure)
    return true
  }

  /// Sends the request by `send`; the listener has then heard its outcome by `ended`, or none where the host told none.
  @inline(__always)
  mutating func hear(
    _ listener: Listener, by ended: @escaping Ended, _ send: (UnsafeMutablePointer<component_request>) -> Void
  ) {
    var listener = listener
    withUnsafeMutablePointer(to: &listener) { listener in
      context = UnsafeMutableRawPointer(listener)
      self.ended = ended
      if let terms = listener.pointee.terms, terms.pointee.progress != nil { progressed = Listener.progressed }
      withUnsafeMutablePointer(to: &self) { send($0) }
    }
  }
}
