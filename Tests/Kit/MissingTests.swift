import ComponentKit
import Testing

@Suite struct MissingTests {
  let gone = Failure(.notFound, "no_such_component", "no component named 'Library'", details: ["directories": []])

  @Test func `a missing part says why`() throws {
    let missing = Missing(gone)
    #expect(try encoded(missing) == ["reason": "no_such_component", "message": "no component named 'Library'"])
    #expect(try decoded(Missing.self, encoded(missing)) == missing)
  }

  @Test func `a failure for want of a neighbour says both reasons`() throws {
    let failure = Failure("no_library", "the book 1 can't be opened", without: "Library", because: gone)
    #expect(failure.code == .failed && failure.reason == "no_library")
    #expect(failure.message == "the book 1 can't be opened: no component named 'Library'")
    #expect(failure.details == ["missing": ["Library": try encoded(Missing(gone))]])
  }
}
