import Glibc

/// A terminal that the tests hold the other end of.
final class Terminal {
  let path: String
  private let master: Int32
  // Held open, so that what was written can still be read when the program has ended.
  private let slave: Int32

  init?() {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var locked: Int32 = 0
    var number: Int32 = 0
    guard master >= 0, ioctl(master, Terminal.lock, &locked) == 0, ioctl(master, Terminal.number, &number) == 0 else {
      return nil
    }
    path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY)
    for file in [master, slave] { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    var settings = termios()
    tcgetattr(slave, &settings)
    settings.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(slave, TCSANOW, &settings)
  }

  // TIOCSPTLCK and TIOCGPTN, which Swift does not see.
  private static let lock: UInt = 0x4004_5431
  private static let number: UInt = 0x8004_5430

  deinit {
    close(slave)
    close(master)
  }

  /// Types something.
  func type(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) } }

  /// What is written to it until some text is there; all that there is after half a minute, if it never comes.
  func read(until text: String) -> String {
    var all: [UInt8] = []
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end, !String(decoding: all, as: UTF8.self).contains(text) {
      guard poll(&ready, 1, 100) > 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 1 << 12)
      let count = Glibc.read(master, &bytes, bytes.count)
      if count <= 0 { break }
      all += bytes.prefix(count)
    }
    return String(decoding: all, as: UTF8.self)
  }

  /// What has been written to it. The system hands it over in pieces, and takes a moment.
  func read() -> String {
    var all: [UInt8] = []
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, 100) > 0 {
      var bytes = [UInt8](repeating: 0, count: 1 << 12)
      let count = Glibc.read(master, &bytes, bytes.count)
      if count <= 0 { break }
      all += bytes.prefix(count)
    }
    return String(decoding: all, as: UTF8.self)
  }
}
