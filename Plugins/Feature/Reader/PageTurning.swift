import ComponentKit
import LibraryFace
import NotesFace
import ReaderFace
import ReaderPages

/// One book that is being read, from the moment it is opened to the page that is shown.
struct PageTurning {
  let id: Int
  let mediator: Mediator
  let size: PageSize
  let title: String
  let author: String
  let pages: Pages
  /// Whether title and number of the page stand above it.
  var isHeaded = true

  init(id: Int, mediator: Mediator, size: PageSize) throws(Failure) {
    self.id = id
    self.mediator = mediator
    self.size = size
    let unopened = "the book \(id) can't be opened"
    let book = try Neighbour.library.needed(mediator.library.book(id: id), or: unopened)
    (title, author) = (book.title, book.author)
    let text = try Neighbour.library.needed(mediator.library.text(id: id), or: unopened)
    pages = Pages(text, columns: size.columns, lines: size.lines)
  }

  /// The same for a volume that Library has lent: it is as it was then.
  init(volume: Object, mediator: Mediator, size: PageSize) throws(Failure) {
    self.mediator = mediator
    self.size = size
    let lent = try Neighbour.library.needed(mediator.library.volume(volume), or: "the volume can't be opened")
    (id, title, author) = (lent.id, lent.title, lent.author)
    pages = Pages(lent.text, columns: size.columns, lines: size.lines)
  }

  /// Shows a page, or the one last read, or the first.
  func open(_ page: Int?) throws(Failure) -> String {
    if let page { return try show(page) }
    return try show(place())
  }

  var count: Int { pages.count }

  /// The page last read, or the first.
  func place() throws(Failure) -> Int {
    min(try Neighbour.notes.ifThere(mediator.notes.bookmarked(book: id) ?? 1) ?? 1, pages.count)
  }

  /// Shows the page before or after a page, or before or after the one last read.
  func turn(by step: Int, from page: Int?) throws(Failure) -> String {
    guard let from = page == nil ? try lastRead() : page else { return try show(1) }
    guard (1...pages.count).contains(from) else { throw noSuchPage(from) }
    let next = from + step
    if next < 1 { throw Failure(.failed, "first_page", "this is the first page of '\(title)'") }
    if next > pages.count {
      throw Failure(.failed, "last_page", "page \(from) is the last one of '\(title)'")
    }
    return try show(next)
  }

  private func lastRead() throws(Failure) -> Int? {
    try Neighbour.notes.needed(
      mediator.notes.bookmarked(book: id).map { min($0, pages.count) },
      or: "where you are in '\(title)' is not known, say page=...", reason: "place_unknown")
  }

  // The page as a person reads it; the bookmark moves with it.
  private func show(_ number: Int) throws(Failure) -> String {
    guard (1...pages.count).contains(number) else { throw noSuchPage(number) }
    var lines = isHeaded ? [head(number), String(repeating: "-", count: size.columns), ""] : []
    lines += pages.pages[number - 1]
    var missing: [String: Missing] = [:]
    _ = try Neighbour.notes.ifThere(mediator.notes.bookmark(book: id, page: number), noting: &missing)
    if let why = missing["Notes"] { lines += ["", "(this place can't be kept: \(why.message))"] }
    return lines.joined(separator: "\n")
  }

  // Title and author on the left, the page's number on the right; the title gives way where both don't fit.
  private func head(_ number: Int) -> String {
    let right = "page \(number) of \(pages.count)"
    let room = max(1, size.columns - right.count - 2)
    let left = fill("\(title) - \(author)", columns: room).first ?? ""
    return left + String(repeating: " ", count: max(2, size.columns - columnCount(left) - right.count)) + right
  }

  private func noSuchPage(_ number: Int) -> Failure {
    Failure(.failed, "no_such_page", "'\(title)' has no page \(number); it has \(pages.count) of them")
  }
}
