import ComponentKit

extension Shelf {
  /// The titles that look most like a misspelled one, or have a word that does; at most three, the nearest first.
  public func titles(near query: String) -> [String] {
    let wanted = Search.plain(query)
    var near = nearNames(to: wanted, among: books.map(\.title))
    let words = books.map { book in (book.title, Search.plain(book.title).split(separator: " ").map(String.init)) }
    for word in [wanted] + nearNames(to: wanted, among: words.flatMap(\.1)) {
      near += words.filter { $0.1.contains(word) }.map(\.0)
    }
    var seen: Set<String> = []
    return Array(near.filter { seen.insert($0).inserted }.prefix(3))
  }
}
