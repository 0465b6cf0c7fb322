import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

@testable import ComponentCluster

/// A broker that says what it is told, to one who connects after the other.
final class FakeBroker {
  private let listener: Int32
  private var socket: Int32 = -1
  private var bytes: [UInt8] = []
  let address: BrokerAddress

  static let info = #"INFO {"server_id":"A","version":"2.9.10","headers":true,"max_payload":5000}"#

  init() throws {
    let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // It takes little of what it does not read.
    var room: Int32 = 4096
    setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
    withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = bind(listener, address, size)
        _ = listen(listener, 8)
        _ = getsockname(listener, address, &size)
      }
    }
    self.listener = listener
    address = try BrokerAddress("nats://127.0.0.1:\(UInt16(bigEndian: place.sin_port))")
  }

  deinit {
    hangUp()
    close(listener)
  }

  /// Waits for who comes, and says something at once.
  func accept(saying line: String? = FakeBroker.info, at location: SourceLocation = #_sourceLocation) throws {
    hangUp()
    var ready = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    try #require(poll(&ready, 1, 20_000) == 1, "nobody comes", sourceLocation: location)
    socket = Glibc.accept(listener, nil, nil)
    var time = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    bytes = []
    if let line { say(line) }
  }

  /// The same up to where subscriptions have been made: the lines for them.
  func letIn(saying first: String = FakeBroker.info, at location: SourceLocation = #_sourceLocation) throws -> [String]
  {
    try accept(saying: first, at: location)
    #expect(line().hasPrefix("CONNECT "), sourceLocation: location)
    #expect(line() == "PING", sourceLocation: location)
    say("PONG")
    var lines: [String] = []
    while true {
      let next = line()
      if next == "PING" || next.isEmpty { break }
      lines.append(next)
    }
    say("PONG")
    return lines
  }

  func say(_ line: String) {
    let bytes = Array("\(line)\r\n".utf8)
    _ = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  func hangUp() {
    if socket >= 0 { close(socket) }
    socket = -1
  }

  /// The next line that comes; empty where none does.
  func line() -> String {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeFirst(end + 1) }
        return String(decoding: bytes[..<max(0, end - 1)], as: UTF8.self)
      }
      if !read() { return "" }
    }
  }

  /// So many bytes that come behind a line, and the end of theirs.
  func bytes(_ count: Int) -> [UInt8] {
    while bytes.count < count + 2 { if !read() { return [] } }
    defer { bytes.removeFirst(count + 2) }
    return Array(bytes.prefix(count))
  }

  private func read() -> Bool {
    var room = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket, &room, room.count, 0)
    if count <= 0 { return false }
    bytes += room[..<count]
    return true
  }
}
