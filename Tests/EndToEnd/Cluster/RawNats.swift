import Glibc
import Testing

/// A client of a broker, of nothing but a socket.
final class RawNats {
  private let socket: Int32
  private var bytes: [UInt8] = []
  private var number = 0

  struct Message: Equatable {
    let subject: String
    let reply: String
    let status: String
    let headers: [String: String]
    let payload: String
  }

  init(_ port: UInt16, options: String = "", at location: SourceLocation = #_sourceLocation) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // A broker that was just started may not listen yet.
    var result: Int32 = -1
    for _ in 0..<500 where result != 0 {
      result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      if result != 0 { usleep(10_000) }
    }
    try #require(result == 0, sourceLocation: location)
    var time = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    write("CONNECT {\"verbose\":false,\"headers\":true,\"no_responders\":true\(options)}\r\nPING\r\n")
    while let line = readLine(), line != "PONG" {}
  }

  deinit { close(socket) }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ all: [UInt8]) {
    var left = all[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { return }
      left = left.dropFirst(count)
    }
  }

  func subscribe(_ pattern: String) {
    number += 1
    write("SUB \(pattern) \(number)\r\n")
  }

  func publish(_ subject: String, reply: String = "", headers: [(String, String)] = [], _ payload: String = "") {
    let head = headers.isEmpty ? "" : "NATS/1.0\r\n\(headers.map { "\($0): \($1)\r\n" }.joined())\r\n"
    let sizes = headers.isEmpty ? "\(payload.utf8.count)" : "\(head.utf8.count) \(head.utf8.count + payload.utf8.count)"
    write(
      "\(headers.isEmpty ? "PUB" : "HPUB") \(subject) \(reply.isEmpty ? "" : "\(reply) ")\(sizes)\r\n\(head)\(payload)\r\n"
    )
  }

  /// Waits until the broker has done all that it was told before.
  func settle() {
    write("PING\r\n")
    while let line = readLine(), line != "PONG" {}
  }

  /// Sends a request, and gives the inbox for its answers.
  func begin(_ subject: String, headers: [(String, String)] = [], _ payload: String = "") -> String {
    let inbox = "_INBOX.\(getpid()).\(UInt64.random(in: 0 ..< .max))"
    subscribe(inbox)
    publish(subject, reply: inbox, headers: headers, payload)
    return inbox
  }

  /// The first message that answers a request.
  func request(_ subject: String, headers: [(String, String)] = [], _ payload: String = "") -> Message? {
    let inbox = begin(subject, headers: headers, payload)
    while let message = next() { if message.subject == inbox { return message } }
    return nil
  }

  /// The next message; nil where none comes.
  func next() -> Message? {
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      guard let kind = words.first, kind == "MSG" || kind == "HMSG" else { continue }
      let sizes = kind == "MSG" ? 1 : 2
      let all = read(Int(words[words.count - 1]) ?? 0)
      _ = readLine()
      let headCount = kind == "MSG" ? 0 : Int(words[words.count - 2]) ?? 0
      let head = String(decoding: all.prefix(headCount), as: UTF8.self).split(separator: "\r\n").map(String.init)
      var headers: [String: String] = [:]
      for field in head.dropFirst() {
        let parts = field.split(separator: ":", maxSplits: 1).map(String.init)
        headers[parts[0]] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
      }
      return Message(
        subject: words[1], reply: words.count == 4 + sizes ? words[3] : "",
        status: head.first.map { String($0.dropFirst(9)) } ?? "", headers: headers,
        payload: String(decoding: all.dropFirst(headCount), as: UTF8.self))
    }
    return nil
  }

  private func readLine() -> String? {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        let line = bytes[..<max(0, end - 1)]
        defer { bytes.removeFirst(end + 1) }
        return String(decoding: line, as: UTF8.self)
      }
      if !readMore() { return nil }
    }
  }

  private func read(_ count: Int) -> [UInt8] {
    while bytes.count < count { if !readMore() { return [] } }
    defer { bytes.removeFirst(count) }
    return Array(bytes.prefix(count))
  }

  private func readMore() -> Bool {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &room, room.count, 0)
    if count <= 0 { return false }
    bytes += room[..<count]
    return true
  }
}
