/// A day of the calendar of today, also for the years before it was in use.
struct CalendarDay {
  let year: Int64
  let month: Int64
  let day: Int64

  /// Nil for a day that no calendar has.
  init?(year: Int64, month: Int64, day: Int64) {
    guard (1...12).contains(month), day >= 1, day <= CalendarDay.length(of: month, in: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day so many days after the first of January 1970.
  init(number: Int64) {
    // Counted in years that begin in March, so that the day that leaps is the last one, and in eras of 400 years.
    let days = number + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let inEra = days - era * 146_097
    let yearInEra = (inEra - inEra / 1460 + inEra / 36524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * yearInEra + yearInEra / 4 - yearInEra / 100)
    let fromMarch = (5 * inYear + 2) / 153
    day = inYear - (153 * fromMarch + 2) / 5 + 1
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    year = yearInEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// How many days after the first of January 1970 it is.
  var number: Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearInEra = year - era * 400
    let inYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearInEra * 365 + yearInEra / 4 - yearInEra / 100 + inYear - 719_468
  }

  private static func length(of month: Int64, in year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
