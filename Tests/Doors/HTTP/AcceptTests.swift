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
}
