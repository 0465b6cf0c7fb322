import BookDetailFace
import ComponentHost
import ComponentKit
import DiscoverFace
import LibraryFace
import NotesFace
import ReaderFace
import ReviewFace
import Testing
import WordCountFace

/// Every method of every face that keeps no thread, called on the components as they were built.
@Suite struct AwaitedFaceTests {
  let folder = TemporaryFolder()
  let host: Host
  var mediator: Mediator { host.mediator }

  init() throws { host = try Example.host(in: folder) }

  @Test func `Library answers`() async throws {
    let library = mediator.library
    let all = try await library.list()
    #expect(all.books.map(\.id) == [1, 2, 3, 4, 5, 6] && all.skipped.isEmpty)
    let lamp = try await library.book(id: 1)
    #expect(lamp == all.books[0] && lamp.year == 1931 && lamp.chapters == 3)
    #expect(try await library.book(title: "the LAMP at Scarrow Head") == lamp)
    let text = try await library.text(id: 2)
    let chapter = try await library.text(id: 2, chapter: 1)
    #expect(text.contains(chapter) && text.count > chapter.count)
    let chapters = try await library.chapters(id: 1)
    #expect(chapters.first == Chapter(number: 1, title: "The Book of Ships") && chapters.count == 3)
    let found = try await library.search(query: "sea")
    #expect(found.books.map(\.id) == [1, 5] && found.books[0].found == .text && found.suggestions.isEmpty)
  }

  @Test func `Notes answers`() async throws {
    let notes = mediator.notes
    let first = try await notes.add(book: 12, text: "one", page: 2)
    let second = try await notes.add(book: 12, text: "two", kind: "quote")
    let list = try await notes.list(book: 12)
    #expect(list.map(\.text) == ["one"] && list[0].page == 2 && list[0].id == first)
    #expect(try await notes.list(kind: "quote").contains { $0.id == second && $0.page == nil })
    #expect(try await notes.count(book: 12, kind: "quote") == 1)
    #expect(try await notes.edit(id: first, text: "once").text == "once")
    #expect(try await notes.remove(id: first).text == "once")
    #expect(try await notes.count(book: 12) == 0)
    #expect(try await notes.bookmarked(book: 12) == nil)
    #expect(try await notes.bookmark(book: 12, page: 3) == 3)
    #expect(try await notes.bookmarked(book: 12) == 3)
    let report = try await notes.check()
    #expect(report.file.hasPrefix(folder.path) && report.damaged.isEmpty)
  }

  @Test func `BookDetail answers`() async throws {
    let facts = try await mediator.bookDetail.detail(id: 1)
    #expect(facts.year == 1931 && facts.words == 505 && facts.minutes == 3 && facts.missing.isEmpty)
    let cover = try await mediator.bookDetail.cover(id: 1)
    #expect(cover.contains("The Lamp at Scarrow Head"))
    let service = mediator.service((any BookDetailService).self)
    #expect(try await service.detail(id: 1) == facts)
    #expect(try await service.cover(id: 1) == cover)
  }

  @Test func `Review answers`() async throws {
    let review = mediator.review
    #expect(try await review.average(id: 4) == StarAverage(stars: nil, count: 0))
    #expect(try await review.add(id: 4, stars: 4, text: "Good").stars == 4)
    #expect(try await review.add(id: 4, stars: 5, text: "Better").book == 4)
    #expect(try await review.list(id: 4).map(\.text) == ["Good", "Better"])
    #expect(try await review.average(id: 4) == StarAverage(stars: 4.5, count: 2))
  }

  @Test func `Discover answers`() async throws {
    let discover = mediator.discover
    let book = try await discover.today(date: "2024-05-31")
    #expect(book.id == 2 && book.date == "2024-05-31" && book.missing.isEmpty)
    #expect(try await discover.today().date.count == 10)
    let similar = try await discover.similar(id: 1)
    #expect(similar.books.map(\.id) == [2, 5, 6] && similar.books[0].score == 0.126)
    let found = try await discover.search(query: "letters to a rivr")
    #expect(found.books.isEmpty && found.suggestions == ["Letters to a River"])
  }

  @Test func `Reader answers`() async throws {
    let reader = mediator.reader
    let detail = try await reader.showDetail(id: 6)
    #expect(detail.author == "Marisol Teague" && detail.detail?.id == 6 && detail.notes == [] && detail.missing.isEmpty)
    let page = try await reader.open(id: 6, page: 2)
    #expect(page.contains("page 2 of"))
    #expect(try await reader.open(id: 6) == page)
    #expect(try await reader.next(id: 6).contains("page 3 of"))
    #expect(try await reader.next(id: 6, page: 1) == page)
    #expect(try await reader.previous(id: 6).contains("page 1 of"))
    #expect(try await reader.previous(id: 6, page: 3) == page)
  }

  @Test func `Reader's overview answers`() async throws {
    let reader = mediator.reader
    let overview = try await reader.overview(id: 6)
    #expect(overview.book?.author == "Marisol Teague" && overview.notes == 0 && overview.missing.isEmpty)
  }

  @Test func `Reader's settings answer`() async throws {
    let settings = mediator.reader.settings
    #expect(try await settings.show() == PageSize(columns: 72, lines: 20))
    #expect(try await settings.set(columns: 60) == PageSize(columns: 60, lines: 20))
    #expect(try await settings.set(lines: 30) == PageSize(columns: 60, lines: 30))
    #expect(try await settings.show() == PageSize(columns: 60, lines: 30))
  }

  @Test func `WordCount answers`() async throws {
    let words = mediator.wordCount
    #expect(try await words.count(text: "a b a") == Counts(words: 3, lines: 1, characters: 5))
    #expect(try await words.countBook(id: 1).words == 505)
    #expect(try await words.top(text: "a b a", n: 1) == [Frequency(word: "a", count: 2)])
    #expect(try await words.top(text: "a b c d e f g h i j k l").count == 10)
  }

  private func answer<T>(_ question: () async throws(Failure) -> T) async -> Result<T, Failure> {
    do throws(Failure) { return .success(try await question()) } catch { return .failure(error) }
  }

  @Test func `the same words wait in a function that does, and await in one that can`() async {
    // Only a call that belongs to its task hears that the task is cancelled.
    let discover = mediator.discover
    func wait() throws(Failure) -> SimilarBooks { try discover.similar(id: 1) }
    // What waits in it keeps a thread from the async action that it waits for, so it is none that tasks share.
    let task = Task(executorPreference: OwnThread()) {
      withUnsafeCurrentTask { $0?.cancel() }
      return (
        Result { () throws(Failure) in try wait().books.count },
        await answer { () async throws(Failure) in try await discover.similar(id: 1).books.count }
      )
    }
    let (waited, awaited) = await task.value
    #expect(waited == .success(3))
    let failure = #expect(throws: Failure.self) { try awaited.get() }
    #expect(failure?.code == .cancelled)
  }
}
