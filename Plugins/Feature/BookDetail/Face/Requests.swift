import ComponentKit

/// A request to BookDetail. None of them changes anything but where a reader is in a book, so that all may come from
/// outside.
public protocol BookDetailRequest: Request {}

extension BookDetailRequest {
  public static var target: String { "BookDetail" }
  public static var isRemote: Bool { true }
  public static var reads: Bool { true }
}

public struct TellFacts: BookDetailRequest {
  public static let action = "detail"
  public static let summary = "Tells year, number of words, minutes to read and summary of a book"
  @Parameter("the book's number") public var id: Int
  public typealias Reply = BookFacts
  public init() {}
  public init(id: Int) { self.id = id }
}

public struct DrawCover: BookDetailRequest {
  public static let action = "cover"
  public static let summary = "Draws the book's cover with letters"
  @Parameter("the book's number") public var id: Int
  public typealias Reply = String
  public init() {}
  public init(id: Int) { self.id = id }
}

public struct ReadBack: BookDetailRequest {
  public static let action = "back"
  public static let summary = "Shows the back of a book, with what readers have noted on it"
  @Parameter("the book's number") public var id: Int
  public typealias Reply = String
  public init() {}
  public init(id: Int) { self.id = id }
}

public struct OpenInside: BookDetailRequest {
  public static let action = "open"
  public static let summary = "Opens the book in the Reader"
  public static let reads = false
  @Parameter("the book's number") public var id: Int
  @Parameter("the page's number; the one last read if none is said") public var page: Int?
  public typealias Reply = String
  public init() {}
  public init(id: Int, page: Int? = nil) {
    self.id = id
    self.page = page
  }
}
