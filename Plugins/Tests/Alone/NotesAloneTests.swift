import ComponentKit
import ComponentTesting
import NotesFace
import Testing

struct NotesAloneTests {
  private let folder = TemporaryFolder()
  private let bench: Bench
  private var notes: NotesCalls { bench.mediator.notes }

  init() throws { bench = try Example.notes(in: folder) }

  @Test func `it keeps thoughts in its file and asks nobody`() throws {
    let id = try notes.add(book: 1, text: "Read it twice", page: 3)
    try notes.add(book: 1, text: "5 Fine", kind: "review")
    try notes.add(book: 2, text: "Later")
    #expect(try notes.list(book: 1).map(\.text) == ["Read it twice"])
    #expect(try notes.list(book: 1, kind: "review").map(\.text) == ["5 Fine"])
    #expect(try notes.count(book: 1) == 1)
    #expect(try notes.edit(id: id, text: "Read it thrice").page == 3)
    #expect(try notes.remove(id: id).text == "Read it thrice")
    #expect(try notes.list().map(\.book) == [2])
    #expect(try notes.bookmarked(book: 1) == nil)
    #expect(try notes.bookmark(book: 1, page: 12) == 12)
    #expect(try notes.bookmarked(book: 1) == 12)
    #expect(try notes.check().file == "\(folder.path)/component-host/notes.log")
    try bench.expectNoCalls()
  }

  @Test func `another bench finds what one has kept`() throws {
    try notes.add(book: 1, text: "Kept")
    bench.close()
    let other = try Example.notes(in: folder)
    #expect(try other.mediator.notes.list(book: 1).map(\.text) == ["Kept"])
  }

  @Test func `a thought that is none is refused`() {
    #expect(failure { () throws(Failure) in try notes.add(book: 0, text: "x") }?.reason == "out_of_range")
    #expect(failure { () throws(Failure) in try notes.add(book: 1, text: " ") }?.reason == "empty_text")
    #expect(failure { () throws(Failure) in try notes.add(book: 1, text: "x", kind: "a b") }?.reason == "bad_kind")
    #expect(!folder.exists("component-host"), "nothing was written")
  }

  @Test func `its face is what it registered`() {
    #expect(
      bench.disagreements(
        with: AddNote.self, EditNote.self, RemoveNote.self, ListNotes.self, CountNotes.self, SetBookmark.self,
        FindBookmark.self, CheckNotes.self, LinkNote.self) == [])
  }
}
