import Glibc
import Testing

@testable import NotesLog

@Suite struct NotesLogTests {
  let folder = TemporaryFolder()
  var path: String { "\(folder.path)/notes.log" }

  @Test func `notes are kept, changed, removed and counted by book and kind`() throws {
    let log = NotesLog(path: path)
    #expect(try add(log, 1, "first") == 1)
    #expect(try add(log, 2, "other book") == 2)
    #expect(try log.add(book: 1, page: 12, kind: "review", text: "4 good", time: 100) == 3)
    #expect(try log.notes(book: 1).map(\.id) == [1, 3])
    #expect(try log.notes(book: 1, kind: "note").map(\.text) == ["first"])
    #expect(try log.notes().count == 3)
    #expect(try log.edit(1, text: "better").text == "better")
    #expect(try log.remove(2).text == "other book")
    for log in [log, NotesLog(path: path)] {
      #expect(try log.notes().map(\.text) == ["better", "4 good"])
      #expect(try log.notes(kind: "review").first?.page == 12)
    }
    #expect(throws: LogFault.noSuchNote(id: 2)) { try log.remove(2) }
    #expect(throws: LogFault.noSuchNote(id: 9)) { try log.edit(9, text: "x") }
    #expect(try add(log, 1, "next") == 4)
  }

  @Test func `a place is kept for each book`() throws {
    let log = NotesLog(path: path)
    #expect(try log.place(book: 1) == nil)
    try log.setPlace(book: 1, page: 3, time: 50)
    try log.setPlace(book: 2, page: 9, time: 51)
    try log.setPlace(book: 1, page: 4, time: 52)
    #expect(try NotesLog(path: path).place(book: 1)?.page == 4)
    #expect(try NotesLog(path: path).place(book: 2)?.page == 9)
    let size = try log.report().size
    try log.setPlace(book: 1, page: 4, time: 53)
    #expect(try log.report().size == size)
  }

  @Test func `looking makes no file, keeping makes it and its folders for the owner alone`() throws {
    let deep = NotesLog(path: "\(folder.path)/a/b/notes.log")
    #expect(try deep.notes().isEmpty)
    #expect(try deep.place(book: 1) == nil)
    #expect(!folder.exists("a"))
    _ = try add(deep, 1, "x")
    #expect(mode("a") == 0o700)
    #expect(mode("a/b") == 0o700)
    #expect(mode("a/b/notes.log") == 0o600)
  }

  @Test func `two logs on one file see each other's notes`() throws {
    let (one, two) = (NotesLog(path: path), NotesLog(path: path))
    for round in 1...10 {
      #expect(try add(one, 1, "one") == 2 * round - 1)
      #expect(try add(two, 1, "two") == 2 * round)
    }
    #expect(try one.notes() == two.notes())
  }

  @Test func `threads with logs of their own and with one log lose nothing`() async throws {
    let shared = NotesLog(path: path)
    let path = path
    let ids = try await withThrowingTaskGroup(of: [Int].self) { group in
      for worker in 0..<8 {
        group.addTask {
          let log = worker % 2 == 0 ? shared : NotesLog(path: path, patience: .seconds(60))
          return try (0..<25).map { try log.add(book: worker + 1, page: nil, kind: "note", text: "\($0)", time: 0) }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(ids.sorted() == Array(1...200))
    let notes = try NotesLog(path: path).notes()
    #expect(notes.map(\.id) == Array(1...200))
    #expect(notes.filter { $0.book == 3 }.map(\.text) == (0..<25).map(String.init))
  }

  @Test func `a file that is deleted or put back is read anew`() throws {
    let log = NotesLog(path: path)
    _ = try add(log, 1, "first")
    let copy = folder.read("notes.log")
    _ = try add(log, 1, "second")
    unlink(path)
    #expect(try log.notes().isEmpty)
    folder.write("notes.log", copy)
    #expect(try log.notes().map(\.text) == ["first"])
    folder.write("notes.log", [])
    #expect(try log.notes().isEmpty)
    #expect(try add(log, 1, "again") == 1)
  }

  @Test func `a file that is no log is left alone`() throws {
    let log = NotesLog(path: path)
    for text in ["Dear diary\n", "x", "component notes\n", String(repeating: "\n", count: 1000)] {
      folder.write("notes.log", text)
      #expect(throws: LogFault.notALog(path: path)) { try log.notes() }
      #expect(throws: LogFault.notALog(path: path)) { try add(log, 1, "x") }
      #expect(folder.read("notes.log") == Array(text.utf8))
    }
    folder.write("notes.log", "component notes 2\nwho knows\n")
    #expect(throws: LogFault.newer(path: path)) { try add(log, 1, "x") }
    unlink(path)
    mkfifo(path, 0o600)
    #expect(throws: LogFault.notALog(path: path)) { try add(log, 1, "x") }
    unlink(path)
    mkdir(path, 0o700)
    #expect(throws: LogFault.unwritable(step: "open", path: path, why: "Is a directory")) { try add(log, 1, "x") }
  }

  @Test func `whoever holds the lock for too long is not waited for`() throws {
    _ = try add(NotesLog(path: path), 1, "x")
    let other = open(path, O_RDWR)
    defer { close(other) }
    flock(other, LOCK_EX)
    let log = NotesLog(path: path, patience: .milliseconds(100))
    #expect(throws: LogFault.locked(path: path)) { try log.notes() }
    #expect(throws: LogFault.cancelled) { try log.notes(isCancelled: { true }) }
    flock(other, LOCK_UN)
    #expect(try log.notes().count == 1)
  }

  private func add(_ log: NotesLog, _ book: Int, _ text: String) throws -> Int {
    try log.add(book: book, page: nil, kind: "note", text: text, time: 1_700_000_000)
  }

  private func mode(_ name: String) -> UInt32 {
    var status = stat()
    stat("\(folder.path)/\(name)", &status)
    return status.st_mode & 0o777
  }
}
