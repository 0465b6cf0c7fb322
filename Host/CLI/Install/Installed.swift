import ComponentHost
import ComponentKit
import Glibc

/// What was done to a plugin folder, or would be.
struct Installed {
  enum Kind: String {
    case install, remove, rollback

    var done: String {
      switch self {
      case .install: "installed"
      case .remove: "removed"
      case .rollback: "rolled back"
      }
    }
  }

  let kind: Kind
  let name: String
  let folder: InstallFolder
  var version: String
  let isDry: Bool
  /// The version in whose place it came; empty where that does not say which it is, nil where there was none.
  var replaced: String?
  /// Where the one before is kept.
  var kept: String?
  /// Whether it was there already.
  var isSame = false

  init(_ kind: Kind, _ name: String, _ folder: InstallFolder, version: String, isDry: Bool) {
    self.kind = kind
    self.name = name
    self.folder = folder
    self.version = version
    self.isDry = isDry
  }

  func print(_ context: Context) throws(Problem) -> ExitCode {
    if context.isJSON { return try context.console.print(json.jsonLine) }
    return try context.console.print("\(shown(text, lineBreaks: false))\n")
  }

  private var text: String {
    let whole = version.isEmpty ? name : "\(name) \(version)"
    if isSame { return "\(whole) is in \(folder.path) already" }
    let other = replaced.map { ", in the place of \($0.isEmpty ? "another version" : $0)" } ?? ""
    let back = "'host rollback \(name)' brings it back"
    let begin = isDry ? "would have \(kind.done)" : kind.done
    switch kind {
    case .install:
      return "\(begin) \(whole) in \(folder.path)\(other)" + (replaced != nil && !isDry ? ": \(back)" : "")
    case .remove: return "\(begin) \(whole) from \(folder.path)" + (isDry ? "" : ": \(back)")
    case .rollback:
      return "\(begin) \(name) in \(folder.path) to \(version.isEmpty ? "the version before" : version)\(other)"
    }
  }

  private var json: Value {
    func known(_ text: String?) -> Value { text.flatMap { $0.isEmpty ? nil : .text($0) } ?? .null }
    return [
      "command": .text(kind.rawValue), "component": .text(name), "file": .text(folder.file(name)),
      "version": known(version), "replaced": .bool(replaced != nil), "replaced_version": known(replaced),
      "kept": known(kept), "changed": .bool(!isDry && !isSame), "dry_run": .bool(isDry),
    ]
  }

  /// The version that a file says it has, of which a worker asks it; nil where that can't be had.
  static func version(of file: String, _ name: String, _ context: Context) -> String? {
    guard let scratch = try? CheckScratch(context.console) else { return nil }
    defer { scratch.remove() }
    guard (try? scratch.fill(file, name)) != nil,
      (try? Inspection(file: "\(scratch.plugins)/lib\(name).so", trustsAny: true))?.refusal == nil,
      var run = try? CheckCommand.quickRun(name, scratch, context, neighbours: [])
    else { return nil }
    guard (try? run.run()) != nil else { return nil }
    return run.component?.version
  }

  /// Whether two files have the same bytes.
  static func areSame(_ one: String, _ other: String) -> Bool {
    let files = [one, other].map { (path: String) -> Int32 in open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    defer { for file in files where file >= 0 { close(file) } }
    var pieces = [[UInt8](repeating: 0, count: 1 << 16), [UInt8](repeating: 0, count: 1 << 16)]
    var status = [stat(), stat()]
    for index in 0..<2 {
      guard files[index] >= 0, fstat(files[index], &status[index]) == 0 else { return false }
    }
    guard status[0].st_size == status[1].st_size else { return false }
    var place: off_t = 0
    while place < status[0].st_size {
      let counts = (0..<2).map { pread(files[$0], &pieces[$0], 1 << 16, place) }
      guard counts[0] > 0, counts[0] == counts[1], pieces[0][..<counts[0]] == pieces[1][..<counts[1]] else {
        return false
      }
      place += off_t(counts[0])
    }
    return true
  }
}
