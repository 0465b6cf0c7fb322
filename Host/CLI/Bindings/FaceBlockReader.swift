import ComponentHost
import ComponentKit

/// Reads the description in the first lines of a face.
struct FaceBlockReader {
  /// Why there is no description to read.
  struct Fault: Error, Equatable {
    /// One word for programs.
    let reason: String
    /// Reads after the file's name.
    let message: String
  }

  private var lines: FaceBlockLines

  // The canonical text of a signature has spaces, and words for what can't be seen.
  private static let signatureLimit = 16 * Signature.lengthLimit

  static func read(_ text: String) throws(Fault) -> FaceBlock {
    var reader = FaceBlockReader(lines: FaceBlockLines(text))
    return try reader.block()
  }

  private mutating func block() throws(Fault) -> FaceBlock {
    var kind: Substring?
    while kind == nil {
      kind = lines.take(after: "// bindings ")
      if kind == nil, lines.take() == nil {
        throw Fault(reason: "no_description", message: "has no description in its first lines")
      }
    }
    let words = (kind ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == FaceBlock.version, let language = FaceLanguage(rawValue: String(words[1]))
    else {
      throw Fault(
        reason: "unknown_description",
        message: "has a description that this host does not know, in line \(lines.number)")
    }
    return FaceBlock(language: language, description: try description(words[2]))
  }

  private mutating func description(_ target: Substring) throws(Fault) -> FaceDescription {
    guard isTarget(target) else { throw damage("the target has no valid name") }
    let words = try expect("component ").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[0] == target.prefix(while: { $0 != "." }), let version = Version(words[1]) else {
      throw damage("the name or the version of the component is not valid")
    }
    var description = FaceDescription(
      target: String(target), version: version, summary: try text(indented: 2), types: TypeNames(), typeSummaries: [:],
      targets: [])
    try readTypes(to: &description)
    var names: Set<String> = []
    while let name = lines.take(after: "// target ") {
      let target = try self.target(name, of: description)
      guard names.insert(target.name).inserted else { throw damage("the target before it occurs twice") }
      description.targets.append(target)
    }
    _ = try expect("end")
    return description
  }

  private mutating func readTypes(to description: inout FaceDescription) throws(Fault) {
    var definitions: [(name: String, definition: String)] = []
    while let line = lines.take(after: "// type ") {
      guard let (name, definition) = line.parted(by: " = ") else { throw damage("a type has no definition") }
      definitions.append((String(name), String(definition)))
      let summary = try text(indented: 2)
      if !summary.isEmpty { description.typeSummaries[String(name)] = summary }
    }
    do throws(SignatureFault) {
      description.types = try TypeNames(definitions, limit: Self.signatureLimit)
    } catch {
      throw damage("\(error)")
    }
  }

  private mutating func target(_ name: Substring, of description: FaceDescription) throws(Fault)
    -> FaceDescription.Target
  {
    let name = String(name)
    let isOwn = name == description.target || name.hasPrefix("\(description.target).")
    guard isOwn, isTarget(name[...]) else { throw damage("the name of the target is not valid") }
    var target = FaceDescription.Target(name: name, summary: try text(indented: 2), actions: [])
    var names: Set<String> = []
    while let action = try action(of: name, description.types) {
      guard names.insert(action.name).inserted else { throw damage("the action before it occurs twice") }
      target.actions.append(action)
    }
    while let way = try way() { target.ways.append(way) }
    return target
  }

  private mutating func action(of target: String, _ types: TypeNames) throws(Fault) -> FaceDescription.Action? {
    for flags in [[], ["remote "], ["progress "], ["remote ", "progress "]] {
      guard let line = lines.take(after: "// \(flags.joined())action \(target).") else { continue }
      let name = line.prefix { $0 != "(" }
      guard isName(name) else { throw damage("the name of the action is not valid") }
      var action = FaceDescription.Action(
        name: String(name), summary: "", signature: nil, notes: [:], isRemote: flags.contains("remote "),
        tellsProgress: flags.contains("progress "))
      if name.endIndex < line.endIndex { action.signature = try signature(line[name.endIndex...], types) }
      action.summary = try text(indented: 2)
      while let note = lines.takeText(indented: 4) {
        guard let (parameter, text) = note.parted(by: ": "), let read = FaceText.read(text) else {
          throw damage("the note on a parameter can't be read")
        }
        action.notes[String(parameter)] = read
      }
      return action
    }
    return nil
  }

  private mutating func way() throws(Fault) -> FaceWay? {
    do throws(FaceWay.Unreadable) {
      return try FaceWay(&lines)
    } catch {
      throw damage("the route or map key can't be read")
    }
  }

  private func signature(_ text: Substring, _ types: TypeNames) throws(Fault) -> Signature {
    do throws(SignatureFault) {
      return try Signature(parsing: String(text), types: types, limit: Self.signatureLimit)
    } catch {
      throw damage("\(error)")
    }
  }
}

// Small steps.
extension FaceBlockReader {
  private mutating func expect(_ word: String) throws(Fault) -> Substring {
    if let rest = lines.take(after: "// \(word)") { return rest }
    if lines.isEmpty {
      throw Fault(
        reason: "damaged_description", message: "has a description that is cut off behind line \(lines.number)")
    }
    _ = lines.take()
    throw damage("'// \(word)' is expected")
  }

  // The text of the next line, if it is one; else the empty one.
  private mutating func text(indented spaces: Int) throws(Fault) -> String {
    guard let line = lines.takeText(indented: spaces) else { return "" }
    guard let text = FaceText.read(line) else { throw damage("its text can't be read") }
    return text
  }

  private func damage(_ message: String) -> Fault {
    Fault(
      reason: "damaged_description", message: "has a damaged description, at line \(lines.number): \(message)")
  }

  private func isTarget(_ name: Substring) -> Bool {
    name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isName)
  }

  private func isName(_ name: Substring) -> Bool {
    guard let first = name.unicodeScalars.first, name.utf8.count <= 128 else { return false }
    return first.isASCII && first.properties.isAlphabetic && name.utf8.allSatisfy(\.isWord)
  }
}

extension Version {
  /// "1.2.3"
  fileprivate init?(_ text: Substring) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt32($0) }
    guard parts.count == 3 else { return nil }
    self.init(parts[0], parts[1], parts[2])
    if description != text { return nil }
  }
}
