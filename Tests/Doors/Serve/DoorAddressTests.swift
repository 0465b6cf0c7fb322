import Testing

@testable import ComponentDoors

@Suite struct DoorAddressTests {
  @Test(arguments: [
    ("/run/host.sock", DoorAddress.path("/run/host.sock"), true),
    ("./host.sock", .path("./host.sock"), true),
    ("127.0.0.1:8080", .internet("127.0.0.1", port: 8080), true),
    ("127.9.9.9:0", .internet("127.9.9.9", port: 0), true),
    ("[::1]:65535", .internet("::1", port: 65535), true),
    ("0.0.0.0:80", .internet("0.0.0.0", port: 80), false),
    ("[::]:80", .internet("::", port: 80), false),
    ("[::ffff:127.0.0.1]:80", .internet("::ffff:127.0.0.1", port: 80), false),
    ("192.168.1.2:80", .internet("192.168.1.2", port: 80), false),
  ])
  func `an address is read, written the same, and known to be this machine's or not`(
    _ text: String, _ address: DoorAddress, _ isLocal: Bool
  ) throws {
    let read = try DoorAddress(text)
    #expect(read == address && read.isLocal == isLocal && "\(read)" == text)
  }

  @Test(arguments: [
    "", ":", "8080", ":8080", "localhost:8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
    "127.0.0.1:+1", "127.0.0.1: 1", "127.1:80", "::1:80", "[127.0.0.1]:80", "[::1]", "[::1]80", "[::1:80",
    "[::1%lo]:80",
    "127.0.0.1\u{0}:80", "/run/a\u{0}b", "/" + String(repeating: "a", count: 200),
  ])
  func `what is no address is refused`(_ text: String) {
    #expect(throws: DoorFault.self) { try DoorAddress(text) }
  }
}
