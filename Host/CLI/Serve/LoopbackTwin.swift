import Glibc

/// The other one of the two addresses `127.0.0.1` and `[::1]`, with the same port.
///
/// A browser that is given a name below `localhost` tries both of them. Whoever listens at the other one would be told what is
/// meant for the first.
enum LoopbackTwin {
  /// Keeps it for as long as the process lives, without listening there; whether nobody else can have it.
  ///
  /// - Parameter place: where the process listens, as `127.0.0.1:8081`.
  static func hold(of place: String) -> Bool {
    guard let port = UInt16(place.port) else { return false }
    switch place.dropLast(place.port.utf8.count + 1) {
    case "127.0.0.1": return holdNewer(port.bigEndian)
    case "[::1]": return holdOlder(port.bigEndian)
    // A name leads to none but the two.
    default: return false
    }
  }

  private static func holdNewer(_ port: in_port_t) -> Bool {
    var address = sockaddr_in6()
    (address.sin6_family, address.sin6_port, address.sin6_addr) = (sa_family_t(AF_INET6), port, in6addr_loopback)
    return hold(AF_INET6, &address)
  }

  private static func holdOlder(_ port: in_port_t) -> Bool {
    var address = sockaddr_in()
    (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return hold(AF_INET, &address)
  }

  private static func hold<Address>(_ family: Int32, _ address: inout Address) -> Bool {
    let socket = Glibc.socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if socket < 0 { return errno == EAFNOSUPPORT }
    let size = socklen_t(MemoryLayout<Address>.size)
    let result = withUnsafeBytes(of: &address) { bytes in
      bytes.baseAddress.map { bind(socket, $0.assumingMemoryBound(to: sockaddr.self), size) } ?? -1
    }
    if result == 0 { return true }
    let fault = errno
    close(socket)
    // Where the machine has no such address, nobody is there.
    return fault == EADDRNOTAVAIL
  }
}

extension String {
  /// Of an address, what stands behind the last colon.
  var port: String { utf8.lastIndex(of: UInt8(ascii: ":")).map { String(self[utf8.index(after: $0)...]) } ?? "" }
}
