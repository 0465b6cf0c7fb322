public import ComponentKit

/// Library has looked into its folder, and the books are others than at the look before. They are given by their ids.
public struct LibraryChanged: Event, Equatable {
  public static let name = "Library.changed"
  public static let summary = "Books have come, gone or changed since the last look at them"
  public var added: [Int]
  public var removed: [Int]
  public var changed: [Int]

  public init(added: [Int] = [], removed: [Int] = [], changed: [Int] = []) {
    (self.added, self.removed, self.changed) = (added, removed, changed)
  }
}
