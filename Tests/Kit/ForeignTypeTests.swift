import Foundation
import Testing

@testable import ComponentKit

/// Types of Foundation in requests.
@Suite struct ForeignTypeTests {
  struct Holder<Held: Codable & Sendable>: Codable, Sendable { var held: Held? }

  private func message<T: Decodable>(_ type: T.Type) -> String {
    do throws(Failure) {
      _ = try TypeForm.discover(type)
      return ""
    } catch {
      return error.message
    }
  }

  @Test func `what has another form than its own coding is refused by name, with what to declare`() {
    let date = "Foundation's Date is a number here; declare a Timestamp, a 'date' in signatures"
    #expect(message(Date.self).hasSuffix(date))
    #expect(message(Data.self).hasSuffix("declare [UInt8], 'bytes' in signatures"))
    #expect(message(URL.self).hasSuffix("declare a String, its absoluteString"))
    #expect(message(Decimal.self).hasSuffix("declare a String, its description"))
    #expect(message([Date].self).hasSuffix(date))
    #expect(message(Holder<URL>.self).contains("Foundation's URL"))
  }

  @Test func `a module that only begins as Foundation does is not it`() {
    #expect(ForeignType.refusal(ofNamed: "FoundationLab.Price") == nil)
    #expect(ForeignType.refusal(ofNamed: "FoundationEssentials.Date") != nil)
  }

  @Test func `a UUID is its text`() {
    #expect((try? TypeForm.discover(UUID.self))?.form == .text)
  }

  @Test(arguments: [("2024-02-29", "2024-02-29T00:00:00Z"), ("1970-01-01", "1970-01-01T00:00:00Z")])
  func `a day is a date`(_ day: String, _ moment: String) { #expect(Timestamp(day)?.description == moment) }

  @Test(arguments: ["2023-02-29", "2024-2-29", "2024-02-29Z", "2024-02-29T", "2024-02-29 "])
  func `what is no day is no date`(_ text: String) { #expect(Timestamp(text) == nil) }

  @Test func `a failure's code is shown by its name`() {
    #expect("\(Failure.Code.notFound)" == "not_found" && "\(Failure.Code(rawValue: 77))" == "code 77")
  }

  @Test func `levels of the log and reasons of URLs are shown by their names`() {
    let levels = [LogLevel.debug, .info, .warning, .error]
    #expect(levels.map { "\($0)" } == ["debug", "info", "warning", "error"])
    #expect("\(LogLevel(rawValue: 31))" == "level 31" && "\(LogLevel(rawValue: 0))" == "level 0")
    #expect("\(URLFault.Reason.tooLong)" == "url_too_long")
  }
}
