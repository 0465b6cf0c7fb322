import ComponentKit

/// A request to Discover. Most of them ask many neighbours and say how far they have come; none changes anything, so
/// that all may come from outside.
public protocol DiscoverRequest: Request {}

extension DiscoverRequest {
  public static var target: String { "Discover" }
  public static var isRemote: Bool { true }
  public static var tellsProgress: Bool { true }
  public static var reads: Bool { true }
}

public struct ChooseBook: DiscoverRequest {
  public static let action = "today"
  public static let summary = "Chooses one book for each day"
  @Parameter("a day such as 2024-05-31; today if none is said") public var date: String?
  public typealias Reply = BookOfTheDay
  public init() {}
  public init(date: String? = nil) { self.date = date }
}

public struct FindSimilar: DiscoverRequest {
  public static let action = "similar"
  public static let summary = "Finds the books most like one"
  @Parameter("the book's number") public var id: Int
  public typealias Reply = SimilarBooks
  public init() {}
  public init(id: Int) { self.id = id }
}

public struct FindLiked: DiscoverRequest {
  public static let action = "search"
  public static let summary = "Finds the books in which words occur, the best liked first"
  @Parameter("the words") public var query: String
  @Parameter("takes each book as soon as it is found: id and title") public var found: Function?
  public typealias Reply = FoundBooks
  public init() {}
  public init(query: String, found: Function? = nil) {
    self.query = query
    self.found = found
  }
}

public struct ListWays: DiscoverRequest {
  public static let action = "ways"
  public static let summary = "Tells where one can go from a book: URLs by what they lead to"
  public static let tellsProgress = false
  @Parameter("the book's number") public var id: Int
  public typealias Reply = [String: String]
  public init() {}
  public init(id: Int) { self.id = id }
}

/// A request to the target `Discover.Words`.
public protocol WordsRequest: Request {}

extension WordsRequest {
  public static var target: String { "Discover.Words" }
}

public struct CompareBooks: WordsRequest {
  public static let action = "likeness"
  public static let summary = "Tells how many of their longer words two books share, from 0 to 1"
  public static let isRemote = true
  public static let reads = true
  @Parameter("a book's number") public var id: Int
  @Parameter("the other's") public var other: Int
  public typealias Reply = Double
  public init() {}
  public init(id: Int, other: Int) {
    self.id = id
    self.other = other
  }
}
