import ComponentKit
import Testing

@Suite struct MissingTests {
  let gone = Failure(.notFound, "no_such_component", "no component named 'Library'", details: ["directories": []])

  @Test func `a missing part says why`() throws {
    let missing = Missing(gone)
    #expect(try encoded(missing) == ["reason": "no_such_component", "message": "no component named 'Library'"])
    #expect(try decoded(Missing.self, encoded(missing)) == missing)
  }
}
