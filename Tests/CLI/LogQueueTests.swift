import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import HostCLI

/// How a log goes to a reader that stands still.
@Suite(.offPool) struct LogQueueTests {
  private func queue(_ pipe: HostCLI.Pipe, limit: Int = 1 << 20) -> LogQueue {
    LogQueue(Stream(number: pipe.write), limit: limit) { Array("left out: \($0)\n".utf8) }
  }

  private func line(_ number: Int) -> [UInt8] {
    Array("line \(number) \(String(repeating: ".", count: 90))\n".utf8)
  }

  // All lines that come until a last one does.
  private func lines(_ pipe: HostCLI.Pipe, until last: String) -> [String] {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var ready = pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 20_000) > 0 else { break }
      let count = read(pipe.read, &room, room.count)
      if count <= 0 { break }
      bytes += room.prefix(count)
      if bytes.last == UInt8(ascii: "\n"), String(decoding: bytes.suffix(300), as: UTF8.self).contains(last) { break }
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0.prefix { $0 != "." }) }
  }

  @Test func `what has room is written at once`() throws {
    let pipe = try HostCLI.Pipe()
    defer { pipe.close() }
    let queue = queue(pipe)
    for number in 0..<3 {
      queue.write(line(number))
      #expect(lines(pipe, until: "line \(number)") == ["line \(number) "])
    }
  }

  @Test func `nobody waits for a reader that stands still, and once it reads all of it comes in its order`() throws {
    let pipe = try HostCLI.Pipe()
    defer { pipe.close() }
    let queue = queue(pipe)
    let begun = ContinuousClock.now
    for number in 0..<3000 { queue.write(line(number)) }
    queue.flush(within: .milliseconds(100))
    #expect(ContinuousClock.now - begun < .seconds(5))
    #expect(lines(pipe, until: "line 2999") == (0..<3000).map { "line \($0) " })
    queue.write(line(3000))
    #expect(lines(pipe, until: "line 3000") == ["line 3000 "])
  }

  @Test func `beyond the limit lines are left out, and it is told how many`() throws {
    let pipe = try HostCLI.Pipe()
    defer { pipe.close() }
    let queue = queue(pipe, limit: 10_000)
    for number in 0..<2000 { queue.write(line(number)) }
    let told = lines(pipe, until: "left out")
    let kept = told.count - 1
    #expect(kept > 90 && kept < 1900, "\(kept)")
    #expect(told == (0..<kept).map { "line \($0) " } + ["left out: \(2000 - kept)"])
    queue.write(line(2000))
    #expect(lines(pipe, until: "line 2000") == ["line 2000 "])
  }

  @Test func `lines of several threads come whole, and are flushed at the end`() throws {
    let pipe = try HostCLI.Pipe()
    defer { pipe.close() }
    let queue = queue(pipe)
    let threads = (0..<4).map { thread in
      Thread { for number in 0..<500 { queue.write(line(thread * 1000 + number)) } }
    }
    for thread in threads { thread.join() }
    let flusher = Thread { queue.flush(within: .seconds(20)) }
    var told: [String] = []
    while told.count < 2000 {
      let more = lines(pipe, until: "line")
      if more.isEmpty { break }
      told += more
    }
    flusher.join()
    #expect(told.count == 2000 && Set(told).count == 2000 && told.allSatisfy { $0.hasPrefix("line ") }, "\(told.count)")
  }

  // Of a terminal the system says that there is room long before there is for a line.
  @Test func `nobody waits for a terminal that has room for less than a line`() throws {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(master) }
    // TIOCSPTLCK and TIOCGPTN, which Swift does not see.
    var (locked, number): (Int32, Int32) = (0, 0)
    try #require(ioctl(master, 0x4004_5431, &locked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
    let path = "/dev/pts/\(number)"
    let slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(slave) }
    var settings = termios()
    tcgetattr(slave, &settings)
    settings.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(slave, TCSANOW, &settings)
    let full = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    while write(full, "x", 1) == 1 {}
    close(full)
    var room = [UInt8](repeating: 0, count: 1 << 11)
    var ready = pollfd(fd: slave, events: Int16(POLLOUT), revents: 0)
    // Room is seen again only once so much was read; what it takes is less than what is written here.
    while poll(&ready, 1, 0) == 0 { #expect(read(master, &room, 64) > 0) }
    let queue = LogQueue(Stream(number: slave)) { Array("left out: \($0)\n".utf8) }
    let written = Supply()
    Thread {
      for number in 0..<1000 { queue.write(self.line(number)) }
      written.add()
    }.detach()
    #expect(written.take(within: 10))
    var all = ""
    while !all.hasSuffix("line 999 \(String(repeating: ".", count: 90))\n") {
      ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 20_000) > 0 else { break }
      let count = read(master, &room, room.count)
      if count <= 0 { break }
      all += String(decoding: room.prefix(count), as: UTF8.self)
    }
    let lines = all.drop { $0 == "x" }.split(separator: "\n")
    #expect(lines.map { String($0.prefix { $0 != "." }) } == (0..<1000).map { "line \($0) " })
  }

  @Test func `a reader that is gone is no reason to wait`() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = try HostCLI.Pipe()
    let queue = queue(pipe)
    for number in 0..<2000 { queue.write(line(number)) }
    close(pipe.read)
    let begun = ContinuousClock.now
    queue.flush(within: .seconds(20))
    #expect(ContinuousClock.now - begun < .seconds(10))
    close(pipe.write)
  }
}
