import ComponentKit

/// A request to Library. None of them changes anything, so that all may come from outside.
public protocol LibraryRequest: Request {}

extension LibraryRequest {
  public static var target: String { "Library" }
  public static var isRemote: Bool { true }
  public static var reads: Bool { true }
}

public struct ListBooks: LibraryRequest {
  public static let action = "list"
  public static let summary = "Lists all books, and the files that are none"
  public typealias Reply = Catalogue
  public init() {}
}

public struct FindBook: LibraryRequest {
  public static let action = "book"
  public static let summary = "Tells what is known about a book: by its number, or else by its title"
  @Parameter("the book's number") public var id: Int?
  @Parameter("its whole title, in whatever case") public var title: String?
  public typealias Reply = Book
  public init() {}
  public init(id: Int) { self.id = id }
  public init(title: String) { self.title = title }
}

public struct ReadText: LibraryRequest {
  public static let action = "text"
  public static let summary = "Gives the whole text of a book, or of one chapter"
  @Parameter("the book's number") public var id: Int
  @Parameter("the number of the chapter") public var chapter: Int?
  public typealias Reply = String
  public init() {}
  public init(id: Int, chapter: Int? = nil) {
    self.id = id
    self.chapter = chapter
  }
}

public struct ListChapters: LibraryRequest {
  public static let action = "chapters"
  public static let summary = "Lists the chapters of a book"
  @Parameter("the book's number") public var id: Int
  public typealias Reply = [Chapter]
  public init() {}
  public init(id: Int) { self.id = id }
}

public struct SearchBooks: LibraryRequest {
  public static let action = "search"
  public static let summary = "Finds the books in which words occur together"
  @Parameter("the words") public var query: String
  public typealias Reply = SearchResult
  public init() {}
  public init(query: String) { self.query = query }
}

/// Local: a volume is an object, which can't leave the process.
public struct LendBook: LibraryRequest {
  public static let action = "lend"
  public static let summary = "Lends a book as it is now; whoever has it can hand it on"
  public static let isRemote = false
  @Parameter("the book's number") public var id: Int
  /// A volume: only Library can look inside.
  public typealias Reply = Object
  public init() {}
  public init(id: Int) { self.id = id }
}

/// Local, as `lend` is.
public struct ReadVolume: LibraryRequest {
  public static let action = "volume"
  public static let summary = "Gives what is in a volume that was lent"
  public static let isRemote = false
  @Parameter("what 'lend' gave") public var volume: Object
  public typealias Reply = Volume
  public init() {}
  public init(volume: Object) { self.volume = volume }
}
