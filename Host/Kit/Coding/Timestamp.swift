import Glibc

/// A moment, counted in nanoseconds since 1970 in UTC: from 1677 to 2262.
///
/// It is coded as ISO 8601 text, `2024-05-31T12:00:00.25Z`.
public struct Timestamp: Sendable, Hashable {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}

extension Timestamp: Comparable {
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.nanoseconds < b.nanoseconds }
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
