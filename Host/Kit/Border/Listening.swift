import ComponentABI

/// What hears of a call that was started: its progress, and its outcome, once; lives until then.
final class Listening: Sendable {
  typealias Hear = @Sendable (UnsafePointer<component_value>?, UnsafePointer<component_failure>?) -> Void

  private let hear: Hear
  private let progress: (@Sendable (Double?, String) -> Void)?

  private init(_ hear: @escaping Hear, _ progress: (@Sendable (Double?, String) -> Void)?) {
    self.hear = hear
    self.progress = progress
  }

  /// Has the outcome of a request heard by `hear`. The request must end once.
  static func listen(
    to request: inout component_request, _ hear: @escaping Hear, _ progress: (@Sendable (Double?, String) -> Void)?
  ) {
    request.context = Unmanaged.passRetained(Listening(hear, progress)).toOpaque()
    request.ended = ended
    if progress != nil { request.progressed = progressed }
  }

  private static let ended: Ended = { context, reply, failure in
    guard let context else { return }
    Unmanaged<Listening>.fromOpaque(context).takeRetainedValue().hear(reply, failure)
  }

  private static let progressed: Progressed = { context, progress in
    guard let context else { return }
    let listening = Unmanaged<Listening>.fromOpaque(context).takeUnretainedValue()
    listening.progress?(progress.pointee.known, progress.pointee.message.string)
  }
}
