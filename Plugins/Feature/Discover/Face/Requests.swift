import ComponentKit

/// A request to Discover. All of them ask many neighbours and say how far they have come; none changes anything, so that
/// all may come from outside.
public protocol DiscoverRequest: Request {}

extension DiscoverRequest {
  public static var target: String { "Discover" }
  public static var isRemote: Bool { true }
  public static var tellsProgress: Bool { true }
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
  public typealias Reply = FoundBooks
  public init() {}
  public init(query: String) { self.query = query }
}
