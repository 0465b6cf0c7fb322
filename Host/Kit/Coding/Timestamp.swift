import Glibc

/// A moment to the nanosecond, in the years 0 to 9999 of UTC.
///
/// It is coded as a text, `2024-05-31T12:00:00.25Z`, as a `date` of a signature is.
public struct Timestamp: Sendable, Hashable {
  /// Whole seconds since 1970, rounded down.
  public let seconds: Int64
  /// After the second: 0 to 999,999,999.
  public let nanosecond: Int

  /// Beyond the years that there are it is the first or the last moment.
  public init(seconds: Int64, nanosecond: Int = 0) {
    let (whole, rest) = nanosecond.quotientAndRemainder(dividingBy: 1_000_000_000)
    let (sum, overflow) = seconds.addingReportingOverflow(Int64(rest < 0 ? whole - 1 : whole))
    let moment = overflow ? (nanosecond < 0 ? Int64.min : .max) : sum
    self.seconds = min(max(moment, Timestamp.range.lowerBound), Timestamp.range.upperBound)
    let isInside = self.seconds == moment
    self.nanosecond = isInside ? (rest < 0 ? rest + 1_000_000_000 : rest) : moment < 0 ? 0 : 999_999_999
  }

  /// So many nanoseconds after 1970.
  public init(nanoseconds: Int64) { self.init(seconds: 0, nanosecond: Int(nanoseconds)) }

  /// The seconds of the years 0 to 9999.
  static let range: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  public static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(seconds: Int64(time.tv_sec), nanosecond: Int(time.tv_nsec))
  }
}

extension Timestamp: Comparable {
  public static func < (a: Timestamp, b: Timestamp) -> Bool {
    (a.seconds, a.nanosecond) < (b.seconds, b.nanosecond)
  }
}

extension Timestamp: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if decoder.isKits {
      self = try container.decode(Timestamp.self)
      return
    }
    let text = try container.decode(String.self)
    guard let date = Timestamp(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no date of ISO 8601")
    }
    self = date
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
