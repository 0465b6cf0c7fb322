import Foundation

/// Writes an article's blocks into a folder, one file each, and says what there is: for each block a line of its kind,
/// its file, the path that it has for the reader (or -), and the line of the article.
struct Unpacking {
  let article: String
  let folder: URL
  private(set) var told: [String] = []
  private var swiftPath: String

  init(_ blocks: [Block], article: String, to folder: URL) throws {
    self.article = article
    self.folder = folder
    swiftPath = "Sources/\(URL(filePath: article).deletingPathExtension().lastPathComponent)/main.swift"
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (index, block) in blocks.enumerated() { try take(block, index + 1) }
  }

  private mutating func take(_ block: Block, _ number: Int) throws {
    switch block.language {
    case "swift" where block.lines.contains("import PackageDescription"):
      // A manifest begins with the version of the tools, so nothing may stand before it.
      try put(block, number, "manifest", "swift", block.path, block.text)
    case "swift":
      // A block that names no file goes on where the one before ended.
      let kind = block.path == nil ? "more-swift" : "swift"
      swiftPath = block.path ?? swiftPath
      try put(block, number, kind, "swift", swiftPath, origin(block) + block.text)
    case BlockReader.row:
      // Compiled and not run, with what every row may name.
      let code = "func row\(number)(mediator: Mediator, host: Host) { _ = { \(block.lines[0]) } }\n"
      try put(block, number, "more-swift", "swift", swiftPath, origin(block) + code)
    case "c", "cpp":
      let language = block.language ?? ""
      try put(block, number, language, language, block.path, "#line \(block.line) \"\(article)\"\n" + block.text)
    case "rust": try put(block, number, "rust", "rs", block.path, block.text)
    case "console": try put(block, number, "screen", "screen", nil, block.text)
    case "json": try put(block, number, "json", "json", block.path, try checked(block))
    case nil where block.text.hasPrefix("{"): try put(block, number, "json", "json", nil, try checked(block))
    case nil: try put(block, number, "commands", "commands", nil, block.text)
    case let language?:
      throw Complaint(line: block.line - 1, text: "nobody checks blocks of the language '\(language)'")
    }
  }

  private func origin(_ block: Block) -> String { "#sourceLocation(file: \"\(article)\", line: \(block.line))\n" }

  private mutating func put(
    _ block: Block, _ number: Int, _ kind: String, _ ending: String, _ path: String?, _ text: String
  ) throws {
    if let path {
      let allowed = ending == "c" ? ["c", "h"] : [ending]
      guard allowed.contains(URL(filePath: path).pathExtension), !path.hasPrefix("/"), !path.contains("..") else {
        throw Complaint(line: block.line - 1, text: "a block of this language can't be the file '\(path)'")
      }
    }
    // SwiftPM finds a manifest by its name only.
    let file = kind == "manifest" ? "\(number)/Package.swift" : "\(number).\(ending)"
    let url = folder.appending(path: file)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    told.append([kind, url.path, path ?? "-", "\(block.line)"].joined(separator: "\t"))
  }

  private func checked(_ block: Block) throws -> String {
    do {
      _ = try JSONSerialization.jsonObject(with: Data(block.text.utf8))
      return block.text
    } catch {
      throw Complaint(line: block.line, text: "this is no JSON")
    }
  }
}
