/// A place where a search found something.
public struct Hit: Sendable, Equatable {
  public enum Place: String, Sendable {
    case title, author, text
  }

  public let book: Book
  public let place: Place
  /// The words around what was found.
  public let excerpt: String
}

extension Shelf {
  /// The books in which the words of a query occur together: in the title, the author's name or a paragraph.
  ///
  /// One hit for each book, those in titles first, then those in names.
  public func search(_ query: String) -> [Hit] {
    let wanted = Array(Search.plain(query).utf8)
    if wanted.isEmpty { return [] }
    let hits = books.compactMap { book -> Hit? in
      if Search.found(wanted, in: book.title) { return Hit(book: book, place: .title, excerpt: book.title) }
      if Search.found(wanted, in: book.author) { return Hit(book: book, place: .author, excerpt: book.author) }
      for paragraph in Search.paragraphs(of: book.text) where Search.found(wanted, in: paragraph) {
        return Hit(book: book, place: .text, excerpt: Search.excerpt(of: paragraph, around: wanted))
      }
      return nil
    }
    let order: [Hit.Place] = [.title, .author, .text]
    return order.flatMap { place in hits.filter { $0.place == place } }
  }
}

/// How texts are compared: in lower case, with single spaces.
enum Search {
  static func plain(_ text: String) -> String {
    text.lowercased().split { $0.isWhitespace }.joined(separator: " ")
  }

  static func found(_ wanted: [UInt8], in text: String) -> Bool {
    place(of: wanted, in: Array(plain(text).utf8)) != nil
  }

  /// Where the bytes first occur.
  static func place(of wanted: [UInt8], in bytes: [UInt8]) -> Int? {
    guard let first = wanted.first, bytes.count >= wanted.count else { return nil }
    for start in 0...(bytes.count - wanted.count)
    where bytes[start] == first && bytes[start..<(start + wanted.count)].elementsEqual(wanted) {
      return start
    }
    return nil
  }

  /// The paragraphs, each without its line breaks.
  static func paragraphs(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .split { line in line.allSatisfy(\.isWhitespace) }
      .map { lines in lines.joined(separator: " ") }
  }

  /// About eighty letters of a paragraph, with what was found in their midst; whole words only.
  static func excerpt(of paragraph: String, around wanted: [UInt8]) -> String {
    let words = paragraph.split { $0.isWhitespace }.map(String.init)
    // The word in which the hit begins: as many words as there are spaces before it.
    let plain = Array(plain(paragraph).utf8)
    guard let place = place(of: wanted, in: plain), !words.isEmpty else { return paragraph }
    let hit = min(plain[..<place].count { $0 == 0x20 }, words.count - 1)
    var first = hit
    var last = hit
    var width = words[hit].count
    while width < 80, first > 0 || last < words.count - 1 {
      if last < words.count - 1 {
        last += 1
        width += words[last].count + 1
      }
      if first > 0, width < 80 {
        first -= 1
        width += words[first].count + 1
      }
    }
    let text = words[first...last].joined(separator: " ")
    return (first > 0 ? "… " : "") + text + (last < words.count - 1 ? " …" : "")
  }
}
