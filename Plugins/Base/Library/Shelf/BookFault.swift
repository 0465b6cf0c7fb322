/// Why a file is no book.
public enum BookFault: Error, Equatable, Sendable {
  case unreadable(String)
  case notAFile
  case tooLarge(limit: Int)
  case notText(String)
  case noHeader
  case missing(String)
  case invalid(String, String)
  case noText
  case duplicate(id: Int, file: String)
  case shelfFull

  /// One word for programs.
  public var reason: String {
    switch self {
    case .unreadable: "unreadable"
    case .notAFile: "not_a_file"
    case .tooLarge: "too_large"
    case .notText: "not_text"
    case .noHeader, .missing, .invalid: "bad_header"
    case .noText: "no_text"
    case .duplicate: "duplicate_id"
    case .shelfFull: "shelf_full"
    }
  }

  /// One sentence for people.
  public var message: String {
    switch self {
    case .unreadable(let why): "the file can't be read: \(why)"
    case .notAFile: "this is not a regular file"
    case .tooLarge(let limit): "the file is larger than \(limit) bytes"
    case .notText(let why): "the file is not plain text: \(why)"
    case .noHeader: "the file does not begin with lines such as 'title: ...' and an empty line"
    case .missing(let field): "the header has no line '\(field): ...'"
    case .invalid(let field, let value): "the header's line '\(field): \(value)' makes no sense"
    case .noText: "nothing follows the header"
    case .duplicate(let id, let file): "the book \(id) is in the file '\(file)' already"
    case .shelfFull: "there are too many books before this one"
    }
  }
}
