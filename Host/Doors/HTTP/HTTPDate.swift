/// A moment as `Date` has it: `Tue, 24 Nov 2026 06:18:20 GMT`.
public struct HTTPDate: Sendable, Equatable {
  /// Its 29 letters.
  public let bytes: [UInt8]

  /// - Parameter seconds: since the beginning of 1970, in UTC.
  public init(seconds: Int) {
    let (days, inDay) = (seconds / 86400, seconds % 86400)
    let (year, month, day) = HTTPDate.date(of: days)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(29)
    // The first day of 1970 was a Thursday.
    bytes += HTTPDate.letters("ThuFriSatSunMonTueWed", days % 7)
    bytes += ", ".utf8
    HTTPDate.append(day, to: &bytes)
    bytes.append(0x20)
    bytes += HTTPDate.letters("JanFebMarAprMayJunJulAugSepOctNovDec", month - 1)
    bytes.append(0x20)
    HTTPDate.append(year / 100, to: &bytes)
    HTTPDate.append(year % 100, to: &bytes)
    bytes.append(0x20)
    HTTPDate.append(inDay / 3600, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    HTTPDate.append(inDay / 60 % 60, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    HTTPDate.append(inDay % 60, to: &bytes)
    bytes += " GMT".utf8
    self.bytes = bytes
  }

  private static func letters(_ names: String, _ place: Int) -> Substring.UTF8View {
    names.utf8.dropFirst(place * 3).prefix(3)
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "0") + UInt8(number / 10 % 10))
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  // By years that begin in March, so that the day that some years have more comes last.
  private static func date(of days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let (era, inEra) = (shifted / 146_097, shifted % 146_097)
    let yearOfEra = (inEra - inEra / 1460 + inEra / 36524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * inYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, inYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
