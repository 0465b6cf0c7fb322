/// Why the log can't do what it was asked for.
public enum LogFault: Error, Equatable, Sendable {
  /// A step that the system refused, with its words.
  case unreadable(step: String, path: String, why: String)
  case unwritable(step: String, path: String, why: String)
  case notALog(path: String)
  case newer(path: String)
  case tooLarge(path: String)
  case locked(path: String)
  case cancelled
  case noSuchNote(id: Int)

  /// One word for programs.
  public var reason: String {
    switch self {
    case .unreadable: "notes_unreadable"
    case .unwritable: "notes_unwritable"
    case .notALog: "not_a_notes_file"
    case .newer: "newer_notes_file"
    case .tooLarge: "notes_too_large"
    case .locked: "notes_locked"
    case .cancelled: "cancelled"
    case .noSuchNote: "no_such_note"
    }
  }

  /// One sentence for people.
  public var message: String {
    switch self {
    case .unreadable(let step, let path, let why): "the notes can't be read: \(step) \(path): \(why)"
    case .unwritable(let step, let path, let why): "nothing was kept: \(step) \(path): \(why)"
    case .notALog(let path): "the file \(path) holds something else than notes and was left alone"
    case .newer(let path): "the file \(path) was written by a later version and was left alone"
    case .tooLarge(let path): "the file \(path) is too large for notes"
    case .locked(let path): "another program has held the file \(path) for too long"
    case .cancelled: "the call was given up"
    case .noSuchNote(let id): "there is no note \(id)"
    }
  }
}
