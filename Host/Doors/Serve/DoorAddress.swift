import ComponentKit
import HostNative

/// Where a door listens: the path of a Unix socket, or an address of the internet and a port.
public enum DoorAddress: Sendable, Hashable {
  case path(String)
  /// Digits, `127.0.0.1` or `::1`; at port 0 it listens at any that is free.
  case internet(String, port: UInt16)

  /// Reads an address as it is typed: what has a slash is a path, all else `127.0.0.1:8080` or `[::1]:8080`.
  public init(_ text: String) throws(DoorFault) {
    let bytes = Array(text.utf8)
    if bytes.contains(0) { throw DoorAddress.fault(text) }
    if bytes.contains(UInt8(ascii: "/")) {
      guard bytes.count <= host_unix_path_limit() else {
        throw DoorFault(
          "invalid_address",
          "the path of a socket has \(host_unix_path_limit()) bytes at most, and \(quoted(text)) has \(bytes.count)",
          help: "choose a shorter one")
      }
      self = .path(text)
      return
    }
    guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")) else { throw DoorAddress.fault(text) }
    let digits = bytes[(colon + 1)...]
    var address = bytes[..<colon]
    let isSix = address.first == UInt8(ascii: "[") && address.last == UInt8(ascii: "]")
    if isSix { address = address.dropFirst().dropLast() }
    let words = String(decoding: address, as: UTF8.self)
    guard isSix == address.contains(UInt8(ascii: ":")), host_is_loopback(words) >= 0,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = UInt16(String(decoding: digits, as: UTF8.self))
    else { throw DoorAddress.fault(text) }
    self = .internet(words, port: port)
  }

  private static func fault(_ text: String) -> DoorFault {
    DoorFault(
      "invalid_address", "\(quoted(text)) is no address to listen at",
      help: "write a path with a slash, as /run/user/1000/host.sock, or 127.0.0.1:8080 or [::1]:8080"
    )
  }

  /// Whether only this machine reaches it.
  public var isLocal: Bool {
    switch self {
    case .path: true
    case .internet(let address, _): host_is_loopback(address) == 1
    }
  }
}

extension DoorAddress: CustomStringConvertible {
  public var description: String {
    switch self {
    case .path(let path): path
    case .internet(let address, let port):
      address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
  }
}
