import BookDetailFace
import ComponentHost
import ComponentKit
import DiscoverFace
import LibraryFace
import NotesFace
import ReaderFace
import ReviewFace
import Synchronization
import Testing
import WordCountFace

/// Every method of every face that waits, called on the components as they were built.
@Suite struct FaceTests {
  let folder = TemporaryFolder()
  let host: Host
  var mediator: Mediator { host.mediator }

  init() throws { host = try Example.host(in: folder) }

  @Test func `Library answers`() throws {
    let library = mediator.library
    let all = try library.list()
    #expect(all.books.map(\.id) == [1, 2, 3, 4, 5, 6] && all.skipped.isEmpty)
    let lamp = try library.book(id: 1)
    #expect(lamp == all.books[0] && lamp.year == 1931 && lamp.chapters == 3)
    #expect(try library.book(title: "the LAMP at Scarrow Head") == lamp)
    let text = try library.text(id: 2)
    let chapter = try library.text(id: 2, chapter: 1)
    #expect(text.contains(chapter) && text.count > chapter.count)
    let chapters = try library.chapters(id: 1)
    #expect(chapters.first == Chapter(number: 1, title: "The Book of Ships") && chapters.count == 3)
    let found = try library.search(query: "sea")
    #expect(found.books.map(\.id) == [1, 5] && found.books[0].found == .text && found.suggestions.isEmpty)
  }

  @Test func `Notes answers`() throws {
    let notes = mediator.notes
    let first = try notes.add(book: 11, text: "one", page: 2)
    let second = try notes.add(book: 11, text: "two", kind: "quote")
    let list = try notes.list(book: 11)
    #expect(list.map(\.text) == ["one"] && list[0].page == 2 && list[0].id == first)
    #expect(try notes.list(kind: "quote").contains { $0.id == second && $0.page == nil })
    #expect(try notes.count(book: 11, kind: "quote") == 1)
    #expect(try notes.edit(id: first, text: "once").text == "once")
    #expect(try notes.remove(id: first).text == "once")
    #expect(try notes.count(book: 11) == 0)
    #expect(try notes.bookmarked(book: 11) == nil)
    #expect(try notes.bookmark(book: 11, page: 3) == 3)
    #expect(try notes.bookmarked(book: 11) == 3)
    let report = try notes.check()
    #expect(report.file.hasPrefix(folder.path) && report.damaged.isEmpty)
  }

  @Test func `BookDetail answers`() throws {
    let facts = try mediator.bookDetail.detail(id: 1)
    #expect(facts.year == 1931 && facts.words == 505 && facts.minutes == 3 && facts.missing.isEmpty)
    let cover = try mediator.bookDetail.cover(id: 1)
    #expect(cover.contains("The Lamp at Scarrow Head"))
    let service = mediator.service((any BookDetailService).self)
    #expect(try service.detail(id: 1) == facts)
    #expect(try service.cover(id: 1) == cover)
  }

  @Test func `Review answers`() throws {
    let review = mediator.review
    #expect(try review.average(id: 3) == StarAverage(stars: nil, count: 0))
    #expect(try review.add(id: 3, stars: 4, text: "Good").stars == 4)
    #expect(try review.add(id: 3, stars: 5, text: "Better").book == 3)
    #expect(try review.list(id: 3).map(\.text) == ["Good", "Better"])
    #expect(try review.average(id: 3) == StarAverage(stars: 4.5, count: 2))
  }

  @Test func `Discover answers`() async throws {
    let discover = mediator.discover
    let book = try await onOwnThread { try discover.today(date: "2024-05-31") }
    #expect(book.id == 2 && book.date == "2024-05-31" && book.missing.isEmpty)
    #expect(try await onOwnThread { try discover.today() }.date.count == 10)
    let similar = try await onOwnThread { try discover.similar(id: 1) }
    #expect(similar.books.map(\.id) == [2, 5, 6] && similar.books[0].score == 0.126)
    let found = try await onOwnThread { try discover.search(query: "letters to a rivr") }
    #expect(found.books.isEmpty && found.suggestions == ["Letters to a River"])
  }

  @Test func `Reader answers`() throws {
    let reader = mediator.reader
    let detail = try reader.showDetail(id: 5)
    #expect(detail.author == "Dorothea Quill" && detail.detail?.id == 5 && detail.notes == [] && detail.missing.isEmpty)
    let page = try reader.open(id: 5, page: 2)
    #expect(page.contains("page 2 of"))
    #expect(try reader.open(id: 5) == page)
    #expect(try reader.next(id: 5).contains("page 3 of"))
    #expect(try reader.next(id: 5, page: 1) == page)
    #expect(try reader.previous(id: 5).contains("page 1 of"))
    #expect(try reader.previous(id: 5, page: 3) == page)
  }

  @Test func `Reader's overview answers`() async throws {
    let reader = mediator.reader
    let overview = try await onOwnThread { try reader.overview(id: 5) }
    #expect(overview.book?.author == "Dorothea Quill" && overview.notes == 0 && overview.missing.isEmpty)
  }

  @Test func `Reader's settings answer`() throws {
    let settings = mediator.reader.settings
    #expect(try settings.show() == PageSize(columns: 72, lines: 20))
    #expect(try settings.set(columns: 60) == PageSize(columns: 60, lines: 20))
    #expect(try settings.set(lines: 30) == PageSize(columns: 60, lines: 30))
    #expect(try settings.show() == PageSize(columns: 60, lines: 30))
  }

  @Test func `WordCount answers`() throws {
    let words = mediator.wordCount
    #expect(try words.count(text: "a b a") == Counts(words: 3, lines: 1, characters: 5))
    #expect(try words.countBook(id: 1).words == 505)
    #expect(try words.top(text: "a b a", n: 1) == [Frequency(word: "a", count: 2)])
    #expect(try words.top(text: "a b c d e f g h i j k l").count == 10)
  }

  @Test func `progress and a time limit go with the request itself`() async throws {
    let heard = Heard()
    _ = try await onOwnThread { [mediator] in
      try mediator.call(FindSimilar(id: 1), timeLimit: .seconds(600)) { _, message in heard.add(message) }
    }
    #expect(heard.all.contains("comparing with Letters to a River"))
    let failed = failure { () throws(Failure) in try mediator.call(FindSimilar(id: 1), timeLimit: .zero) }
    #expect(failed?.code == .timedOut)
  }
}

private final class Heard: Sendable {
  private let words = Mutex<[String]>([])
  var all: [String] { words.withLock { $0 } }
  func add(_ word: String) { words.withLock { $0.append(word) } }
}
