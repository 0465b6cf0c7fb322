import Glibc

/// What a thread of a door has for itself.
///
/// It is handed about on that thread only.
final class ServingThread {
  /// Whether it waits for what happens, and does it: one thread at a time does, and any other one finishes what it has
  /// begun.
  var isLeader = false
  /// When it was last woken, or has last run a call: CLOCK_MONOTONIC nanoseconds.
  var now: Int64 = 0
  /// Where what is received lies, until it is dealt with or kept by its connection.
  let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
  /// What is put together to be sent.
  var output: [UInt8] = []
  // When the turn of the connection is over that it deals with; 0 as long as it has read no request of that.
  private var turnEnd: Int64 = 0
  private var second = -1
  private var written = ResponseWriter(date: HTTPDate(seconds: 0))

  /// Writes answers of this second.
  var writer: ResponseWriter {
    let now = time(nil)
    if now != second {
      second = now
      written.date = HTTPDate(seconds: now)
    }
    return written
  }

  /// How long one connection's requests may be dealt with before the others have their turn, as far as it sends them faster
  /// than they are answered.
  static let turn: Int64 = 1_000_000

  /// A connection's turn begins.
  func beginTurn() { turnEnd = 0 }

  /// Whether the connection has had its turn; asked before each request, of which the first is always in time.
  var turnIsOver: Bool {
    // Most send one request and wait, so nothing looks at the clock for them.
    if turnEnd == 0 {
      turnEnd = .max
      return false
    }
    let now = Clock.now
    if turnEnd == .max { turnEnd = now + ServingThread.turn }
    return now >= turnEnd
  }

  deinit { room.deallocate() }

  /// Gives memory back that one long answer has taken.
  func tidyUp() { if output.capacity > 1 << 18 { output = [] } }
}
