// Moments as ISO 8601 text.

extension Timestamp: LosslessStringConvertible {
  /// Reads a date and time with its offset: `2024-05-31T12:00:00Z`, `…T14:00:00.25+02:00`.
  ///
  /// Nil for anything else, for a day that no calendar has and for a moment out of range. Of a fraction nine
  /// digits count.
  public init?(_ description: String) {
    var description = description
    let nanoseconds = description.withUTF8 { utf8 in
      var reader = TimestampReader(letters: UnsafeRawBufferPointer(utf8))
      return reader.nanoseconds()
    }
    guard let nanoseconds else { return nil }
    self.init(nanoseconds: nanoseconds)
  }

  /// In UTC, with as much of a fraction as is needed.
  public var description: String {
    let second: Int64 = 1_000_000_000
    let isBefore = nanoseconds % second < 0
    let fraction = nanoseconds % second + (isBefore ? second : 0)
    let seconds = nanoseconds / second - (isBefore ? 1 : 0)
    let inDay = (seconds % 86400 + 86400) % 86400
    let date = CalendarDay(number: (seconds - inDay) / 86400)
    var text = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
    text += "\(padded(inDay / 3600, 2)):\(padded(inDay / 60 % 60, 2)):\(padded(inDay % 60, 2))"
    if fraction > 0 {
      var digits = padded(fraction, 9)
      while digits.last == "0" { digits.removeLast() }
      text += ".\(digits)"
    }
    return text + "Z"
  }

  private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

private struct TimestampReader {
  let letters: UnsafeRawBufferPointer
  var place = 0

  mutating func nanoseconds() -> Int64? {
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
      skip("T") || skip("t"), let hour = number(2), skip(":"), let minute = number(2), skip(":"),
      let second = number(2), let fraction = fraction(), let offset = offset(), place == letters.count,
      let date = CalendarDay(year: year, month: month, day: day), hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = date.number * 86400 + hour * 3600 + minute * 60 + second - offset
    // Before 1970 the whole seconds alone may be out of range, by less than one.
    if seconds < 0, fraction > 0 {
      let (whole, overflow) = (seconds + 1).multipliedReportingOverflow(by: 1_000_000_000)
      let (sum, tooSmall) = whole.addingReportingOverflow(fraction - 1_000_000_000)
      return overflow || tooSmall ? nil : sum
    }
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, tooBig) = whole.addingReportingOverflow(fraction)
    return overflow || tooBig ? nil : sum
  }

  private var letter: UInt8? { place < letters.count ? letters[place] : nil }

  private mutating func skip(_ wanted: Unicode.Scalar) -> Bool {
    guard letter == UInt8(ascii: wanted) else { return false }
    place += 1
    return true
  }

  private mutating func digit() -> Int64? {
    guard let letter, letter >= UInt8(ascii: "0"), letter <= UInt8(ascii: "9") else { return nil }
    place += 1
    return Int64(letter - UInt8(ascii: "0"))
  }

  private mutating func number(_ digits: Int) -> Int64? {
    var number: Int64 = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  // The nanoseconds after the second; nil for a point that no digit follows.
  private mutating func fraction() -> Int64? {
    guard skip(".") || skip(",") else { return 0 }
    guard var fraction = digit() else { return nil }
    var digits = 1
    while let digit = digit() {
      if digits < 9 { fraction = fraction * 10 + digit }
      digits = min(digits + 1, 10)
    }
    while digits < 9 {
      fraction *= 10
      digits += 1
    }
    return fraction
  }

  // The seconds that the clock is ahead of UTC.
  private mutating func offset() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let isBehind = skip("-")
    guard isBehind || skip("+"), let hours = number(2), hours < 24 else { return nil }
    var minutes: Int64 = 0
    if letter != nil {
      _ = skip(":")
      guard let read = number(2), read < 60 else { return nil }
      minutes = read
    }
    return (hours * 3600 + minutes * 60) * (isBehind ? -1 : 1)
  }
}
