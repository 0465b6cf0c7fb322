import Testing

@testable import LibraryShelf

@Suite struct SearchTests {
  private let shelf = Shelf(["a", "b", "c"]) { name throws(BookFault) in
    switch name {
    case "a": Array("id: 1\ntitle: The Lamp\nauthor: Ada Morrow\n\nA dark\nship. Äpfel.".utf8)
    case "b": Array("id: 2\ntitle: A Ship\nauthor: Bert Lamp\n\nNothing.".utf8)
    default: Array("id: 3\ntitle: Rivers\nauthor: C\n\nThe lamp went\n\nout.".utf8)
    }
  }

  @Test func `titles come before names and names before texts`() {
    let hits = shelf.search("lamp")
    #expect(hits.map(\.book.id) == [1, 2, 3])
    #expect(hits.map(\.place) == [.title, .author, .text])
  }

  @Test func `case, line breaks and spaces don't matter`() {
    #expect(shelf.search("  DARK ship ").map(\.book.id) == [1])
    #expect(shelf.search("äpfel").map(\.book.id) == [1])
    #expect(shelf.search("ÄPFEL").map(\.book.id) == [1])
  }

  @Test func `words in two paragraphs are not together`() {
    #expect(shelf.search("went out").isEmpty)
  }

  @Test func `nothing finds nothing`() {
    #expect(shelf.search("").isEmpty)
    #expect(shelf.search(" \n").isEmpty)
    #expect(shelf.search(String(repeating: "x", count: 100_000)).isEmpty)
  }

  @Test func `an excerpt has what was found in its midst`() {
    let words = (1...100).map { "word\($0)" }.joined(separator: " ")
    let excerpt = Search.excerpt(of: words, around: Array("word50 word51".utf8))
    #expect(excerpt.hasPrefix("… "))
    #expect(excerpt.hasSuffix(" …"))
    #expect(excerpt.contains("word50 word51"))
    #expect(excerpt.count < 110)
    #expect(Search.excerpt(of: "short one", around: Array("one".utf8)) == "short one")
  }

  @Test(arguments: [
    ("Teh Lamp", ["The Lamp"]), ("rivres", ["Rivers"]), ("lmap", ["The Lamp"]), ("ship", ["A Ship"]), ("zzzzzz", []),
    ("", []),
  ])
  func `a misspelled title has its like`(_ query: String, _ titles: [String]) {
    #expect(shelf.titles(near: query) == titles)
  }
}
