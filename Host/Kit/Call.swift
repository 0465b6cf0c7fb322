public import ComponentABI

/// One call as its action sees it, borrowed until the action returns.
public struct Call: ~Copyable, ParameterSource {
  @usableFromInline let pointer: UnsafeMutablePointer<component_call>

  @usableFromInline
  init(_ pointer: UnsafeMutablePointer<component_call>) { self.pointer = pointer }

  @inlinable public var borrowedParameters: UnsafeBufferPointer<component_entry> { pointer.pointee.borrowedParameters }

  /// The target as the caller wrote it.
  public var target: String { pointer.pointee.target.string }
  /// The action as the caller wrote it.
  public var action: String { pointer.pointee.action.string }

  /// How the caller would like it, apart from the parameters.
  public var hints: Fields { pointer.pointee.borrowedHints }
  /// Whether it came from outside the process.
  public var isRemote: Bool { pointer.pointee.flags & COMPONENT_CALL_REMOTE != 0 }
  /// Its place in a trace that a caller from outside takes part in; nil where there is none. What is called in its service has
  /// the same.
  public var trace: TraceParent? { pointer.trace }

  /// Whether the caller has given the call up, or its deadline has passed.
  public var isCancelled: Bool { pointer.pointee.host.pointee.is_cancelled(pointer) }

  /// Ends the action where its caller has given up or its deadline has passed.
  public func checkCancelled() throws(Failure) {
    guard isCancelled else { return }
    if timeLeft == .zero { throw Failure(.timedOut, "", "the deadline passed while \(target).\(action) ran") }
    throw Failure(.cancelled, "", "the call was given up")
  }

  /// How long the caller will still wait; nil where it set no deadline.
  public var timeLeft: Duration? { Deadline(pointer.pointee.deadline)?.timeLeft }

  /// Says how far the work has come, from 0 to 1, or nil where nobody knows.
  public func progress(_ fraction: Double?, _ message: String = "") {
    pointer.report(fraction, message)
  }
}

extension component_call {
  @inlinable public var borrowedParameters: UnsafeBufferPointer<component_entry> {
    UnsafeBufferPointer(start: parameters, count: parameters == nil ? 0 : parameter_count)
  }

  var borrowedHints: Fields {
    Fields(copying: UnsafeBufferPointer(start: hints, count: hints == nil ? 0 : hint_count))
  }
}

extension UnsafeMutablePointer<component_call> {
  func report(_ fraction: Double?, _ message: String) {
    var message = message
    message.withUTF8 { message in
      var progress = component_progress()
      progress.abi = COMPONENT_ABI_VERSION
      progress.size = UInt32(MemoryLayout<component_progress>.size)
      progress.fraction = fraction ?? -1
      progress.message = component_text(message)
      _ = pointee.host.pointee.progress(self, &progress)
    }
  }
}
