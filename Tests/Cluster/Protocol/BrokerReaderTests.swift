import Testing

@testable import ComponentCluster

@Suite struct BrokerReaderTests {
  private static let limits = BrokerReader.Limits(line: 60, info: 100, headers: 40, payload: 50, message: 1000)

  /// What is read, and the fault that ends it.
  private func read(
    _ bytes: [UInt8], by length: (Int) -> Int = { _ in 1_000_000 }
  ) -> (lines: [BrokerLine], fault: BrokerFault?) {
    var reader = BrokerReader(BrokerReaderTests.limits)
    var lines: [BrokerLine] = []
    var place = 0
    do throws(BrokerFault) {
      while place < bytes.count {
        let end = min(place + max(1, length(place)), bytes.count)
        bytes[place..<end].withUnsafeBytes { reader.take($0) }
        while let line = try reader.next() { lines.append(line) }
        place = end
      }
    } catch {
      return (lines, error)
    }
    return (lines, nil)
  }

  private func delivery(
    _ subject: String, _ number: Int, reply: String? = nil, headers: String = "", _ payload: String
  ) -> BrokerLine {
    .message(
      Delivery(
        subject: subject, subscription: number, reply: reply.flatMap(Subject.init), headers: Array(headers.utf8),
        payload: Array(payload.utf8)))
  }

  @Test func `all that a broker says is read, in pieces of whatever length`() {
    let text = """
      INFO {"server_id":"A"}\r\nPING\r\nPONG \r\n+OK\r\n-ERR 'Unknown Protocol Operation'\r\n-err\r\n\
      MSG a.b 9 3\r\nabc\r\nMSG  a.b\t9 \tin.1 0\r\n\r\nmsg a 12 5\r\n\r\nx\r\n\r\n\
      HMSG a.b 9 in.1 22 25\r\nNATS/1.0\r\nKey: one\r\n\r\nabc\r\nHMSG a 1 12 12\r\nNATS/1.0\r\n\r\n\r\npong\r\n
      """
    let expected: [BrokerLine] = [
      .info(Array(#"{"server_id":"A"}"#.utf8)), .ping, .pong, .ok, .error("Unknown Protocol Operation"), .error(""),
      delivery("a.b", 9, "abc"), delivery("a.b", 9, reply: "in.1", ""), delivery("a", 12, "\r\nx\r\n"),
      delivery("a.b", 9, reply: "in.1", headers: "NATS/1.0\r\nKey: one\r\n\r\n", "abc"),
      delivery("a", 1, headers: "NATS/1.0\r\n\r\n", ""), .pong,
    ]
    for length in [1, 2, 3, 5, 7, 11, 64, 10_000] {
      let (lines, fault) = read(Array(text.utf8)) { _ in length }
      #expect(lines == expected && fault == nil, "\(length) \(fault?.message ?? "")")
    }
  }

  @Test(arguments: [
    ("PANG\r\n", BrokerFault.unknownOperation), ("\r\n", .unknownOperation), (" PING\r\n", .unknownOperation),
    ("PINGPONG\r\n", .unknownOperation), ("\0\0\0\r\n", .unknownOperation), ("PUB a 1\r\nx\r\n", .unknownOperation),
    ("PING x\r\n", .wrongArguments), ("+OK +OK\r\n", .wrongArguments),
    ("PING\n", .brokenLine), ("\n", .brokenLine), ("PING\r\r\n", .unknownOperation), ("PING \r\r\n", .wrongArguments),
    ("MSG a 1\r\n", .wrongArguments), ("MSG\r\n", .wrongArguments), ("MSG a 1 b 2 3\r\n", .wrongArguments),
    ("HMSG a 1 12\r\n", .wrongArguments), ("HMSG a 1 b c 12 12\r\n", .wrongArguments),
    ("MSG a x 3\r\n", .wrongNumber), ("MSG a 1 -3\r\n", .wrongNumber), ("MSG a 1 +3\r\n", .wrongNumber),
    ("MSG a 1 3.0\r\n", .wrongNumber), ("MSG a 1 0x3\r\n", .wrongNumber), ("MSG a -1 3\r\n", .wrongNumber),
    ("MSG a 1 9999999999999999\r\n", .wrongNumber), ("MSG a 99999999999999999999 1\r\n", .wrongNumber),
    ("HMSG a 1 x 12\r\n", .wrongNumber), ("HMSG a 1 13 12\r\n", .wrongSizes), ("HMSG a 1 1 0\r\n", .wrongSizes),
    ("MSG a 1 1001\r\n", .hugeMessage), ("MSG a 1 999999999999999\r\n", .hugeMessage),
    ("HMSG a 1 1 1001\r\n", .hugeMessage),
    ("MSG a 1 3\r\nabcd\r\n", .noEnd), ("MSG a 1 3\r\nabc\n\n", .noEnd), ("MSG a 1 3\r\nab\r\n\r\n", .noEnd),
    ("MSG a 1 0\r\nPING\r\n", .noEnd),
    ("MSG \(String(repeating: "a", count: 60)) 1 3\r\n", .longLine), (String(repeating: "a", count: 62), .longLine),
    ("INFO \(String(repeating: " ", count: 96))\r\n", .longLine),
    ("INFO \(String(repeating: "{", count: 97))", .longLine),
    ("-ERR '\(String(repeating: "a", count: 60))'\r\n", .longLine),
  ])
  func `what is none of the protocol is the fault that it is`(text: String, fault: BrokerFault) {
    for length in [1, 3, 10_000] {
      let (lines, found) = read(Array("PONG\r\n\(text)".utf8)) { _ in length }
      #expect(lines == [.pong] && found == fault, "\(length) \(found?.message ?? "nothing")")
    }
  }

  @Test func `lines at their limits are read`() {
    let subject = String(repeating: "a", count: 60 - "MSG  1 3".utf8.count)
    #expect(read(Array("MSG \(subject) 1 3\r\nabc\r\n".utf8)).lines == [delivery(subject, 1, "abc")])
    let info = String(repeating: "{", count: 95)
    for length in [1, 10_000] {
      #expect(read(Array("INFO \(info)\r\n".utf8), by: { _ in length }).lines == [.info(Array(info.utf8))])
    }
  }

  @Test func `a message that is longer than is taken comes without its content, and what follows is read`() {
    let cut = { (reply: String?) in
      BrokerLine.message(
        Delivery(subject: "a", subscription: 1, reply: reply.flatMap(Subject.init), isCut: true))
    }
    let long = String(repeating: "P", count: 51)
    let headers = String(repeating: "H", count: 41)
    for length in [1, 7, 10_000] {
      #expect(
        read(
          Array(
            "MSG a 1 in 51\r\n\(long)\r\nHMSG a 1 41 44\r\n\(headers)abc\r\nHMSG a 1 9 60\r\nNATS/1.0\n\(long)\r\nPING\r\n"
              .utf8)
        ) {
          _ in length
        }.lines == [cut("in"), cut(nil), cut(nil), .ping])
      #expect(read(Array("MSG a 1 51\r\n\(long)x\r\n".utf8)) { _ in length }.fault == .noEnd)
    }
  }

  @Test func `none of a message that is too long is kept`() {
    var reader = BrokerReader(BrokerReaderTests.limits)
    Array("MSG a 1 1000\r\n".utf8).withUnsafeBytes { reader.take($0) }
    for _ in 0..<99 {
      Array(repeating: UInt8(ascii: "x"), count: 10).withUnsafeBytes { reader.take($0) }
      #expect(throws: Never.self) { try reader.next() == nil }
      #expect(reader.kept == 0)
    }
  }

  @Test func `a reply to which nothing can be sent is none`() {
    for reply in [".", "a..b", "*", "a.>", "a\u{7F}", "é"] {
      #expect(read(Array("MSG a 1 \(reply) 1\r\nx\r\n".utf8)).lines == [delivery("a", 1, "x")], "\(reply)")
    }
  }
}
