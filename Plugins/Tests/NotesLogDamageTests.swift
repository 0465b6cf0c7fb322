import Glibc
import Testing

@testable import NotesLog

@Suite struct NotesLogDamageTests {
  let folder = TemporaryFolder()
  var path: String { "\(folder.path)/notes.log" }

  @Test func `a record torn at any byte is cut off, and all before it are there`() throws {
    let whole = try threeNotes()
    let start = try #require(whole[..<(whole.count - 1)].lastIndex(of: 0x0A)) + 1
    for count in start..<whole.count {
      folder.write("notes.log", Array(whole[..<count]))
      let log = NotesLog(path: path)
      #expect(try log.notes().map(\.text) == ["one", "two"])
      #expect(try log.report().cut == count - start)
      #expect(try log.add(book: 1, page: nil, kind: "note", text: "after", time: 0) == 3)
      #expect(try NotesLog(path: path).notes().map(\.text) == ["one", "two", "after"])
      #expect(try NotesLog(path: path).report().damaged == [])
    }
  }

  @Test func `a file torn anywhere keeps what is whole`() throws {
    let whole = try threeNotes()
    for count in whole.indices {
      folder.write("notes.log", Array(whole[..<count]))
      let log = NotesLog(path: path)
      let texts = try log.notes().map(\.text)
      #expect(["one", "two", "three"].starts(with: texts))
      let id = try log.add(book: 1, page: nil, kind: "note", text: "after", time: 0)
      #expect(id == texts.count + 1)
      #expect(try NotesLog(path: path).notes().map(\.text) == texts + ["after"])
    }
  }

  @Test func `zeros at the end, as some file systems leave them, are cut off`() throws {
    let whole = try threeNotes()
    folder.write("notes.log", whole + [UInt8](repeating: 0, count: 5000))
    #expect(try NotesLog(path: path).notes().count == 3)
    #expect(try NotesLog(path: path).report().cut == 5000)
  }

  @Test func `a wrong checksum at the end is cut off`() throws {
    var bytes = try threeNotes()
    bytes[bytes.count - 3] ^= 1
    folder.write("notes.log", bytes)
    let log = NotesLog(path: path)
    #expect(try log.notes().map(\.text) == ["one", "two"])
    #expect(try log.report().cut > 0)
  }

  @Test func `a damaged byte anywhere loses no other record, and is reported`() throws {
    let whole = try threeNotes()
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 0x01
      folder.write("notes.log", bytes)
      let log = NotesLog(path: path)
      let texts = try log.notes().map(\.text)
      let report = try log.report()
      // The end of a line belongs to two records: it ends one, and the next begins after it.
      #expect(texts.count >= (whole[place] == 0x0A ? 1 : 2))
      #expect(texts.allSatisfy { ["one", "two", "three"].contains($0) })
      #expect(texts.count == 3 || !report.damaged.isEmpty || report.cut > 0)
      #expect(try log.add(book: 1, page: nil, kind: "note", text: "after", time: 0) > texts.count)
      #expect(try NotesLog(path: path).notes().map(\.text) == texts + ["after"])
      if report.cut == 0 { #expect(try NotesLog(path: path).report().damaged == report.damaged) }
    }
  }

  @Test func `a damaged file is not compacted`() throws {
    var bytes = try threeNotes()
    bytes[30] ^= 1
    folder.write("notes.log", bytes)
    let log = NotesLog(path: path)
    for page in 1...300 { try log.setPlace(book: 1, page: page, time: page) }
    #expect(try log.report().records > 300)
    #expect(folder.read("notes.log").starts(with: bytes))
  }

  @Test func `a log of mostly dead records is compacted, and says the same`() throws {
    let log = NotesLog(path: path)
    let other = NotesLog(path: path)
    let gone = try log.add(book: 1, page: nil, kind: "note", text: "gone", time: 0)
    _ = try log.add(book: 1, page: 7, kind: "note", text: "stays", time: 5)
    let last = try log.add(book: 1, page: nil, kind: "note", text: "gone too", time: 0)
    _ = try (log.remove(gone), log.remove(last))
    for page in 1...500 {
      try log.setPlace(book: page % 2, page: page, time: page)
      if page % 100 == 0 { #expect(try other.place(book: 0)?.page == page) }
    }
    #expect(try log.report().records < 150)
    #expect(!folder.exists("notes.log.new"))
    for log in [log, other, NotesLog(path: path)] {
      #expect(try log.notes().map(\.text) == ["stays"])
      #expect(try log.place(book: 1)?.page == 499)
    }
    // An id that was given is not given again.
    #expect(try other.add(book: 1, page: nil, kind: "note", text: "new", time: 0) == 4)
    #expect(try log.notes().map(\.id) == [2, 4])
  }

  @Test func `compaction follows a link and clears what a crash left of it`() throws {
    mkdir("\(folder.path)/real", 0o700)
    symlink("\(folder.path)/real/kept.log", path)
    folder.write("real/kept.log.new", "left by a crash")
    let log = NotesLog(path: path)
    for page in 1...200 { try log.setPlace(book: 1, page: page, time: page) }
    #expect(try log.report().records < 100)
    var status = stat()
    lstat(path, &status)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    #expect(try NotesLog(path: "\(folder.path)/real/kept.log").place(book: 1)?.page == 200)
    #expect(!folder.exists("real/kept.log.new"))
  }

  // The bytes of a log with the notes one, two and three.
  private func threeNotes() throws -> [UInt8] {
    let log = NotesLog(path: path)
    for text in ["one", "two", "three"] { _ = try log.add(book: 1, page: nil, kind: "note", text: text, time: 0) }
    return folder.read("notes.log")
  }
}
