import ComponentHost
import Testing

@testable import ComponentDoors

@Suite struct AcceptTests {
  /// Which forms are taken besides JSON: t, b and e.
  private func forms(_ values: [String]) -> String {
    var accept = Accept()
    for value in values { Array(value.utf8).withUnsafeBytes { accept.read($0) } }
    return (accept.takesText ? "t" : "") + (accept.takesBytes ? "b" : "") + (accept.takesEvents ? "e" : "")
  }

  @Test(
    arguments: [
      ([], ""), (["*/*"], ""), (["application/json"], ""), (["text/plain"], "t"), (["TEXT/Plain; charset=utf-8"], "t"),
      (["text/*"], "t"), (["application/octet-stream"], "b"), (["application/*"], "b"), (["text/event-stream"], "e"),
      (["text/plain, */*"], "t"), (["text/plain;q=0.5, */*"], ""), (["text/plain;q=0.5, */*;q=0.1"], "t"),
      (["application/json, text/plain"], "t"), (["application/json, text/plain;q=0.9"], ""),
      (["text/plain;q=0"], ""), (["text/*, text/plain;q=0"], ""), (["text/plain;q=0, text/*"], ""),
      (["text/plain", "application/octet-stream"], "tb"), (["text/event-stream, application/json"], "e"),
      (["text/plain;q=2"], ""), (["text/plain;q=x"], ""), (["text/plain;q=0.1234"], ""), (["text/plain;q=1.001"], ""),
      (["text/plain;q=1.000"], "t"), (["text/plain;q=0.001"], "t"), ([";;,,;q=1"], ""), (["text/plainer"], ""),
      (["text/html;x=\"a,b;text/plain\", image/png"], ""), (["text/plain;x=\"\\\",", "text/event-stream"], "te"),
    ] as [([String], String)])
  func `what a client names itself it gets, and else JSON`(values: [String], expected: String) {
    #expect(forms(values) == expected)
  }

  @Test(
    arguments: [
      ("text/csv", "text/csv", true), ("Text/CSV; header=present", "text/csv", true), ("text/*", "text/csv", true),
      ("*/*", "text/csv", false), ("", "text/csv", false), ("text/plain", "text/csv", false),
      ("text/csv;q=0", "text/csv", false), ("text/*, text/csv;q=0", "text/csv", false),
      ("text/csv;q=0.4, application/json;q=0.5", "text/csv", false),
      ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html", true),
      ("image/avif,image/*;q=0.9,*/*;q=0.8", "image/png", true), ("image/*", "text/csv", false),
      ("application/*", "application/pdf", true), ("application/pdf, application/*;q=0.1", "application/pdf", true),
      ("application/pdf;q=0.1, application/*", "application/pdf", false),
      ("text/plain", "text/plain", true), ("application/octet-stream", "application/octet-stream", true),
    ]) func `a type that an action declares is taken by the same rule`(value: String, type: String, takes: Bool) throws
  {
    var accept = Accept()
    Array(value.utf8).withUnsafeBytes { accept.read($0) }
    #expect(accept.takes(try #require(MediaType(type))) == takes)
  }

  @Test func `more names than anybody says are passed over`() throws {
    var accept = Accept()
    let value = (0..<10_000).map { "a/b\($0)" }.joined(separator: ",") + ",text/csv,text/plain"
    Array(value.utf8).withUnsafeBytes { accept.read($0) }
    #expect(accept.takes(try #require(MediaType("a/b1"))) && accept.takesText)
    #expect(!accept.takes(try #require(MediaType("text/csv"))))
  }
}
