/// The form of a date: `2026-11-21T09:30:00Z`, with a fraction of the second or an offset like `+01:00` if need be.
enum DateText {
  /// Whether the text is such a date, all its numbers in range; allocates nothing.
  static func isValid(_ text: UnsafeRawBufferPointer) -> Bool {
    let form: StaticString = "dddd-dd-ddTdd:dd:dd"
    let length = form.utf8CodeUnitCount
    guard text.count > length else { return false }
    for place in 0..<length {
      let wanted = form.utf8Start[place]
      guard wanted == UInt8(ascii: "d") ? isDigit(text[place]) : text[place] == wanted else { return false }
    }
    let year = pair(text, 0) * 100 + pair(text, 2)
    guard isDay(pair(text, 8), of: pair(text, 5), year) else { return false }
    guard pair(text, 11) < 24, pair(text, 14) < 60, pair(text, 17) < 60 else { return false }
    return isZone(text, from: endOfFraction(text, from: length))
  }

  private static func isDay(_ day: Int, of month: Int, _ year: Int) -> Bool {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days =
      switch month {
      case 1, 3, 5, 7, 8, 10, 12: 31
      case 4, 6, 9, 11: 30
      case 2: isLeap ? 29 : 28
      default: 0
      }
    return day >= 1 && day <= days
  }

  // The point must have a digit behind it; if not, the point is what the zone then stumbles over.
  private static func endOfFraction(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard text[start] == UInt8(ascii: "."), start + 1 < text.count, isDigit(text[start + 1]) else { return start }
    var place = start + 1
    while place < text.count, isDigit(text[place]) { place += 1 }
    return place
  }

  private static func isZone(_ text: UnsafeRawBufferPointer, from start: Int) -> Bool {
    guard start < text.count else { return false }
    if text[start] == UInt8(ascii: "Z") { return start + 1 == text.count }
    guard text[start] == UInt8(ascii: "+") || text[start] == UInt8(ascii: "-"), start + 6 == text.count,
      isDigit(text[start + 1]), isDigit(text[start + 2]), text[start + 3] == UInt8(ascii: ":"),
      isDigit(text[start + 4]), isDigit(text[start + 5])
    else { return false }
    return pair(text, start + 1) < 24 && pair(text, start + 4) < 60
  }

  private static func pair(_ text: UnsafeRawBufferPointer, _ place: Int) -> Int {
    Int(text[place] & 0x0F) * 10 + Int(text[place + 1] & 0x0F)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { SignatureName.isDigit(byte) }
}
