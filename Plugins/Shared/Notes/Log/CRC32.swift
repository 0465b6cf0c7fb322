/// The checksum of ISO 3309, as gzip and PNG have it.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
  }

  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let table = table
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    return ~sum
  }
}
