import ComponentKit

/// What Notes can be asked: `try mediator.notes.add(book: 1, text: "Read it twice")`.
public struct NotesCalls: Sendable {
  let mediator: Mediator
}

extension Mediator {
  /// Readers' thoughts, and where they are in a book.
  public var notes: NotesCalls { NotesCalls(mediator: self) }
}

extension Neighbour {
  public static let notes = Neighbour("Notes", answers: ["no_such_note"])
}

extension NotesCalls {
  /// Keeps a thought, and gives its number.
  @discardableResult
  @available(*, noasync)
  public func add(book: Int, text: String, page: Int? = nil, kind: String? = nil) throws(Failure) -> Int {
    try mediator.call(AddNote(book: book, text: text, page: page, kind: kind))
  }

  /// Gives a thought another text.
  @discardableResult
  @available(*, noasync)
  public func edit(id: Int, text: String) throws(Failure) -> Note { try mediator.call(EditNote(id: id, text: text)) }

  /// Forgets a thought, and tells what it was. With `confirm` it is asked first, and fails if the answer is no.
  @discardableResult
  @available(*, noasync)
  public func remove(id: Int, confirm: Function? = nil) throws(Failure) -> Note {
    try mediator.call(RemoveNote(id: id, confirm: confirm))
  }

  /// The URL of the page that a thought is about: who shows pages is nothing that Notes knows.
  @available(*, noasync)
  public func link(id: Int) throws(Failure) -> String { try mediator.call(LinkNote(id: id)) }

  /// The thoughts of a kind on a book, or on all.
  @available(*, noasync)
  public func list(book: Int? = nil, kind: String? = nil) throws(Failure) -> [Note] {
    try mediator.call(ListNotes(book: book, kind: kind))
  }

  /// How many thoughts of a kind there are on a book.
  @available(*, noasync)
  public func count(book: Int, kind: String? = nil) throws(Failure) -> Int {
    try mediator.call(CountNotes(book: book, kind: kind))
  }

  /// Remembers the page where a reader is, and gives it back.
  @discardableResult
  @available(*, noasync)
  public func bookmark(book: Int, page: Int) throws(Failure) -> Int {
    try mediator.call(SetBookmark(book: book, page: page))
  }

  /// The page where a reader is; nil where none is remembered.
  @available(*, noasync)
  public func bookmarked(book: Int) throws(Failure) -> Int? { try mediator.call(FindBookmark(book: book)) }

  /// In what state the file of the notes is.
  @available(*, noasync)
  public func check() throws(Failure) -> NotesReport { try mediator.call(CheckNotes()) }
}

// The same without keeping the thread.
extension NotesCalls {
  @discardableResult
  public func add(book: Int, text: String, page: Int? = nil, kind: String? = nil) async throws(Failure) -> Int {
    try await mediator.call(AddNote(book: book, text: text, page: page, kind: kind))
  }

  @discardableResult
  public func edit(id: Int, text: String) async throws(Failure) -> Note {
    try await mediator.call(EditNote(id: id, text: text))
  }

  @discardableResult
  public func remove(id: Int, confirm: Function? = nil) async throws(Failure) -> Note {
    try await mediator.call(RemoveNote(id: id, confirm: confirm))
  }

  public func link(id: Int) async throws(Failure) -> String { try await mediator.call(LinkNote(id: id)) }

  public func list(book: Int? = nil, kind: String? = nil) async throws(Failure) -> [Note] {
    try await mediator.call(ListNotes(book: book, kind: kind))
  }

  public func count(book: Int, kind: String? = nil) async throws(Failure) -> Int {
    try await mediator.call(CountNotes(book: book, kind: kind))
  }

  @discardableResult
  public func bookmark(book: Int, page: Int) async throws(Failure) -> Int {
    try await mediator.call(SetBookmark(book: book, page: page))
  }

  public func bookmarked(book: Int) async throws(Failure) -> Int? {
    try await mediator.call(FindBookmark(book: book))
  }

  public func check() async throws(Failure) -> NotesReport { try await mediator.call(CheckNotes()) }
}
