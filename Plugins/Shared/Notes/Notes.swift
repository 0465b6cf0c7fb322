import ComponentKit
import Glibc
import NotesFace
import NotesLog

/// What readers think of a book, and where they are in it; kept in a file that survives a crash.
///
/// The file is `HOST_NOTES` in the environment, or else `component-host/notes.log` where the user's data lies.
struct Notes: Component {
  static let summary = "Readers' thoughts on a book, kept crash-safe on disk"

  /// Nil where nothing says in which file.
  let log: NotesLog?
  let mediator: Mediator

  init(mediator: Mediator) {
    log = notesPath().map { NotesLog(path: $0) }
    self.mediator = mediator
  }

  // app://Notes/books/1
  var paths: [Path] { [Path("/books/:book<int>", ListNotes.action)] }

  var actions: [Action] {
    on(AddNote.self) { request, call in
      try check("book", request.book)
      try check(thought: request.text)
      try check(kind: request.kind)
      if let page = request.page { try check("page", page) }
      return try with { log throws(LogFault) in
        try log.add(
          book: request.book, page: request.page, kind: request.kind, text: request.text, time: time(nil)
        ) { call.isCancelled }
      }
    }
    on(EditNote.self) { request, call in
      try check(thought: request.text)
      return try with { log throws(LogFault) in
        Note(try log.edit(request.id, text: request.text) { call.isCancelled })
      }
    }
    on(RemoveNote.self) { request, call in
      if let confirm = request.confirm { try ask(confirm, of: note(request.id, call)) }
      return try with { log throws(LogFault) in Note(try log.remove(request.id) { call.isCancelled }) }
    }
    on(LinkNote.self) { request, call in
      let note = try note(request.id, call)
      return "app://Reader/books/\(note.book)" + (note.page.map { "/\($0)" } ?? "")
    }
    on(ListNotes.self) { request, call in
      try thoughts(call, request.book, request.kind).map { Note($0) }
    }
    on(CountNotes.self) { request, call in try thoughts(call, request.book, request.kind).count }
    on(SetBookmark.self) { request, call in
      try check("book", request.book)
      try check("page", request.page)
      return try with { log throws(LogFault) in
        try log.setPlace(book: request.book, page: request.page, time: time(nil)) { call.isCancelled }
        return request.page
      }
    }
    on(FindBookmark.self) { request, call in
      try with { log throws(LogFault) in try log.place(book: request.book) { call.isCancelled }?.page }
    }
    on(CheckNotes.self) { _, call in
      try with { log throws(LogFault) in NotesReport(try log.report { call.isCancelled }, file: log.path) }
    }
  }

  private func note(_ id: Int, _ call: borrowing Call) throws(Failure) -> Note {
    let notes = try with { log throws(LogFault) in try log.notes(book: nil, kind: nil) { call.isCancelled } }
    if let note = notes.first(where: { $0.id == id }) { return Note(note) }
    throw Failure(.failed, "no_such_note", "there is no note \(id)")
  }

  // An answer may take time: the file is not kept meanwhile.
  private func ask(_ confirm: Function, of note: Note) throws(Failure) {
    let answer = try mediator.call(
      confirm, ["id": .int(note.id), "book": .int(note.book), "text": .text(note.text)])
    guard answer.bool == true else { throw Failure(.failed, "not_confirmed", "the note \(note.id) is kept") }
  }

  private func thoughts(_ call: borrowing Call, _ book: Int?, _ kind: String) throws(Failure) -> [LoggedNote] {
    try check(kind: kind)
    return try with { log throws(LogFault) in try log.notes(book: book, kind: kind) { call.isCancelled } }
  }

  private func with<R>(_ body: (NotesLog) throws(LogFault) -> R) throws(Failure) -> R {
    guard let log else {
      throw Failure(.failed, "no_notes_file", "there is no place for notes: set HOST_NOTES to a file's path, or HOME")
    }
    do throws(LogFault) {
      return try body(log)
    } catch {
      throw Failure(error == .cancelled ? .cancelled : .failed, error.reason, error.message)
    }
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  Notes.register(host, registration)
}
