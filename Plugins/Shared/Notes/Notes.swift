import ComponentKit
import Glibc
import NotesLog

/// What readers think of a book, and where they are in it; kept in a file that survives a crash.
///
/// The file is `HOST_NOTES` in the environment, or else `component-host/notes.log` where the user's data lies.
struct Notes: Component {
  static let summary = "Readers' thoughts on a book, kept crash-safe on disk"

  /// Nil where nothing says in which file.
  let log: NotesLog?

  init(mediator: Mediator) { log = notesPath().map { NotesLog(path: $0) } }

  var actions: [Action] {
    Action("add", "Keeps a thought: book=1 text=... [page=12] [kind=note]") { call in
      let (book, text, kind) = try (call.positive("book"), call.thought("text"), call.kind())
      let page = call.has("page") ? try call.positive("page") : nil
      return try with { log throws(LogFault) in
        .int(
          try log.add(book: book, page: page, kind: kind, text: text, time: time(nil)) { call.isCancelled })
      }
    }
    Action("edit", "Gives a thought another text: id=1 text=...") { call in
      let (id, text) = try (call.int("id"), call.thought("text"))
      return try with { log throws(LogFault) in try log.edit(id, text: text) { call.isCancelled }.asValue }
    }
    Action("remove", "Forgets a thought: id=1") { call in
      let id = try call.int("id")
      return try with { log throws(LogFault) in try log.remove(id) { call.isCancelled }.asValue }
    }
    Action("list", "The thoughts on a book, or all: [book=1] [kind=note]") { call in
      .list(try thoughts(call, call.has("book") ? call.int("book") : nil).map(\.asValue))
    }
    Action("count", "How many thoughts there are on a book: book=1 [kind=note]") { call in
      .int(try thoughts(call, call.int("book")).count)
    }
    Action("bookmark", "Remembers the page where a reader is: book=1 page=12") { call in
      let (book, page) = try (call.positive("book"), call.positive("page"))
      return try with { log throws(LogFault) in
        try log.setPlace(book: book, page: page, time: time(nil)) { call.isCancelled }
        return .int(page)
      }
    }
    Action("bookmarked", "The page where a reader is, or null: book=1") { call in
      let book = try call.int("book")
      return try with { log throws(LogFault) in
        try log.place(book: book) { call.isCancelled }.map { .int($0.page) } ?? .null
      }
    }
    Action("check", "In what state the file of the notes is") { call in
      try with { log throws(LogFault) in try log.report { call.isCancelled }.asValue(log.path) }
    }
  }

  private func thoughts(_ call: borrowing Call, _ book: Int?) throws -> [Note] {
    let kind = try call.kind()
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
