/// Writes what a broker is told.
enum BrokerWriter {
  /// A message; what the broker takes at most is for the caller to know.
  static func publish(
    _ payload: [UInt8], to subject: Subject, reply: Subject? = nil, headers: MessageHeaders = MessageHeaders(),
    into bytes: inout [UInt8]
  ) {
    let head = headers.fields.isEmpty ? [] : headers.bytes
    bytes += (head.isEmpty ? "PUB " : "HPUB ").utf8
    bytes += subject.text.utf8
    if let reply {
      bytes.append(UInt8(ascii: " "))
      bytes += reply.text.utf8
    }
    if !head.isEmpty { bytes += " \(head.count)".utf8 }
    bytes += " \(head.count + payload.count)\r\n".utf8
    bytes += head
    bytes += payload
    bytes += "\r\n".utf8
  }

  /// - Parameter queue: the group of which one member gets each message; nil where all get it.
  static func subscribe(_ pattern: SubjectPattern, queue: Subject?, number: Int, into bytes: inout [UInt8]) {
    bytes += "SUB \(pattern) \(queue.map { "\($0) " } ?? "")\(number)\r\n".utf8
  }

  static func unsubscribe(_ number: Int, into bytes: inout [UInt8]) { bytes += "UNSUB \(number)\r\n".utf8 }

  /// - Parameter options: a JSON object in one line.
  static func connect(_ options: [UInt8], into bytes: inout [UInt8]) {
    bytes += "CONNECT ".utf8
    bytes += options
    bytes += "\r\n".utf8
  }

  static func ping(into bytes: inout [UInt8]) { bytes += "PING\r\n".utf8 }
  static func pong(into bytes: inout [UInt8]) { bytes += "PONG\r\n".utf8 }
}
