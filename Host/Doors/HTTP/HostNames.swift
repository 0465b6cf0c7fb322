/// By which names a door is called, against pages in a browser on the same machine: such a page can send requests here, and
/// with a name that its owner lets lead to this machine it could also read the answers.
public struct HostNames: Sendable, Equatable {
  /// In lower case, without ports; an address of IPv6 in brackets.
  public let names: [String]
  // How the origins of its own pages begin, for each name: "https://".
  private let schemes: [String]

  /// Those of this machine for itself.
  public static let local = ["localhost", "127.0.0.1", "[::1]"]

  /// - Parameter names: where one says a scheme, as `http://books.example.org`, pages of its own come by that. Else they
  ///   come by http where the name is this machine's for itself, and by https where others know it: a page that came
  ///   without TLS can be anybody's who is on its way.
  public init(_ names: [String] = HostNames.local) {
    let said = names.map { HostNames.parts($0.lowercased()) }
    self.names = said.map(\.name)
    schemes = said.map(\.scheme)
  }

  private static func parts(_ text: String) -> (scheme: String, name: String) {
    for scheme in ["http://", "https://"] where text.utf8.starts(with: scheme.utf8) {
      return (scheme, String(text.dropFirst(scheme.utf8.count)))
    }
    return (local.contains(text) || text.hasSuffix(".localhost") ? "http://" : "https://", text)
  }

  private func isOwn(_ scheme: String, of name: UnsafeRawBufferPointer) -> Bool {
    zip(names, schemes).contains { name.isSame(anyCase: $0.utf8) && $1 == scheme }
  }

  /// Why a request is not answered that names this host and comes from that page; nil where it is.
  func refusal(of head: RequestHead, in bytes: UnsafeRawBufferPointer) -> RequestRefusal? {
    var authority: Authority?
    if head.host.isThere {
      guard let read = Authority(head.host.bytes(in: bytes)) else {
        return RequestRefusal(.badRequest, "invalid_host", "the header field Host is no host with or without a port")
      }
      authority = read
    }
    if head.form == .absolute {
      guard let read = Authority(head.authority.bytes(in: bytes)) else {
        return RequestRefusal(.badRequest, "invalid_host", "the address in the request line has no valid host")
      }
      if let authority, !authority.isSame(as: read) {
        return RequestRefusal(
          .badRequest, "invalid_host", "the address in the request line and the header field Host name two hosts")
      }
      authority = read
    }
    // A client of HTTP/1.0 need not say.
    if let authority, !names.contains(where: { authority.name.isSame(anyCase: $0.utf8) }) {
      return RequestRefusal(
        .misdirected, "unknown_host", "this host does not answer to the name in the header field Host")
    }
    return refusal(ofOrigin: head, in: bytes, authority)
  }

  private func refusal(
    ofOrigin head: RequestHead, in bytes: UnsafeRawBufferPointer, _ authority: Authority?
  ) -> RequestRefusal? {
    let foreign = RequestRefusal(.forbidden, "foreign_origin", "pages from elsewhere may not call this host")
    if head.origin.isThere {
      let origin = head.origin.bytes(in: bytes)
      guard let authority, let scheme = authority.scheme(ofOrigin: origin), isOwn(scheme, of: authority.name) else {
        return foreign
      }
      return nil
    }
    // Of what a page only links to, as a picture or a script, a browser says no more than this.
    guard head.fetchSite.isThere else { return nil }
    let site = head.fetchSite.bytes(in: bytes)
    return site.isWord("same-origin") || site.isWord("none") ? nil : foreign
  }
}

// A host with or without a port.
private struct Authority {
  let name: UnsafeRawBufferPointer
  let port: UnsafeRawBufferPointer

  init?(_ bytes: UnsafeRawBufferPointer) {
    var end = bytes.count
    if bytes.first == UInt8(ascii: "[") {
      guard let close = bytes.place(of: UInt8(ascii: "]")),
        bytes.part(1..<close).allSatisfy({ $0.hexDigit != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
      else { return nil }
      end = close + 1
      guard end == bytes.count || bytes[end] == UInt8(ascii: ":") else { return nil }
    } else {
      end = bytes.place(of: UInt8(ascii: ":")) ?? bytes.count
      guard bytes.part(0..<end).allSatisfy(Authority.mayStand) else { return nil }
    }
    name = bytes.part(0..<end)
    port = end < bytes.count ? bytes.part(end + 1..<bytes.count) : bytes.part(end..<end)
    guard port.count <= 5, port.allSatisfy({ $0.isDigit }) else { return nil }
  }

  func isSame(as other: Authority) -> Bool { name.isSame(anyCase: other.name) && port.elementsEqual(other.port) }

  /// By which scheme an origin is the same host and port; nil where it is another one.
  func scheme(ofOrigin origin: UnsafeRawBufferPointer) -> String? {
    for (scheme, usual) in [("http://", "80"), ("https://", "443")] as [(StaticString, StaticString)] {
      let count = scheme.utf8CodeUnitCount
      guard origin.count > count, origin.part(0..<count).isWord(anyCase: scheme),
        let other = Authority(origin.part(count..<origin.count)), name.isSame(anyCase: other.name)
      else { continue }
      let isUsual = (port.isEmpty || port.isWord(usual), other.port.isEmpty || other.port.isWord(usual))
      if isUsual == (true, true) || port.elementsEqual(other.port) { return scheme.description }
    }
    return nil
  }

  private static func mayStand(_ byte: UInt8) -> Bool {
    byte.isDigit || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "_")
  }
}
