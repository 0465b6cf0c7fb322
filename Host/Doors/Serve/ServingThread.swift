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

  deinit { room.deallocate() }

  /// Gives memory back that one long answer has taken.
  func tidyUp() { if output.capacity > 1 << 18 { output = [] } }
}
