/// What one end of a channel does for the other.
package protocol ChannelService: AnyObject, Sendable {
  /// Does what a message asks: a request, which must be answered exactly once with `channel.reply` or `channel.fail`, now
  /// or later, on this thread or another; or a notice.
  ///
  /// THREADS: a request in the service of a call that a thread waits for, on that thread; everything else on a thread
  /// of the channel's own. Several at once, and no lock is held. It may take as long as it likes.
  func serve(_ message: Message, on channel: Channel)

  /// How long a request or a notice of a verb may be; nil where there is none, and the channel ends.
  ///
  /// THREADS: the one that reads. It is brief and waits for nothing.
  func limit(of verb: UInt16, _ manner: Manner) -> Int?

  /// Whether what a verb asks for may wait for something that another message brings: so many such requests are served at
  /// once as there are threads for, and all others beside them.
  ///
  /// THREADS: the one that reads, under a lock. It is brief and waits for nothing.
  func mayWait(_ verb: UInt16) -> Bool

  /// The channel is over, once. All open calls hear it as well, each by itself.
  ///
  /// THREADS: any.
  func ended(_ end: ChannelEnd, of channel: Channel)
}

extension ChannelService {
  package func limit(of verb: UInt16, _ manner: Manner) -> Int? { Channel.messageLimit }
  package func mayWait(_ verb: UInt16) -> Bool { true }
}
