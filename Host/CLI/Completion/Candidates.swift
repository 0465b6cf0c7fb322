/// What may stand at the cursor.
enum Candidates: Sendable, Equatable {
  /// Words, and beginnings of words.
  case names([Candidate])
  /// What the shell itself knows: the files or folders whose path begins so, put in behind a part of the word.
  case paths(_ path: String, behind: String = "", isFolder: Bool)

  static let none = Candidates.names([])
}

struct Candidate: Sendable, Equatable {
  /// The word from its beginning.
  var name: String
  /// A few words for shells that show them.
  var summary = ""
  /// Whether it is the beginning of a word, so that no space belongs behind it.
  var goesOn = false
}

extension Candidates {
  /// As the script of a shell reads it: a line that says what follows, then a line for each. No space is put in behind
  /// any as long as one goes on: behind a whole word it is soon typed.
  ///
  /// - Parameter kept: What bash leaves of the word, as `ShellLine` says.
  func text(for shell: Shell, kept: String) -> String {
    switch self {
    case .names(let candidates):
      candidates.reduce(into: candidates.contains(where: \.goesOn) ? "parts\n" : "names\n") { text, candidate in
        text += shell == .bash ? Candidates.without(kept, candidate.name) : candidate.name
        if shell != .bash, !candidate.summary.isEmpty {
          text += "\t" + fitted(shown(candidate.summary, lineBreaks: false), columns: 60)
        }
        text += "\n"
      }
    case .paths(let path, let behind, let isFolder):
      if path.utf8.contains(UInt8(ascii: "\n")) {
        "names\n"
      } else {
        "\(isFolder ? "folders" : "files")\n\(path)\n\(shell == .bash ? Candidates.without(kept, behind) : behind)\n"
      }
    }
  }

  private static func without(_ kept: String, _ name: String) -> String {
    name.utf8.starts(with: kept.utf8) ? String(decoding: name.utf8.dropFirst(kept.utf8.count), as: UTF8.self) : name
  }
}
