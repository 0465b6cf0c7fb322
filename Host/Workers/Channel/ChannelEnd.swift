/// Why a channel is over.
package enum ChannelEnd: Error, Equatable, Sendable {
  /// The other side hung up: its process has ended, or is about to.
  case hungUp
  /// The other side said something that nobody says who keeps to the rules.
  case broken(String)
  /// This side ended it.
  case closed
}

/// Why nothing could be said, or no answer was had.
package enum ChannelFault: Error, Equatable, Sendable {
  /// The channel is over.
  case over(ChannelEnd)
  /// It is not to cross, and nothing was said.
  case refused(WireFault)
  /// The deadline passed. Of what was asked an answer may still come, and finds nobody.
  case late
}

/// How a call of ours ended.
package enum Answer: Sendable {
  case reply(Message)
  case failure(Message)
  /// No answer comes any more.
  case over(ChannelEnd)
}
