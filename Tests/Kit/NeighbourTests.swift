import ComponentKit
import Testing

@Suite struct NeighbourTests {
  private static let library = Neighbour("Library", answers: ["no_such_book"])
  private var library: Neighbour { Self.library }

  private static let gone = Failure(.notFound, "no_such_component", "no component named 'Library'")
  // Not one of them is what was asked for, whatever a stand-in says of it.
  private static let absences = [
    gone, answered(gone), Failure(.refused, "abi_version", "it is too old"),
    Failure(.timedOut, "", "it takes too long"), Failure(.crashed, "", "it has crashed"),
    Failure(.denied, "", "it may not be called"), Failure(.failed, "no_disk", "it can't read"),
  ]
  private static let answers = [
    Failure(.failed, "no_such_book", "there is no book 7"),
    Failure(.invalidParameters, "out_of_range", "7 is too much"),
    Failure(.cancelled, "", "it was given up"),
  ]

  private static func answered(_ failure: Failure) -> Failure {
    var failure = failure
    failure.answer = "a friendly page"
    return failure
  }

  @Test func `what it replies is its answer`() throws {
    var missing: [String: Missing] = [:]
    #expect(try library.ifThere(7) == 7)
    #expect(try library.ifThere(7, noting: &missing) == 7)
    #expect(try library.needed(7, or: "nothing can be done") == 7)
    #expect(missing == [:])
  }

  @Test func `that is so too where it is awaited`() async throws {
    var missing: [String: Missing] = [:]
    #expect(try await library.ifThere(await later(7)) == 7)
    #expect(try await library.ifThere(await later(7), noting: &missing) == 7)
    #expect(try await library.needed(await later(7), or: "nothing can be done") == 7)
    #expect(missing == [:])
  }

  @Test(arguments: absences) func `a neighbour that can't answer is missing, whatever the reason`(_ why: Failure) throws
  {
    var missing: [String: Missing] = [:]
    #expect(try library.ifThere(fail(why)) == nil)
    #expect(try library.ifThere(fail(why), noting: &missing) == nil)
    #expect(missing == ["Library": Missing(why)])
  }

  @Test(arguments: absences) func `it is missing too where it is awaited`(_ why: Failure) async throws {
    var missing: [String: Missing] = [:]
    #expect(try await library.ifThere(await later(fail(why))) == nil)
    #expect(try await library.ifThere(await later(fail(why)), noting: &missing) == nil)
    #expect(missing == ["Library": Missing(why)])
  }

  @Test(arguments: answers) func `a failure that is an answer goes to the caller as it is`(_ answer: Failure) {
    var missing: [String: Missing] = [:]
    #expect(throws: answer) { try library.ifThere(fail(answer)) }
    #expect(throws: answer) { try library.ifThere(fail(answer), noting: &missing) }
    #expect(throws: answer) { try library.needed(fail(answer), or: "nothing can be done") }
    #expect(missing == [:])
  }

  @Test(arguments: answers) func `it goes there too where it is awaited`(_ answer: Failure) async {
    var missing: [String: Missing] = [:]
    await #expect(throws: answer) { try await library.ifThere(await later(fail(answer))) }
    await #expect(throws: answer) { try await library.ifThere(await later(fail(answer)), noting: &missing) }
    await #expect(throws: answer) { try await library.needed(await later(fail(answer)), or: "nothing can be done") }
    #expect(missing == [:])
  }

  // Both reasons: what can't be done, and why.
  private static let unopened = Failure(
    .failed, "no_library", "the book 7 can't be opened: no component named 'Library'",
    details: ["missing": ["Library": ["reason": "no_such_component", "message": "no component named 'Library'"]]])

  @Test func `a failure for want of a neighbour says both reasons`() {
    let (gone, answered) = (Self.gone, Self.answered(Self.gone))
    #expect(throws: Self.unopened) { try library.needed(fail(gone), or: "the book 7 can't be opened") }
    #expect(throws: Self.unopened) { try library.needed(fail(answered), or: "the book 7 can't be opened") }
    var other = Self.unopened
    other.reason = "unopened"
    #expect(throws: other) { try library.needed(fail(gone), or: "the book 7 can't be opened", reason: "unopened") }
  }

  @Test func `so does one that was awaited`() async {
    let gone = Self.gone
    await #expect(throws: Self.unopened) {
      try await library.needed(await later(fail(gone)), or: "the book 7 can't be opened")
    }
  }

  private func fail(_ failure: Failure) throws(Failure) -> Int { throw failure }

  private func later(_ answer: @autoclosure () throws(Failure) -> Int) async throws(Failure) -> Int {
    await Task.yield()
    return try answer()
  }
}
