import ComponentHost
import ComponentKit
import Glibc
import HostNative

/// Takes lines to a stream whose reader may stand still: nobody who has a line waits for the reader.
///
/// A line goes out at once where there is room for it. Else it waits here, and a thread that does nothing else writes it
/// once there is. Beyond a limit lines are left out, and it is told how many, once the others are out.
final class LogQueue: Sendable {
  private let output: any Output
  // Nil for what is no stream of the process, as in tests: that never stands still.
  private let stream: Int32?
  // A description of its own of a terminal, by which no write waits; nil where there is none.
  private let unwaiting: Int32?
  private let kind: Int32
  private let limit: Int
  private let told: @Sendable (_ leftOut: Int) -> [UInt8]
  private let state = Guarded(State())
  private let crew = Crew(limit: 1)

  private struct State {
    var waiting: [UInt8] = []
    // What of it was written.
    var start = 0
    // How many lines came since it is full.
    var leftOut = 0
    // Whether the thread is under way that writes it.
    var isWritten = false

    var count: Int { waiting.count - start }
  }

  /// - Parameters:
  ///   - limit: how many bytes wait at most.
  ///   - told: the line that says how many were left out.
  init(_ output: any Output, limit: Int = 1 << 20, told: @escaping @Sendable (_ leftOut: Int) -> [UInt8]) {
    (self.output, self.limit, self.told) = (output, limit, told)
    stream = (output as? Stream)?.number
    kind = stream.map { host_stream_kind($0) } ?? 0
    unwaiting = stream.flatMap { LogQueue.unwaiting($0) }
  }

  deinit {
    if let unwaiting { close(unwaiting) }
  }

  // Of the terminal that a stream is. That of the stream is shared with other programs, which wait where they write, and a
  // terminal that has some room may still have too little for the next line. Nil where it is none, or is another user's.
  private static func unwaiting(_ stream: Int32) -> Int32? {
    guard isatty(stream) == 1 else { return nil }
    let opened = open("/proc/self/fd/\(stream)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return opened < 0 ? nil : opened
  }

  /// Writes a line, now or once there is room. Those of one thread keep their order, and none is torn by another.
  func write(_ line: [UInt8]) {
    guard stream != nil else {
      state.withLock { _ in _ = output.write(line) }
      return
    }
    let waits = state.withLock { state in
      if state.isWritten {
        if state.leftOut == 0, state.count + line.count <= limit { state.waiting += line } else { state.leftOut += 1 }
        return false
      }
      state.waiting = line
      send(&state)
      state.isWritten = state.count > 0
      return state.isWritten
    }
    if waits { crew.bring(Waiting(self)) }
  }

  /// Waits until all of it is written, but no longer than that.
  func flush(within limit: Duration) {
    let end = Deadline(after: limit)
    while state.withLock({ $0.count > 0 || $0.leftOut > 0 }), !end.hasPassed { writeWaiting(until: end) }
  }

  private final class Waiting: CrewJob {
    private let queue: LogQueue
    init(_ queue: LogQueue) { self.queue = queue }
    func work() { while !queue.writeWaiting(until: nil) {} }
  }

  // Writes what there is room for once there is some; whether all is written.
  @discardableResult
  private func writeWaiting(until end: Deadline?) -> Bool {
    var room = pollfd(fd: stream ?? -1, events: Int16(POLLOUT), revents: 0)
    let pause = end.map { Int32(clamping: $0.timeLeft.nanoseconds / 1_000_000 + 1) } ?? -1
    guard poll(&room, 1, pause) > 0 else { return false }
    return state.withLock { state in
      send(&state)
      if state.count == 0, state.leftOut > 0 {
        state.waiting = told(state.leftOut)
        (state.start, state.leftOut) = (0, 0)
        send(&state)
      }
      if state.count == 0 { state.isWritten = false }
      return state.count == 0
    }
  }

  // As much of it as there is room for now. Where nobody reads any more, it is gone.
  private func send(_ state: inout State) {
    while state.count > 0 {
      let written = state.waiting.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[state.start...])) }
      if written == 0 { break }
      state.start += written
    }
    if state.count == 0 {
      (state.waiting, state.start) = ([], 0)
    } else if state.start > LogQueue.keptLimit {
      state.waiting.removeFirst(state.start)
      state.start = 0
    }
  }

  // So much of what is written stays where it was at most.
  private static let keptLimit = 1 << 16

  // How many bytes: 0 where there is no room.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let stream, let base = bytes.baseAddress else { return bytes.count }
    var count = bytes.count
    if unwaiting == nil, Int(kind) == HOST_STREAM_FILE {
      // A terminal that was told to stop has no room. Where there is any, there mostly is for so much.
      var room = pollfd(fd: stream, events: Int16(POLLOUT), revents: 0)
      guard poll(&room, 1, 0) > 0 else { return 0 }
      count = min(count, LogQueue.piece)
    }
    let written = host_stream_write(unwaiting ?? stream, kind, base, count)
    return written >= 0 ? written : written == -Int(EAGAIN) ? 0 : bytes.count
  }

  private static let piece = 4096
}
