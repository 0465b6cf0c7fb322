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
