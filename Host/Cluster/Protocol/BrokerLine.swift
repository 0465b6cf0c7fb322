/// One thing that a broker says.
enum BrokerLine: Equatable, Sendable {
  /// About itself: a JSON object.
  case info([UInt8])
  case message(Delivery)
  case ping
  case pong
  /// That a line of this side was right, which is not asked for.
  case ok
  case error(String)
}

/// A message that a broker delivers.
struct Delivery: Equatable, Sendable {
  /// As whoever sent it wrote it: no broker looks at that.
  var subject: String
  /// The number of the subscription for which it came.
  var subscription: Int
  /// Where its answer goes to; nil where nobody waits for one, or nothing can be sent there.
  var reply: Subject?
  /// The headers with all that is around them; empty where there are none.
  var headers: [UInt8] = []
  var payload: [UInt8] = []
  /// Whether it was longer than is taken: then neither headers nor payload are there.
  var isCut = false
}
