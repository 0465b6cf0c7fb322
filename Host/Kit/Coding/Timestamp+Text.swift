// Moments as text. The host reads every date with this as well, so that a text is a date to both or to neither.

extension Timestamp: LosslessStringConvertible {
  /// Reads a date and time with its offset: `2024-05-31T12:00:00Z`, `2024-05-31T14:00:00.25+02:00`; or a day, `2024-02-29`,
  /// which is its first moment in UTC.
  ///
  /// Nil for anything else, for a day that no calendar has and for a moment out of range. Of a fraction nine
  /// digits count.
  public init?(_ description: String) {
    var description = description
    let read = description.withUTF8 { Timestamp(utf8: UnsafeRawBufferPointer($0)) }
    guard let read else { return nil }
    self = read
  }

  /// How many bytes a day alone has. The host passes it on as a moment, so that components read one form only.
  package static let dayLength = 10

  /// The same from borrowed bytes; allocates nothing.
  package init?(utf8: UnsafeRawBufferPointer) {
    var reader = TimestampReader(letters: utf8)
    guard let read = reader.read() else { return nil }
    self = read
  }

  /// In UTC, with as much of a fraction as is needed.
  public var description: String {
    let inDay = (seconds % 86400 + 86400) % 86400
    let date = CalendarDay(number: (seconds - inDay) / 86400)
    var text = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
    text += "\(padded(inDay / 3600, 2)):\(padded(inDay / 60 % 60, 2)):\(padded(inDay % 60, 2))"
    if nanosecond > 0 {
      var digits = padded(Int64(nanosecond), 9)
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

  mutating func read() -> Timestamp? {
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2) else { return nil }
    // A day alone is its beginning in UTC.
    if place == letters.count {
      return CalendarDay(year: year, month: month, day: day).map { Timestamp(seconds: $0.number * 86400) }
    }
    guard skip("T"), let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
      let fraction = fraction(), let offset = offset(), place == letters.count,
      let date = CalendarDay(year: year, month: month, day: day), hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = date.number * 86400 + hour * 3600 + minute * 60 + second - offset
    guard Timestamp.range.contains(seconds) else { return nil }
    return Timestamp(seconds: seconds, nanosecond: Int(fraction))
  }

  private var letter: UInt8? { place < letters.count ? letters[place] : nil }

  private mutating func skip(_ wanted: Unicode.Scalar) -> Bool {
    guard letter == UInt8(ascii: wanted) else { return false }
    place += 1
    return true
  }

  private mutating func digit() -> Int64? {
    guard let letter, letter.isDigit else { return nil }
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
    guard skip(".") else { return 0 }
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
    if skip("Z") { return 0 }
    let isBehind = skip("-")
    guard isBehind || skip("+"), let hours = number(2), hours < 24, skip(":"), let minutes = number(2), minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (isBehind ? -1 : 1)
  }
}
