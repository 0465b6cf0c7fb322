import Glibc

/// A day of the Gregorian calendar.
struct Day: Sendable, Equatable, CustomStringConvertible {
  let year: Int
  let month: Int
  let day: Int

  /// A day written as 2024-05-31; nil where there is no such day.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month), (1...Day.length(of: month, year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  private init(_ time: tm) {
    (year, month, day) = (Int(time.tm_year) + 1900, Int(time.tm_mon) + 1, Int(time.tm_mday))
  }

  /// The day it is here.
  static var today: Day {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return Day(parts)
  }

  var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

  /// Days since the first of March of the year 0; one more each day, never negative for a day that can be written.
  var number: Int {
    let shifted = month > 2 ? year : year - 1 + 400
    let month = (month + 9) % 12
    let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (month * 306 + 5) / 10 + day - 1
    return self.month > 2 ? days + 146_097 : days
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
