/// The place of a request in a trace that others began, as `traceparent` says it (W3C Trace Context).
public struct TraceParent: Sendable, Equatable {
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

  private static let dash = UInt8(ascii: "-")

  private static func isDigit(_ byte: UInt8) -> Bool { byte.isDigit || byte &- 0x61 < 6 }

  // All zeroes mean nothing.
  private static func digits(_ bytes: UnsafeRawBufferPointer) -> String? {
    bytes.allSatisfy(isDigit) && bytes.contains { $0 != UInt8(ascii: "0") } ? bytes.text : nil
  }

  private static func number(_ bytes: UnsafeRawBufferPointer) -> UInt8? {
    guard bytes.allSatisfy(isDigit) else { return nil }
    return bytes.reduce(0) { $0 << 4 | ($1.hexDigit ?? 0) }
  }
}

/// What a client calls its request, from `X-Request-Id`.
public enum RequestID {
  /// Nil for what has no place in a log: more than 128 bytes, or other signs than letters, digits and `-_.:+/=@`.
  public static func read(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard (1...128).contains(bytes.count), bytes.allSatisfy(isPlain) else { return nil }
    return bytes.text
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-")...UInt8(ascii: ":"), UInt8(ascii: "@")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "="):
      true
    default: false
    }
  }
}
