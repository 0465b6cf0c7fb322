import Glibc
import Testing

@testable import LibraryShelf

@Suite struct ShelfTests {
  let folder = TemporaryFolder()

  @Test func `a shelf has the books of its folder in the order of their ids`() throws {
    folder.write("b.txt", book(1))
    folder.write("a.txt", book(12))
    folder.write("c.txt", book(5))
    let shelf = try Shelf(folder: folder.path)
    #expect(shelf.books.map(\.id) == [1, 5, 12])
    #expect(shelf[5]?.title == "Title 5")
    #expect(shelf[2] == nil)
    #expect(shelf[99] == nil)
    #expect(shelf.book(titled: "tITLE 12")?.id == 12)
    #expect(shelf.skipped.isEmpty)
  }

  @Test func `of two books with one id the first file has it`() throws {
    folder.write("a.txt", book(1))
    folder.write("b.txt", book(1))
    let shelf = try Shelf(folder: folder.path)
    #expect(shelf.books.count == 1)
    #expect(shelf.skipped.map(\.file) == ["b.txt"])
    #expect(shelf.skipped.map(\.fault) == [.duplicate(id: 1, file: "a.txt")])
  }

  @Test(.timeLimit(.minutes(1))) func `nothing in a folder makes the reader wait or fail`() throws {
    folder.write("good.txt", book(1))
    folder.write("garbage.txt", [0xFF, 0xFE, 0x00])
    folder.write("readme.md", "not a book and not looked at")
    folder.write(".hidden.txt", "no")
    mkfifo("\(folder.path)/fifo.txt", 0o600)
    mkdir("\(folder.path)/folder.txt", 0o700)
    symlink("\(folder.path)/nowhere", "\(folder.path)/dangling.txt")
    symlink("/dev/zero", "\(folder.path)/endless.txt")
    symlink("\(folder.path)/loop.txt", "\(folder.path)/loop.txt")
    folder.write("huge.txt", "")
    truncate("\(folder.path)/huge.txt", 1 << 40)

    let shelf = try Shelf(folder: folder.path)
    #expect(shelf.books.map(\.id) == [1])
    let faults = Dictionary(uniqueKeysWithValues: shelf.skipped.map { ($0.file, $0.fault) })
    #expect(
      faults == [
        "garbage.txt": .notText("it has control characters"),
        "fifo.txt": .notAFile,
        "folder.txt": .notAFile,
        "dangling.txt": .unreadable("No such file or directory"),
        "endless.txt": .notAFile,
        "loop.txt": .unreadable("Too many levels of symbolic links"),
        "huge.txt": .tooLarge(limit: 8 << 20),
      ])
  }

  @Test func `a folder that is none is a fault`() {
    #expect(throws: BookFault.unreadable("No such file or directory")) { try Shelf(folder: "\(folder.path)/none") }
    folder.write("file", "x")
    #expect(throws: BookFault.unreadable("Not a directory")) { try Shelf(folder: "\(folder.path)/file") }
    mkfifo("\(folder.path)/fifo", 0o600)
    #expect(throws: BookFault.unreadable("Not a directory")) { try Shelf(folder: "\(folder.path)/fifo") }
  }

  @Test func `a bookcase sees books that come, go and change`() throws {
    let bookcase = Bookcase(folder: folder.path)
    #expect(try bookcase.shelf().books.isEmpty)
    folder.write("a.txt", book(1))
    usleep(20_000)
    #expect(try bookcase.shelf().books.map(\.id) == [1])
    folder.write("new", book(2))
    rename("\(folder.path)/new", "\(folder.path)/a.txt")
    usleep(20_000)
    #expect(try bookcase.shelf().books.map(\.id) == [2])
    folder.write("a.txt", book(3))
    usleep(1_100_000)
    #expect(try bookcase.shelf().books.map(\.id) == [3])
    unlink("\(folder.path)/a.txt")
    usleep(20_000)
    #expect(try bookcase.shelf().books.isEmpty)
  }

  @Test func `the books that come with the component are books`() throws {
    let shelf = try Shelf(folder: sampleBooks)
    #expect(shelf.skipped.isEmpty)
    #expect(shelf.books.map(\.id) == Array(1...6))
    #expect(shelf.books.allSatisfy { $0.chapters.count >= 3 && !$0.summary.isEmpty && $0.year != nil })
  }

  private var sampleBooks: String {
    let package = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    return "/\(package)/Base/Library/Books"
  }

  private func book(_ id: Int) -> String { "id: \(id)\ntitle: Title \(id)\nauthor: A\n\nText \(id)." }
}
