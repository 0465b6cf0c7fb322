/// One book, as its file tells it.
public struct Book: Sendable, Equatable {
  public let id: Int
  public let title: String
  public let author: String
  public let year: Int?
  public let summary: String
  /// All that follows the header, chapter headings included.
  public let text: String
  public let chapters: [Chapter]

  /// A part of the book that begins with a heading, a line such as `# The Lamp`.
  public struct Chapter: Sendable, Equatable {
    public let title: String
    public let text: String

    public init(title: String, text: String) {
      self.title = title
      self.text = text
    }
  }
}
