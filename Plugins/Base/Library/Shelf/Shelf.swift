/// The books of one folder at one moment.
public struct Shelf: Sendable {
  public static let bookLimit = 10_000
  public static let sizeLimit = 256 << 20

  /// By their ids.
  public let books: [Book]
  /// The files that are no books, and why.
  public let skipped: [(file: String, fault: BookFault)]

  /// Reads every `.txt` file of a folder. Of two books with one id the file that sorts first has it.
  public init(folder: String) throws(BookFault) {
    guard let names = BookFile.names(in: folder) else { throw .unreadable(BookFile.systemMessage()) }
    self.init(names) { name throws(BookFault) in try BookFile.bytes("\(folder)/\(name)") }
  }

  init(_ names: [String], bytes: (String) throws(BookFault) -> [UInt8]) {
    var books: [Book] = []
    var skipped: [(file: String, fault: BookFault)] = []
    var owners: [Int: String] = [:]
    var size = 0
    for name in names {
      do throws(BookFault) {
        if books.count == Shelf.bookLimit || size > Shelf.sizeLimit { throw .shelfFull }
        let book = try Book(parsing: bytes(name))
        if let owner = owners[book.id] { throw .duplicate(id: book.id, file: owner) }
        owners[book.id] = name
        size += book.text.utf8.count
        books.append(book)
      } catch {
        skipped.append((name, error))
      }
    }
    self.books = books.sorted { $0.id < $1.id }
    self.skipped = skipped
  }

  /// The book with an id.
  public subscript(id: Int) -> Book? {
    var low = 0
    var high = books.count
    while low < high {
      let middle = (low + high) / 2
      if books[middle].id == id { return books[middle] }
      if books[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// The book with a title, in whatever case it is written.
  public func book(titled title: String) -> Book? {
    let wanted = title.lowercased()
    return books.first { $0.title.lowercased() == wanted }
  }
}
