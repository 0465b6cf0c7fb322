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

/// What stands before each message in a ring, or before each part of a long one.
struct Frame {
  static let size = 32

  /// Of what follows, a multiple of eight.
  var length: UInt32
  var manner: UInt8
  var flags: UInt8 = 0
  var verb: UInt16
  /// The call that this belongs to, as whoever asked for it numbers it.
  var call: CallID
  /// Of a request: the receiver's call in whose service it is made; 0 where there is none.
  var within: CallID
  /// How much of the message there is from here on; `length` where it does not go on.
  var left: UInt64

  /// The message goes on in a later frame. What does not begin a message says nothing but `part`.
  static let more: UInt8 = 1
  /// It goes on with the message that was begun last. One that is begun before the last has ended takes its place.
  static let part: UInt8 = 2
  /// A descriptor was sent for it.
  static let descriptor: UInt8 = 4

  /// As much as a frame holds: what is longer is sent in parts, and between two of them something else may be sent.
  static let longest = 1 << 16

  init(_ manner: Manner, length: Int, verb: UInt16 = 0, call: CallID = 0, within: CallID = 0) {
    (self.length, left, self.manner) = (UInt32(length), UInt64(length), manner.rawValue)
    (self.verb, self.call, self.within) = (verb, call, within)
  }
}

/// How much of what nobody handles yet one end may have sent, so that the other's memory does not grow.
///
/// It is what can come unasked: notices, and requests in nobody's service. Answers were asked for, and progress beyond
/// some is dropped. A request in the service of a call needs no credit, for there is a thread that waits for it, which may
/// be the only one to come.
enum Credit {
  static let window = 1 << 20

  /// What a message costs; 0 where it needs none.
  static func cost(_ manner: Manner, within: CallID, length: Int) -> Int {
    guard manner == .notice || manner == .request && within == 0 else { return 0 }
    return length > Frame.longest ? window / 2 : Frame.size + length
  }

  /// So much more of what needs no credit nobody sends who keeps to the rules. Of a long message as much as of a frame
  /// counts here: see `HeldBytes`.
  static let pile = 1 << 26

  static func piles(_ length: Int) -> Int { Frame.size + min(length, Frame.longest) }
}
