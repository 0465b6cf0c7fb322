/// Bytes as text: the base64 of RFC 4648 with the letters `+` and `/`, padded with `=`.
public enum Base64 {
  /// The text of the bytes.
  public static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: encodedCount(of: bytes.count)) { fill($0, with: bytes) }
  }

  /// The text of the bytes.
  public static func encode(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { encode($0) } }

  /// The bytes of a text; nil where it is not exactly what `encode` writes.
  ///
  /// Whitespace, missing padding, bits left over and the letters `-` and `_` are refused.
  public static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { decode(UnsafeRawBufferPointer($0)) }
  }

  /// How many letters that many bytes take.
  static func encodedCount(of count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Writes the letters of the bytes to the start of a big enough buffer, and says how many there are.
  static func fill(_ target: UnsafeMutableBufferPointer<UInt8>, with bytes: UnsafeRawBufferPointer) -> Int {
    var written = 0
    var place = 0
    while place < bytes.count {
      let left = bytes.count - place
      let group =
        UInt32(bytes[place]) << 16 | UInt32(left > 1 ? bytes[place + 1] : 0) << 8
        | UInt32(left > 2 ? bytes[place + 2] : 0)
      target[written] = letter(group >> 18)
      target[written + 1] = letter(group >> 12)
      target[written + 2] = left > 1 ? letter(group >> 6) : padding
      target[written + 3] = left > 2 ? letter(group) : padding
      written += 4
      place += 3
    }
    return written
  }

  private static func decode(_ letters: UnsafeRawBufferPointer) -> [UInt8]? {
    let count = letters.count
    guard count % 4 == 0 else { return nil }
    guard count > 0 else { return [] }
    let padded = letters[count - 1] != padding ? 0 : letters[count - 2] != padding ? 1 : 2
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count / 4 * 3)
    var group: UInt32 = 0
    for place in 0..<(count - padded) {
      guard let sextet = sextet(letters[place]) else { return nil }
      group = group << 6 | sextet
      if place % 4 == 3 {
        bytes.append(UInt8(truncatingIfNeeded: group >> 16))
        bytes.append(UInt8(truncatingIfNeeded: group >> 8))
        bytes.append(UInt8(truncatingIfNeeded: group))
        group = 0
      }
    }
    switch padded {
    case 1:
      guard group & 0x03 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    case 2:
      guard group & 0x0F == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    default: break
    }
    return bytes
  }

  private static var padding: UInt8 { UInt8(ascii: "=") }

  // The letter of the lowest six bits.
  private static func letter(_ bits: UInt32) -> UInt8 {
    let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return alphabet.utf8Start[Int(bits & 0x3F)]
  }

  private static func sextet(_ letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
