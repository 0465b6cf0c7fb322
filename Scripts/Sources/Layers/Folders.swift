import Foundation

/// The folders of the engine that lie below the rest of it, and what their files name of other folders.
///
/// An arrow is a word: a type or function that another folder declares outermost. The rest of the folders know each other.
struct Folders {
  /// What each of them may name.
  private static let below: [String: Set<String>] = [
    "Border": [], "Names": [], "Thread": [], "File": ["Names"], "Elf": ["Names", "File"], "Signature": ["Names"],
    "Routes": ["Names", "Thread", "Signature"], "Drift": ["Names", "Signature", "Routes"],
  ]
  /// Functions of the system that one file alone says.
  private static let owned = [
    "dlopen": "Image.swift", "inotify_init1": "Inotify.swift", "inotify_add_watch": "Inotify.swift",
  ]

  fileprivate struct Source {
    let file: String
    let folder: String
    let words: Set<String>
    let outermost: [String]
    let declared: [String]
  }

  private let sources: [Source]

  init(_ engine: URL) throws(Complaint) {
    let root = engine.standardizedFileURL.path
    guard let paths = FileManager.default.enumerator(atPath: root) else {
      throw Complaint("there is no folder \(root.shown)")
    }
    var sources: [Source] = []
    for case let path as String in paths where path.hasSuffix(".swift") {
      guard let text = try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) else {
        throw Complaint("\(path.shown) can't be read")
      }
      sources.append(Source(path, text))
    }
    self.sources = sources.sorted { $0.file < $1.file }
  }

  var offences: [String] {
    var homes: [String: String] = [:]
    var own: [String: Set<String>] = [:]
    for source in sources {
      for name in source.outermost { homes[name] = source.folder }
      own[source.folder, default: []].formUnion(source.declared)
    }
    return sources.flatMap { source in
      let owned = Folders.owned.filter { source.words.contains($0.key) && !source.file.hasSuffix("/\($0.value)") }
        .map { "\(source.file) says \($0.key), which is for \($0.value) alone" }
      guard let allowed = Folders.below[source.folder] else { return owned }
      let arrows = source.words.subtracting(own[source.folder] ?? []).sorted().compactMap { word -> String? in
        guard let home = homes[word], home != source.folder, !allowed.contains(home) else { return nil }
        return "\(source.file) names \(word) of \(home.isEmpty ? "the engine's own folder" : home), which lies above"
      }
      return owned + arrows
    }
  }
}

extension Folders.Source {
  fileprivate init(_ path: String, _ text: String) {
    let code = text.split(separator: "\n").map { line in
      let line = line.replacing(/"(?:[^"\\]|\\.)*"/, with: "\"\"")
      return line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
    }
    let declaration = /(?:class|struct|enum|protocol|typealias|func) (\w+)/
    file = path
    folder = path.contains("/") ? String(path.prefix { $0 != "/" }) : ""
    words = Set(code.flatMap { $0.matches(of: /\w+/).map { String($0.output) } })
    declared = code.flatMap { $0.matches(of: declaration).map { String($0.output.1) } }
    outermost = code.filter { $0.first.map { !$0.isWhitespace } ?? false && !$0.hasPrefix("private ") }
      .flatMap { $0.matches(of: declaration).map { String($0.output.1) } }
  }
}
