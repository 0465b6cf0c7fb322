import ComponentKit

/// A request to Review.
public protocol ReviewRequest: Request {}

extension ReviewRequest {
  public static var target: String { "Review" }
}

public struct ListReviews: ReviewRequest {
  public static let action = "list"
  public static let summary = "Lists the reviews of a book"
  public static let isRemote = true
  public static let reads = true
  @Parameter("the book's number") public var id: Int
  public typealias Reply = [Opinion]
  public init() {}
  public init(id: Int) { self.id = id }
}

public struct AddReview: ReviewRequest {
  public static let action = "add"
  public static let summary = "Reviews a book"
  @Parameter("the book's number") public var id: Int
  @Parameter("from 1 to 5") public var stars: Int
  @Parameter("the opinion") public var text: String
  public typealias Reply = AddedReview
  public init() {}
  public init(id: Int, stars: Int, text: String) {
    self.id = id
    self.stars = stars
    self.text = text
  }
}

public struct AverageStars: ReviewRequest {
  public static let action = "average"
  public static let summary = "Gives the average of a book's stars, null where there are none"
  public static let isRemote = true
  public static let reads = true
  @Parameter("the book's number") public var id: Int
  public typealias Reply = StarAverage
  public init() {}
  public init(id: Int) { self.id = id }
}

public struct ReadReviewed: ReviewRequest {
  public static let action = "read"
  public static let summary = "Leads from a book's reviews to the book, at its first page"
  public static let isRemote = true
  @Parameter("the book's number") public var id: Int
  public typealias Reply = String
  public init() {}
  public init(id: Int) { self.id = id }
}
