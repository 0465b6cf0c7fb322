/// What a message is to the channel. What it asks for is its `verb`, of which the channel knows nothing.
package enum Manner: UInt8, Sendable {
  /// Asks for something, and waits for one end.
  case request
  // The ends of a call, after which nothing more is said of it, and what is said before.
  case reply, failure, progress
  /// Gives a call up. Its end still comes.
  case cancel
  /// Says something that nobody answers.
  case notice
}

/// Numbers the calls of one end of a channel, from 1. Each end numbers what it asks itself.
package typealias CallID = UInt64

/// What stands before each message.
struct Frame {
  static let size = 32

  /// Of what follows.
  var length: UInt32
  var manner: UInt8
  var flags: UInt8 = 0
  var verb: UInt16 = 0
  /// The call that this belongs to, as whoever asked for it numbers it.
  var call: CallID = 0
  /// Of a request: the receiver's call in whose service it is made; 0 where there is none.
  var within: CallID = 0
  var reserved: UInt64 = 0
}
