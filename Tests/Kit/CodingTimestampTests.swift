import ComponentKit
import Testing

@Suite struct CodingTimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:01.5Z", 1_500_000_000), ("1969-12-31T23:59:59.5Z", -500_000_000),
    ("2024-02-29T12:34:56.000000789Z", 1_709_210_096_000_000_789), ("2000-01-01T00:00:00Z", 946_684_800_000_000_000),
    ("2262-04-11T23:47:16.854775807Z", Int64.max), ("1677-09-21T00:12:43.145224192Z", Int64.min),
  ])
  func `a moment is printed and read`(_ text: String, _ nanoseconds: Int64) {
    #expect(Timestamp(nanoseconds: nanoseconds).description == text)
    #expect(Timestamp(text) == Timestamp(nanoseconds: nanoseconds))
  }

  @Test(arguments: [
    ("2024-05-31T14:00:00+02:00", "2024-05-31T12:00:00Z"), ("2024-05-31T00:30:00+01:00", "2024-05-30T23:30:00Z"),
    ("2024-05-31T12:00:00-05:00", "2024-05-31T17:00:00Z"), ("2024-05-31T12:00:00.250000Z", "2024-05-31T12:00:00.25Z"),
    ("2024-05-31T12:00:00.1234567891Z", "2024-05-31T12:00:00.123456789Z"),
    ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"),
    ("0000-01-01T01:00:00+01:00", "0000-01-01T00:00:00Z"),
    ("1969-12-31T19:00:00-05:00", "1970-01-01T00:00:00Z"),
  ])
  func `an offset is taken off`(_ text: String, _ printed: String) {
    #expect(Timestamp(text)?.description == printed)
  }

  @Test(arguments: [
    "", "2024", "2024-05-31T12:00Z", "2024-05-31T12:00:00", "2024-05-31 12:00:00Z",
    "2024-13-01T00:00:00Z",
    "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-04-31T00:00:00Z", "2024-00-01T00:00:00Z",
    "2024-05-31T24:00:00Z", "2024-05-31T12:60:00Z", "2024-05-31T12:00:60Z", "2024-05-31T12:00:00.Z",
    "2024-05-31T12:00:00Zx", "2024-05-31T12:00:00+24:00", "2024-05-31T12:00:00+01:",
    "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2024-05-31t12:00:00Z", "2024-05-31T12:00:00z",
    "2024-05-31T12:00:00+0100", "2024-05-31T12:00:00-05", "2024-05-31T12:00:00,5Z", "+024-05-31T12:00:00Z",
    "２024-05-31T12:00:00Z",
  ])
  func `anything else is none`(_ text: String) { #expect(Timestamp(text) == nil) }

  @Test func `moments stay within the years that there are`() {
    #expect(Timestamp(seconds: .max).description == "9999-12-31T23:59:59.999999999Z")
    #expect(Timestamp(seconds: .min, nanosecond: -1).description == "0000-01-01T00:00:00Z")
    #expect(Timestamp(seconds: 1, nanosecond: -1).description == "1970-01-01T00:00:00.999999999Z")
    #expect(Timestamp(seconds: 1, nanosecond: 2_000_000_001) == Timestamp(seconds: 3, nanosecond: 1))
    #expect(Timestamp(seconds: .max) > Timestamp(nanoseconds: .max))
  }

  @Test func `any moment reads back as it was`() {
    var generator = SeededGenerator(seed: 10)
    for _ in 0..<20_000 {
      let moment = Timestamp(nanoseconds: Int64(bitPattern: generator.next()))
      #expect(Timestamp(moment.description) == moment)
    }
    #expect(Timestamp.now > Timestamp(nanoseconds: 1_700_000_000_000_000_000))
  }
}
