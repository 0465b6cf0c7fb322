import Testing

@testable import ComponentCluster

@Suite struct MessageHeadersTests {
  private func read(_ text: String) throws(MessageHeaders.Fault) -> MessageHeaders {
    try MessageHeaders(Array(text.utf8))
  }

  @Test func `fields are read, whatever stands around their values, and may come again`() throws {
    let headers = try read("NATS/1.0\r\nKey:one\r\nOther: \t two words \t\r\nkey: é\r\nEmpty:\r\nColon: a:b\r\n\r\n")
    #expect(headers.status == nil)
    #expect(headers.values("KEY") == ["one", "é"])
    #expect(headers.values("Other") == ["two words"] && headers.values("Empty") == [""])
    #expect(headers.values("colon") == ["a:b"] && headers.values("Ke") == [] && headers.values("Keyy") == [])
    #expect(try MessageHeaders([]) == MessageHeaders())
  }

  @Test func `a status is read, with or without words`() throws {
    #expect(try read("NATS/1.0 503\r\n\r\n").status == 503)
    #expect(try read("NATS/1.0 408 Request Timeout\r\nA: b\r\n\r\n").status == 408)
  }

  @Test(arguments: [
    ("NATS/1.1\r\n\r\n", MessageHeaders.Fault.version), ("HTTP/1.1 200 OK\r\n\r\n", .version),
    ("nats/1.0\r\n\r\n", .version),
    ("NATS/1.0x\r\n\r\n", .version), ("\r\n\r\n", .version), ("NATS/1.0 \r\n\r\n", .status),
    ("NATS/1.0 50\r\n\r\n", .status), ("NATS/1.0 5033\r\n\r\n", .status), ("NATS/1.0 abc\r\n\r\n", .status),
    ("NATS/1.0", .line), ("NATS/1.0\n\n", .line), ("NATS/1.0\r\nKey: one\n\r\n", .line),
    ("NATS/1.0\r\nKey: one", .line),
    ("NATS/1.0\r\n: one\r\n\r\n", .name), ("NATS/1.0\r\nKey\r\n\r\n", .name), ("NATS/1.0\r\nKey : one\r\n\r\n", .name),
    ("NATS/1.0\r\n folded: one\r\n\r\n", .name), ("NATS/1.0\r\nKé: one\r\n\r\n", .name),
    ("NATS/1.0\r\nKey: a\0b\r\n\r\n", .value), ("NATS/1.0\r\nKey: a\rb\r\n\r\n", .value),
    ("NATS/1.0\r\n", .end), ("NATS/1.0\r\nKey: one\r\n", .end), ("NATS/1.0\r\n\r\nKey: one\r\n\r\n", .surplus),
    ("NATS/1.0\r\n\(String(repeating: "a: b\r\n", count: 65))\r\n", .count),
  ])
  func `headers that are none are refused for what is wrong`(text: String, fault: MessageHeaders.Fault) {
    #expect(throws: fault) { try read(text) }
  }

  @Test func `a value of broken letters is refused`() {
    #expect(throws: MessageHeaders.Fault.value) {
      try MessageHeaders(Array("NATS/1.0\r\nKey: ".utf8) + [0xFF] + Array("\r\n\r\n".utf8))
    }
  }

  @Test func `what is written is read as it was, and begins no line of its own`() throws {
    var headers = MessageHeaders()
    headers.add("Key", "one")
    headers.add("Words", "a\r\nKey: two\0é\t")
    headers.add("Long", String(repeating: "é", count: 1000))
    let again = try MessageHeaders(headers.bytes)
    #expect(again == headers && again.fields.count == 3)
    #expect(again.values("Key") == ["one"] && again.values("Words") == [#"a\u{d}\u{a}Key: two\u{0}\u{e9}\u{9}"#])
    let long = try #require(again.values("Long").first)
    #expect(long.utf8.count <= MessageHeaders.valueLimit && long.hasSuffix("..."))
  }
}
