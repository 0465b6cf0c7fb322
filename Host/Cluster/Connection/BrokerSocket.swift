@_spi(Doors) import ComponentDoors
import Glibc

/// The way to a broker, before anything is said.
enum BrokerSocket {
  /// Where a name leads to, as addresses of the system.
  struct Place: Sendable {
    fileprivate let family: Int32
    fileprivate let address: [UInt8]
  }

  /// Where a broker is, if its address has no name in it: then nobody has to be asked.
  static func places(ofDigits address: BrokerAddress) -> [Place] { look(address, AI_NUMERICHOST).places }

  /// Finds out where a broker is. A name is asked for on this thread, for as long as that takes.
  static func places(of address: BrokerAddress) throws(BrokerFault) -> [Place] {
    let (places, code) = look(address, 0)
    if !places.isEmpty { return places }
    let words = code == 0 ? "it has no address" : gai_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    throw BrokerFault("no_broker", "the broker \(address) can't be found: \(words)")
  }

  private static func look(_ address: BrokerAddress, _ flags: Int32) -> (places: [Place], code: Int32) {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV | flags
    var first: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(address.host, "\(address.port)", &hints, &first)
    defer { if let first { freeaddrinfo(first) } }
    var places: [Place] = []
    var next = code == 0 ? first : nil
    while let entry = next {
      let bytes = UnsafeRawBufferPointer(start: entry.pointee.ai_addr, count: Int(entry.pointee.ai_addrlen))
      places.append(Place(family: entry.pointee.ai_family, address: Array(bytes)))
      next = entry.pointee.ai_next
    }
    return (places, code)
  }

  /// Begins to connect to a place: a socket that never waits, and which can be written to once it is connected.
  static func begin(_ place: Place, _ address: BrokerAddress) throws(BrokerFault) -> Int32 {
    let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = Glibc.socket(place.family, flags, 0)
    guard socket >= 0 else { throw unreachable(address, errno) }
    // What is written is a whole message, which shall not wait for more.
    var yes: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    let result = place.address.withUnsafeBytes { bytes in
      bytes.baseAddress.map { base in
        connect(socket, base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      }
    }
    if result == 0 || errno == EINPROGRESS { return socket }
    let number = errno
    close(socket)
    throw unreachable(address, number)
  }

  /// Whether it is connected, now that it can be written to.
  static func check(_ socket: Int32, _ address: BrokerAddress) throws(BrokerFault) {
    var number: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(socket, SOL_SOCKET, SO_ERROR, &number, &size)
    if number != 0 { throw unreachable(address, number) }
  }

  private static func unreachable(_ address: BrokerAddress, _ number: Int32) -> BrokerFault {
    BrokerFault("no_broker", "the broker \(address) can't be reached: \(systemReason(number))")
  }
}
