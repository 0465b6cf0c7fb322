/// Where a broker is, and what it is to know of who comes: `nats://user:password@127.0.0.1:4222`.
public struct BrokerAddress: Sendable, Hashable, CustomStringConvertible {
  /// A name, or digits of an address.
  public let host: String
  public let port: UInt16
  private(set) var credentials: Credentials

  /// What a broker lets somebody in by.
  enum Credentials: Sendable, Hashable {
    case none
    case token(String)
    case user(String, password: String)
  }

  static let usualPort: UInt16 = 4222
  private static let rule = "write nats://HOST:PORT"

  /// Why a text is no address of a broker.
  public struct Fault: Error, Sendable, Equatable {
    /// One word for programs.
    public let reason: String
    /// One sentence for people.
    public let message: String
    /// What to do.
    public let help: String
  }

  /// Reads a URL. What stands before the host is percent-encoded; a name without a password is a token.
  public init(_ url: String) throws(Fault) {
    let scheme = url.utf8.prefix { $0 != UInt8(ascii: ":") }
    if ["tls", "wss", "ws"].contains(String(Substring(scheme)).lowercased()) {
      throw Fault(
        reason: "invalid_broker", message: "the broker \(BrokerAddress.shown(url)) is not spoken to in the clear",
        help: "let a nats-server on this machine be a leaf node, which speaks TLS to the others, and name that one")
    }
    guard let rest = BrokerAddress.rest(of: url, behind: "nats://") else { throw BrokerAddress.fault(url) }
    var place = rest
    var credentials = Credentials.none
    if let sign = rest.lastIndex(of: UInt8(ascii: "@")) {
      guard let known = BrokerAddress.credentials(rest[..<sign]) else { throw BrokerAddress.fault(url) }
      credentials = known
      place = rest[(sign + 1)...]
    }
    if place.last == UInt8(ascii: "/") { place.removeLast() }
    guard let (host, port) = BrokerAddress.place(place) else { throw BrokerAddress.fault(url) }
    (self.host, self.port, self.credentials) = (host, port, credentials)
  }

  /// Whether it says what the broker lets somebody in by.
  public var hasLogin: Bool { credentials != .none }

  /// Has the broker let somebody in by a user and a password, `USER:PASSWORD`, or by a token, as a file has them: nothing in it
  /// is encoded, and the end of its line is not counted.
  public mutating func login(by text: String) throws(Fault) {
    var line = Array(text.utf8)[...]
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    let colon = line.firstIndex(of: UInt8(ascii: ":"))
    guard (1...1024).contains(line.count), colon != line.startIndex, line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else {
      throw Fault(
        reason: "invalid_login", message: "it has not just one line, of up to 1024 bytes",
        help: "write USER:PASSWORD, or a token, into it and nothing else")
    }
    if let colon {
      credentials = .user(
        String(decoding: line[..<colon], as: UTF8.self), password: String(decoding: line[(colon + 1)...], as: UTF8.self)
      )
    } else {
      credentials = .token(String(decoding: line, as: UTF8.self))
    }
  }

  /// What a broker says of another one of its cluster, "HOST:PORT"; nil where that is none. Who comes is known there as well.
  init?(told text: String, by other: BrokerAddress) {
    guard let (host, port) = BrokerAddress.place(Array(text.utf8)[...]) else { return nil }
    (self.host, self.port, credentials) = (host, port, other.credentials)
  }

  /// Without what lets somebody in.
  public var description: String { "nats://\(host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host):\(port)" }

  /// Whether it leads to the same place.
  func isSamePlace(as other: BrokerAddress) -> Bool { host == other.host && port == other.port }

  // MARK: reading

  private static func fault(_ url: String) -> Fault {
    Fault(reason: "invalid_broker", message: "\(shown(url)) is no address of a broker", help: rule)
  }

  // What may be a password is not shown.
  private static func shown(_ url: String) -> String {
    var text = url
    if let sign = text.utf8.lastIndex(of: UInt8(ascii: "@")) { text = "…\(text[sign...])" }
    let plain = text.unicodeScalars.prefix(80).map { scalar in
      scalar == "…" || scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7F ? String(scalar) : "?"
    }
    return "'\(plain.joined())'"
  }

  private static func rest(of url: String, behind start: String) -> ArraySlice<UInt8>? {
    let bytes = Array(url.utf8)
    guard bytes.count <= 1024, bytes.count > start.utf8.count,
      zip(bytes, start.utf8).allSatisfy({ ($0 | 0x20) == ($1 | 0x20) })
    else { return nil }
    return bytes[start.utf8.count...]
  }

  private static func credentials(_ text: ArraySlice<UInt8>) -> Credentials? {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
      guard let token = decoded(text), !token.isEmpty else { return nil }
      return .token(token)
    }
    guard let user = decoded(text[..<colon]), let password = decoded(text[(colon + 1)...]), !user.isEmpty else {
      return nil
    }
    return .user(user, password: password)
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var place = text.startIndex
    while place < text.endIndex {
      if text[place] == UInt8(ascii: "%") {
        guard place + 2 < text.endIndex, let high = hex(text[place + 1]), let low = hex(text[place + 2]) else {
          return nil
        }
        bytes.append(high << 4 | low)
        place += 3
      } else {
        bytes.append(text[place])
        place += 1
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  // "HOST", "HOST:PORT", "[ADDRESS]" or "[ADDRESS]:PORT".
  private static func place(_ text: ArraySlice<UInt8>) -> (host: String, port: UInt16)? {
    var (host, rest) = (text, text[text.endIndex...])
    if text.first == UInt8(ascii: "[") {
      guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      (host, rest) = (text[(text.startIndex + 1)..<end], text[(end + 1)...])
      guard host.contains(UInt8(ascii: ":")), host.allSatisfy({ hex($0) != nil || $0 == 0x3A || $0 == 0x2E }) else {
        return nil
      }
    } else {
      if let colon = text.firstIndex(of: UInt8(ascii: ":")) { (host, rest) = (text[..<colon], text[colon...]) }
      guard host.allSatisfy({ $0.isDigit || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F || ($0 | 0x20) &- 0x61 < 26 })
      else { return nil }
    }
    guard (1...255).contains(host.count) else { return nil }
    let name = String(decoding: host, as: UTF8.self)
    if rest.isEmpty { return (name, usualPort) }
    let digits = rest.dropFirst()
    guard rest.first == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(\.isDigit),
      let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
    else { return nil }
    return (name, port)
  }
}
