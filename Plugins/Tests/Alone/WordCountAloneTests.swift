import ComponentKit
import ComponentTesting
import LibraryFace
import Testing
import WordCountFace

/// The component in C, to which the bench makes no difference.
struct WordCountAloneTests {
  private let bench: Bench
  private var wordCount: WordCountCalls { bench.mediator.wordCount }

  init() throws {
    bench = try Example.bench("WordCount")
    bench.stub(FindBook.self) { request in
      Book(id: request.id ?? 0, title: "The Lamp", author: "Ada", year: nil, summary: "", chapters: 1)
    }
    bench.stub(ReadText.self) { _ in "one two\nthree\n" }
  }

  @Test func `a text is counted without asking anybody`() throws {
    #expect(try wordCount.count(text: "a b a") == Counts(words: 3, lines: 1, characters: 5))
    #expect(try wordCount.top(text: "a b a", n: 1) == [Frequency(word: "a", count: 2)])
    try bench.expectNoCalls()
  }

  @Test func `a book's text comes from Library`() throws {
    #expect(try wordCount.countBook(id: 4) == Counts(words: 3, lines: 2, characters: 14))
    try bench.expectCall(to: "Library", "book", with: ["id": 4], times: 1)
    try bench.expectCall(to: "Library", "text", with: ["id": 4], times: 1)
    #expect(bench.calls.count == 2)
  }

  @Test(arguments: Away.allCases) func `without Library its failure is the answer`(_ state: Away) throws {
    bench.removeStubs("Library")
    state.put("Library", on: bench)
    let failed = failure { () throws(Failure) in try wordCount.countBook(id: 4) }
    #expect(failed?.reason == state.reason("Library").reason && failed?.message == state.message("Library"))
    #expect(bench.calls.count == 1, "the text is not asked for")
  }

  @Test(arguments: ["book", "text"]) func `a reply that is none is told`(_ action: String) {
    bench.stub("Library", action, .reply(4))
    #expect(
      failure { () throws(Failure) in try wordCount.countBook(id: 4) }
        == Failure(.failed, "unexpected_reply", "Library replied something else than was asked for"))
  }

  @Test func `its face, written in another language, is what it registered`() {
    #expect(bench.disagreements(with: CountText.self, CountBook.self, ListTopWords.self) == [])
  }
}
