import Glibc

/// The tester's ends of a program's three pipes.
struct Streams {
  private var input: Int32
  private var out: Int32
  private var err: Int32
  private var left: ArraySlice<UInt8>
  private(set) var outBytes: [UInt8] = []
  private(set) var errBytes: [UInt8] = []

  init(input: Int32, out: Int32, err: Int32, left: ArraySlice<UInt8>) {
    self.input = input
    self.out = out
    self.err = err
    self.left = left
    // A full pipe must not stop the reading.
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
  }

  var areClosed: Bool { out < 0 && err < 0 }

  /// Moves what can be moved. False when the time is up.
  mutating func move(until end: ContinuousClock.Instant) -> Bool {
    let time = ContinuousClock.now.duration(to: end) / .milliseconds(1)
    if time <= 0 { return false }
    if left.isEmpty, input >= 0 {
      Glibc.close(input)
      input = -1
    }
    var polled = [
      pollfd(fd: out, events: Int16(POLLIN), revents: 0), pollfd(fd: err, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&polled, 3, Int32(min(time, 1000))) > 0 else { return true }
    if polled[0].revents != 0 { out = Streams.read(out, &outBytes) }
    if polled[1].revents != 0 { err = Streams.read(err, &errBytes) }
    if polled[2].revents != 0 { write() }
    return true
  }

  private mutating func write() {
    // A program that has ended before it read everything is none of the pipe's business: no signal.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let count = left.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
    if count > 0 { left = left.dropFirst(count) } else if errno != EAGAIN { left = [] }
  }

  private static func read(_ file: Int32, _ bytes: inout [UInt8]) -> Int32 {
    let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      let count = Glibc.read(file, buffer.baseAddress, buffer.count)
      if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
      return count
    }
    if count > 0 || (count < 0 && errno == EINTR) { return file }
    Glibc.close(file)
    return -1
  }

  mutating func close() {
    for file in [input, out, err] where file >= 0 { Glibc.close(file) }
    (input, out, err) = (-1, -1, -1)
  }
}
