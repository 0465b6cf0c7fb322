import ComponentABI

/// The outcome of a call as a value of one's own; lives on the waiting thread's stack.
struct HeardValue {
  var hasReply = false
  var reply = Value.null
  var failure: Failure?
  var progress: Sending.Progress?
}

let hearValue: Ended = { context, reply, failure in
  guard let heard = context?.assumingMemoryBound(to: HeardValue.self) else { return }
  if let reply {
    heard.pointee.hasReply = true
    heard.pointee.reply = Value(copying: reply.pointee)
  } else if let failure {
    heard.pointee.failure = Failure(copying: failure.pointee)
  }
}

let tellValue: Progressed = { context, progress in
  context?.assumingMemoryBound(to: HeardValue.self).pointee.progress?(
    progress.pointee.known, progress.pointee.message.string)
}
