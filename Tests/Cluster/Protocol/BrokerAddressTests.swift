import Testing

@testable import ComponentCluster

@Suite struct BrokerAddressTests {
  @Test(arguments: [
    ("nats://127.0.0.1:4222", "nats://127.0.0.1:4222", BrokerAddress.Credentials.none),
    ("NATS://Broker.example.org", "nats://Broker.example.org:4222", .none),
    ("nats://[::1]:99/", "nats://[::1]:99", .none), ("nats://[fe80::1]", "nats://[fe80::1]:4222", .none),
    ("nats://ann:pass@host:1", "nats://host:1", .user("ann", password: "pass")),
    ("nats://ann:@host", "nats://host:4222", .user("ann", password: "")),
    ("nats://a%40b:p%3A%2f%25@host", "nats://host:4222", .user("a@b", password: "p:/%")),
    ("nats://a:b:c@d@host", "nats://host:4222", .user("a", password: "b:c@d")),
    ("nats://secret@host", "nats://host:4222", .token("secret")),
  ])
  func `an address says where, and who comes, which is never shown`(
    url: String, shown: String, credentials: BrokerAddress.Credentials
  ) throws {
    let address = try BrokerAddress(url)
    #expect("\(address)" == shown && address.credentials == credentials)
  }

  @Test(arguments: [
    "", "nats", "nats:", "nats://", "nats://:4222", "127.0.0.1:4222", "http://host", "nats:/host", "nats://host:0",
    "nats://host:65536", "nats://host:", "nats://host:+1", "nats://host:4222/path", "nats://host?x", "nats://ho st",
    "nats://[::1", "nats://[host]", "nats://[::1]x", "nats://[::1]:", "nats://é", "nats://a%4@host", "nats://a%zz@host",
    "nats://@host", "nats://:pass@host", "nats://%ff@host", "nats://a:b:c", "nats://host:1:2", "nats://host\r\nPING",
    "nats://\(String(repeating: "a", count: 256))", "nats://\(String(repeating: "a", count: 1024))@host",
  ])
  func `anything else is no address, and what may be a password is not repeated`(url: String) {
    let fault = #expect(throws: BrokerAddress.Fault.self) { try BrokerAddress(url) }
    #expect(fault?.reason == "invalid_broker")
    #expect(fault?.message.contains("pass") == false && fault?.message.contains("\r") == false)
  }

  @Test(arguments: [
    ("ann:p%40:ss\n", BrokerAddress.Credentials.user("ann", password: "p%40:ss")), ("secret", .token("secret")),
    ("ann:\r\n", .user("ann", password: "")),
  ])
  func `a login is a line as it is`(text: String, credentials: BrokerAddress.Credentials) throws {
    var address = try BrokerAddress("nats://host")
    #expect(!address.hasLogin)
    try address.login(by: text)
    #expect(address.hasLogin && address.credentials == credentials)
  }

  @Test(arguments: ["", "\n", ":pass", "a\nb", "a\n\n", "a\0", String(repeating: "a", count: 1025)])
  func `what is no line is no login`(text: String) throws {
    var address = try BrokerAddress("nats://host")
    #expect(throws: BrokerAddress.Fault.self) { try address.login(by: text) }
    #expect(!address.hasLogin)
  }

  @Test func `a broker that wants TLS is for a leaf node`() {
    let fault = #expect(throws: BrokerAddress.Fault.self) { try BrokerAddress("tls://ann:pass@host:4222") }
    #expect(fault?.message == "the broker '…@host:4222' is not spoken to in the clear")
    #expect(fault?.help.contains("leaf node") == true)
  }

  @Test func `what a broker tells of others is taken with the same rights, if it is an address`() throws {
    let first = try BrokerAddress("nats://ann:pass@host:1")
    let other = try #require(BrokerAddress(told: "10.0.0.2:4333", by: first))
    #expect("\(other)" == "nats://10.0.0.2:4333" && other.credentials == first.credentials)
    #expect(BrokerAddress(told: "[::1]:4333", by: first)?.host == "::1")
    for text in ["", "a b:1", "nats://host:1", "host:x", "x@host:1", "host:1/"] {
      #expect(BrokerAddress(told: text, by: first) == nil, "\(text)")
    }
    #expect(other.isSamePlace(as: try BrokerAddress("nats://10.0.0.2:4333")) && !other.isSamePlace(as: first))
  }
}
