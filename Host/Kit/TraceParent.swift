import ComponentABI

/// The place of a call in a trace that others began, as `traceparent` says it (W3C Trace Context).
public struct TraceParent: Sendable, Equatable, CustomStringConvertible {
  /// 32 hexadecimal digits in lower case, by which all that belongs to the trace is found.
  public let trace: String
  /// 16 of them: what sent the request.
  public let parent: String
  /// Whether whoever sent it records the trace.
  public let isSampled: Bool

  /// Nil for what is none; a version that is not known is read as the first, as far as that goes.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 55, bytes[2] == TraceParent.dash, bytes[35] == TraceParent.dash,
      bytes[52] == TraceParent.dash, let version = TraceParent.number(bytes.part(0..<2)), version != 0xFF,
      version == 0 ? bytes.count == 55 : bytes.count == 55 || bytes[55] == TraceParent.dash,
      let flags = TraceParent.number(bytes.part(53..<55)),
      let trace = TraceParent.digits(bytes.part(3..<35)), let parent = TraceParent.digits(bytes.part(36..<52))
    else { return nil }
    (self.trace, self.parent, isSampled) = (trace, parent, flags & 1 != 0)
  }

  public init?(_ text: String) {
    var text = text
    guard let read = text.withUTF8({ TraceParent(UnsafeRawBufferPointer($0)) }) else { return nil }
    self = read
  }

  /// "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
  public var description: String { "00-\(trace)-\(parent)-\(isSampled ? "01" : "00")" }

  private static let dash = UInt8(ascii: "-")

  private static func isDigit(_ byte: UInt8) -> Bool { byte.isDigit || byte &- 0x61 < 6 }

  // All zeroes mean nothing.
  private static func digits(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.allSatisfy(isDigit), bytes.contains(where: { $0 != UInt8(ascii: "0") }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func number(_ bytes: UnsafeRawBufferPointer) -> UInt8? {
    guard bytes.allSatisfy(isDigit) else { return nil }
    return bytes.reduce(0) { $0 << 4 | ($1.hexDigit ?? 0) }
  }
}

extension UnsafeMutablePointer<component_call> {
  /// Nil where there is none, and in a host that came before it.
  var trace: TraceParent? {
    guard pointee.host.has(\.trace) else { return nil }
    return TraceParent(pointee.host.pointee.trace(self).utf8)
  }
}
