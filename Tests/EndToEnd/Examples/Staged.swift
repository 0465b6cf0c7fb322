import Glibc
import Testing

/// A folder with the example components as an operator would have them, and a place for what they keep.
struct Staged: Sendable {
  let folder = Folder()
  private let home = Folder()
  private let mode: Mode

  /// - Parameter left: what is left out, beside NotFound, which would answer for everything.
  init(_ mode: Mode = .inProcess, without left: String? = nil) {
    self.mode = mode
    for name in Staged.names where name != left {
      // The same file under another name costs nothing.
      link(Staged.whole("lib\(name).so"), folder("lib\(name).so"))
    }
    symlink(Staged.whole("Books"), folder("Books"))
  }

  static let names = Samples.examples.filter { $0 != "NotFound" }

  private static let whole: Folder = {
    let folder = Folder()
    for name in names { folder.copy("\(Place.components)/lib\(name).so", as: "lib\(name).so") }
    let books = "\(Place.repository)/Plugins/Base/Library/Books"
    mkdir(folder("Books"), 0o755)
    for book in Folder.names(in: books) { folder.copy("\(books)/\(book)", as: "Books/\(book)", mode: 0o644) }
    return folder
  }()

  func call(_ words: String...) -> Run { call(words) }

  /// A session of some lines.
  func run(_ lines: String, _ options: String...) -> Run {
    Run.host(
      ["--plugins", folder.path] + mode.options + ["run"] + options, input: Array(lines.utf8),
      environment: ["XDG_DATA_HOME": home.path])
  }

  func call(_ words: [String]) -> Run {
    Run.host(["--plugins", folder.path] + mode.options + ["call"] + words, environment: ["XDG_DATA_HOME": home.path])
  }
}
