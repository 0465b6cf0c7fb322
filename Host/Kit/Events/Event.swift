/// Something that a component says has happened, as a type: what is said of it is its stored properties.
///
/// Publisher and observers are compiled against the same event, which stands in the publisher's face.
///
///     public struct LibraryChanged: Event {
///       public static let name = "Library.changed"
///       public static let summary = "The books are others than before"
///       public var added: [String]
///       public var removed: [String]
///     }
///
/// It is data that can be written down: an event may outlive who published it, so objects and functions are no part of it.
public protocol Event: Codable, Sendable {
  /// All of its name, which begins with the component's.
  static var name: String { get }
  /// One line for people.
  static var summary: String { get }
}

extension Event {
  public static var summary: String { "" }
}
