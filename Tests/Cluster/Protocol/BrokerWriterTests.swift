import Testing

@testable import ComponentCluster

@Suite struct BrokerWriterTests {
  private func written(_ write: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    write(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `what a broker is told is written as the protocol has it`() throws {
    let subject = try #require(Subject("a.b"))
    let reply = try #require(Subject("in.1"))
    #expect(written { BrokerWriter.publish(Array("abc".utf8), to: subject, into: &$0) } == "PUB a.b 3\r\nabc\r\n")
    #expect(written { BrokerWriter.publish([], to: subject, reply: reply, into: &$0) } == "PUB a.b in.1 0\r\n\r\n")
    var headers = MessageHeaders()
    headers.add("Header", "X")
    #expect(
      written { BrokerWriter.publish(Array("PAYLOAD".utf8), to: subject, reply: reply, headers: headers, into: &$0) }
        == "HPUB a.b in.1 23 30\r\nNATS/1.0\r\nHeader: X\r\n\r\nPAYLOAD\r\n")
    let pattern = try #require(SubjectPattern("a.>"))
    #expect(written { BrokerWriter.subscribe(pattern, queue: nil, number: 7, into: &$0) } == "SUB a.> 7\r\n")
    #expect(written { BrokerWriter.subscribe(pattern, queue: subject, number: 7, into: &$0) } == "SUB a.> a.b 7\r\n")
    #expect(written { BrokerWriter.unsubscribe(7, into: &$0) } == "UNSUB 7\r\n")
    #expect(written { BrokerWriter.connect(Array("{}".utf8), into: &$0) } == "CONNECT {}\r\n")
    #expect(written { BrokerWriter.ping(into: &$0) } + written { BrokerWriter.pong(into: &$0) } == "PING\r\nPONG\r\n")
  }
}
