import Glibc
import TestSchemas
import Testing

/// A client that writes the bytes that it is told, and reads what comes.
final class RawClient {
  let socket: Int32
  // What has come behind the last answer.
  private var rest: [UInt8] = []
  // Programs that other tests start meanwhile don't inherit it.
  private static let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

  init(path: String, at location: SourceLocation = #_sourceLocation) throws {
    socket = Glibc.socket(AF_UNIX, RawClient.kind, 0)
    let result = RawClient.connect(socket, path)
    try #require(result == 0, "\(path): \(String(cString: strerror(errno)))", sourceLocation: location)
  }

  /// Nil where nobody lets it in.
  init?(ifAnyAt path: String) {
    socket = Glibc.socket(AF_UNIX, RawClient.kind, 0)
    if RawClient.connect(socket, path) != 0 { return nil }
  }

  /// Whether somebody listens there.
  static func isListening(_ path: String) -> Bool {
    let socket = Glibc.socket(AF_UNIX, RawClient.kind, 0)
    defer { Glibc.close(socket) }
    return connect(socket, path) == 0
  }

  private static func connect(_ socket: Int32, _ path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in room.copyBytes(from: path.utf8.prefix(room.count - 1)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  init(port: UInt16, at location: SourceLocation = #_sourceLocation) throws {
    socket = Glibc.socket(AF_INET, RawClient.kind, 0)
    let result = RawClient.connect(socket, port)
    try #require(result == 0, "port \(port): \(String(cString: strerror(errno)))", sourceLocation: location)
  }

  /// Nil where nobody listens there.
  init?(ifListening port: UInt16) {
    socket = Glibc.socket(AF_INET, RawClient.kind, 0)
    if RawClient.connect(socket, port) != 0 { return nil }
  }

  private static func connect(_ socket: Int32, _ port: UInt16) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private var isClosed = false
  deinit { close() }

  func close() {
    if !isClosed { Glibc.close(socket) }
    isClosed = true
  }

  /// Whether all could be written.
  @discardableResult
  func write(_ bytes: some Collection<UInt8>) -> Bool {
    var left = Array(bytes)[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { return false }
      left = left.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func write(_ text: String) -> Bool { write(text.utf8) }

  /// A call as a careful client writes it.
  func call(_ path: String, _ body: String = "{}", headers: String = "") {
    write(RawClient.request(path, body, headers: headers))
  }

  static func request(_ path: String, _ body: String = "{}", headers: String = "") -> String {
    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(headers)"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  func get(_ path: String, headers: String = "") { write("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n") }

  /// What comes within the time; nil where nothing does, and empty at the end.
  func piece(within limit: Duration = .seconds(30)) -> [UInt8]? {
    var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, Int32(limit / .milliseconds(1))) > 0 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: 1 << 16) { room, count in
      count = max(0, recv(socket, room.baseAddress, room.count, 0))
    }
  }

  /// All until the other side closes; nil where it does not within the time.
  func all(within limit: Duration = .seconds(30)) -> String? {
    let end = ContinuousClock.now + limit
    var bytes = rest
    rest = []
    while let piece = piece(within: max(.zero, ContinuousClock.now.duration(to: end))) {
      if piece.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece
    }
    rest = bytes
    return nil
  }

  /// One answer, with its length or in pieces; nil where none is whole within the time.
  func answer(within limit: Duration = .seconds(30)) -> RawAnswer? {
    let end = ContinuousClock.now + limit
    while true {
      if let (answer, length) = RawAnswer.read(rest) {
        rest.removeFirst(length)
        let faults = answer.faults
        if !faults.isEmpty { Issue.record("\(faults)") }
        return answer
      }
      guard let piece = piece(within: max(.zero, ContinuousClock.now.duration(to: end))), !piece.isEmpty else {
        return nil
      }
      rest += piece
    }
  }

  /// What has come so far and was not read as an answer.
  func soFar() -> String {
    while let piece = piece(within: .zero), !piece.isEmpty { rest += piece }
    return String(decoding: rest, as: UTF8.self)
  }

  /// Whether the other side closes within the time, whatever it says before.
  func isClosed(within limit: Duration = .seconds(30)) -> Bool { all(within: limit) != nil }

  /// Whether the other side closes within the time, though nothing of what it says is read.
  func isCutOff(within limit: Duration = .seconds(30)) -> Bool {
    // A hangup is told unasked.
    var gone = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&gone, 1, Int32(limit / .milliseconds(1))) > 0
  }
}

/// An answer of HTTP, taken apart.
struct RawAnswer: Equatable {
  let status: Int
  let headers: [String: String]
  let body: String

  /// What is wrong with its body, where that is a failure or a stream of events.
  fileprivate var faults: [String] {
    if body.hasPrefix("{\"error\":") { return Published.faults("failure-1", body, in: "the body of an answer") }
    guard headers["content-type"] == "text/event-stream" else { return [] }
    return body.components(by: "\n\n").flatMap { event in
      let lines = event.components(by: "\n")
      func field(_ name: String) -> String? {
        lines.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
      }
      return field("event: ").map { Published.faults(ofEvent: $0, data: field("data: ") ?? "") } ?? []
    }
  }

  /// The first one in the bytes and how long it is; nil where it is not whole.
  static func read(_ bytes: [UInt8]) -> (RawAnswer, Int)? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let gap = text.utf8.firstRange(of: "\r\n\r\n".utf8) else { return nil }
    let lines = String(text[..<gap.lowerBound]).components(by: "\r\n")
    let status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    let head = text.utf8.distance(from: text.utf8.startIndex, to: gap.upperBound)
    let rest = bytes[head...]
    if headers["transfer-encoding"] == "chunked" {
      guard let (body, length) = chunks(Array(rest)) else { return nil }
      return (RawAnswer(status: status, headers: headers, body: body), head + length)
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    guard rest.count >= length else { return nil }
    let body = String(decoding: rest.prefix(length), as: UTF8.self)
    return (RawAnswer(status: status, headers: headers, body: body), head + length)
  }

  private static func chunks(_ bytes: [UInt8]) -> (String, Int)? {
    var body: [UInt8] = []
    var place = 0
    while let end = bytes[place...].firstIndex(of: 10) {
      let digits = String(decoding: bytes[place..<end], as: UTF8.self).filter(\.isHexDigit)
      guard let length = Int(digits, radix: 16), bytes.count >= end + 1 + length + 2 else { return nil }
      body += bytes[(end + 1)..<(end + 1 + length)]
      place = end + 1 + length + 2
      if length == 0 { return (String(decoding: body, as: UTF8.self), place) }
    }
    return nil
  }
}

extension String {
  fileprivate func components(by separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.utf8.firstRange(of: separator.utf8) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
