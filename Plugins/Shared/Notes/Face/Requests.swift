import ComponentKit

/// A request to Notes.
public protocol NotesRequest: Request {}

extension NotesRequest {
  public static var target: String { "Notes" }
}

public struct AddNote: NotesRequest {
  public static let action = "add"
  public static let summary = "Keeps a thought, and gives its number"
  @Parameter("the book's number") public var book: Int
  @Parameter("the thought") public var text: String
  @Parameter("the page it is about") public var page: Int?
  @Parameter("what sort of thought it is, in a word") public var kind = "note"
  public typealias Reply = Int
  public init() {}
  public init(book: Int, text: String, page: Int? = nil, kind: String? = nil) {
    self.book = book
    self.text = text
    self.page = page
    if let kind { self.kind = kind }
  }
}

public struct EditNote: NotesRequest {
  public static let action = "edit"
  public static let summary = "Gives a thought another text"
  @Parameter("the thought's number") public var id: Int
  @Parameter("its new text") public var text: String
  public typealias Reply = Note
  public init() {}
  public init(id: Int, text: String) {
    self.id = id
    self.text = text
  }
}

public struct RemoveNote: NotesRequest {
  public static let action = "remove"
  public static let summary = "Forgets a thought, and tells what it was"
  @Parameter("the thought's number") public var id: Int
  @Parameter("takes the thought, and says whether it shall be forgotten") public var confirm: Function?
  public typealias Reply = Note
  public init() {}
  public init(id: Int, confirm: Function? = nil) {
    self.id = id
    self.confirm = confirm
  }
}

public struct LinkNote: NotesRequest {
  public static let action = "link"
  public static let summary = "Gives the URL of the page that a thought is about"
  public static let isRemote = true
  public static let reads = true
  @Parameter("the thought's number") public var id: Int
  public typealias Reply = String
  public init() {}
  public init(id: Int) { self.id = id }
}

public struct ListNotes: NotesRequest {
  public static let action = "list"
  public static let summary = "Lists the thoughts on a book, or on all"
  public static let isRemote = true
  public static let reads = true
  @Parameter("the book's number") public var book: Int?
  @Parameter("what sort of thoughts") public var kind = "note"
  public typealias Reply = [Note]
  public init() {}
  public init(book: Int? = nil, kind: String? = nil) {
    self.book = book
    if let kind { self.kind = kind }
  }
}

public struct CountNotes: NotesRequest {
  public static let action = "count"
  public static let summary = "Counts the thoughts on a book"
  public static let isRemote = true
  public static let reads = true
  @Parameter("the book's number") public var book: Int
  @Parameter("what sort of thoughts") public var kind = "note"
  public typealias Reply = Int
  public init() {}
  public init(book: Int, kind: String? = nil) {
    self.book = book
    if let kind { self.kind = kind }
  }
}

public struct SetBookmark: NotesRequest {
  public static let action = "bookmark"
  public static let summary = "Remembers the page where a reader is, and gives it back"
  @Parameter("the book's number") public var book: Int
  @Parameter("the page") public var page: Int
  public typealias Reply = Int
  public init() {}
  public init(book: Int, page: Int) {
    self.book = book
    self.page = page
  }
}

public struct FindBookmark: NotesRequest {
  public static let action = "bookmarked"
  public static let summary = "Gives the page where a reader is, or null"
  public static let isRemote = true
  public static let reads = true
  @Parameter("the book's number") public var book: Int
  public typealias Reply = Int?
  public init() {}
  public init(book: Int) { self.book = book }
}

/// Local: whoever is outside has no business with the file.
public struct CheckNotes: NotesRequest {
  public static let action = "check"
  public static let summary = "Tells in what state the file of the notes is"
  public static let reads = true
  public typealias Reply = NotesReport
  public init() {}
}
