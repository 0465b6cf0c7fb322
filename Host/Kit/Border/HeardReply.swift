import ComponentABI

/// The outcome of a typed call; lives on the waiting thread's stack.
struct HeardReply {
  /// Where the reply goes; it has no value before `hasReply`.
  let memory: UnsafeMutableRawPointer
  let layout: RequestLayout
  let replies: ReplyLayout
  let terms: UnsafePointer<CallTerms>?
  var hasReply = false
  var failure: Failure?

  mutating func take(_ reply: UnsafePointer<component_value>) {
    if replies.read(reply, to: memory) {
      hasReply = true
      return
    }
    do throws(Failure) {
      try replies.decode(reply.pointee, layout.replySubject, memory)
      hasReply = true
    } catch {
      failure = error
    }
  }
}

let hearReply: Ended = { context, reply, failure in
  guard let heard = context?.assumingMemoryBound(to: HeardReply.self) else { return }
  if let reply {
    heard.pointee.take(reply)
  } else if let failure {
    heard.pointee.failure = Failure(copying: failure.pointee).named(heard.pointee.layout)
  }
}

let tellReply: Progressed = { context, progress in
  context?.assumingMemoryBound(to: HeardReply.self).pointee.terms?.pointee.progress?(
    progress.pointee.known, progress.pointee.message.string)
}
