/// How a record lies in the file: its length, its checksum, itself, all in one line that people can read as well.
///
///     00000016 5a1c99d0 place\t1\t12\t1700000000
enum RecordLine {
  static let header = Array("component notes 1\n".utf8)
  private static let headWidth = 18
  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")

  static func bytes(of record: Record) -> [UInt8] {
    let payload = Array(record.payload.utf8)
    return hex(UInt32(payload.count)) + [space] + hex(CRC32.of(payload)) + [space] + payload + [newline]
  }

  /// What a stretch of the file holds.
  struct Scan {
    /// The payloads that are whole.
    var payloads: [String] = []
    /// What is not, and has whole records behind it.
    var damaged: [Range<Int>] = []
    /// Where the last whole record ends; what follows is a torn one, or damaged and the last.
    var end = 0
  }

  /// Reads records from a place where one should begin.
  ///
  /// After something that is no record the next line is tried: what one damaged byte costs is one record.
  static func scan(_ bytes: [UInt8], from start: Int) -> Scan {
    var scan = Scan()
    scan.end = start
    var place = start
    while place < bytes.count {
      if let (payload, next) = record(bytes, at: place) {
        if scan.end < place { scan.damaged.append(scan.end..<place) }
        scan.payloads.append(payload)
        scan.end = next
        place = next
      } else {
        guard let line = bytes[place...].firstIndex(of: newline) else { break }
        place = line + 1
      }
    }
    return scan
  }

  private static func record(_ bytes: [UInt8], at place: Int) -> (payload: String, next: Int)? {
    guard bytes.count - place > headWidth, bytes[place + 8] == space, bytes[place + 17] == space,
      let length = number(bytes[place..<(place + 8)]), let sum = number(bytes[(place + 9)..<(place + 17)])
    else { return nil }
    let start = place + headWidth
    guard Int(length) < bytes.count - start, bytes[start + Int(length)] == newline else { return nil }
    let payload = bytes[start..<(start + Int(length))]
    guard CRC32.of(payload) == sum, let text = String(validating: payload, as: UTF8.self) else { return nil }
    return (text, start + Int(length) + 1)
  }

  private static func hex(_ number: UInt32) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return (0..<8).map { digits[Int(number >> (28 - 4 * UInt32($0)) & 0xF)] }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
    var number: UInt32 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt32(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt32(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return number
  }
}
