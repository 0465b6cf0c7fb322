import ComponentHost

/// The first lines of a face: what it was made for, for people and for the check.
struct FaceBlock: Equatable {
  let language: FaceLanguage
  let description: FaceDescription

  /// Of the form in which the description is written.
  static let version = "1"

  var text: String {
    let target = description.target
    let option = language == .swift ? "" : " --language \(language.rawValue)"
    var lines = [
      "// The face of \(target) \(description.version), printed by: host bindings \(target)\(option)",
      "// Print it again instead of editing it. Whether it still fits says: host bindings --check FILE \(target)",
      "//",
      "// bindings \(FaceBlock.version) \(language.rawValue) \(target)",
      "// component \(description.component) \(description.version)",
    ]
    lines += FaceBlock.summary(description.summary)
    for name in description.types.names {
      guard let form = description.types[name] else { continue }
      lines.append("// type \(name) = \(FaceText.line(signature: "\(form)"))")
      lines += FaceBlock.summary(description.typeSummaries[name] ?? "")
    }
    for target in description.targets {
      lines.append("// target \(target.name)")
      lines += FaceBlock.summary(target.summary)
      for action in target.actions { lines += FaceBlock.lines(action, of: target.name) }
      for way in target.ways { lines += way.lines }
    }
    return (lines + ["// end", ""]).joined(separator: "\n")
  }

  private static func lines(_ action: FaceDescription.Action, of target: String) -> [String] {
    let flags = (action.isRemote ? "remote " : "") + (action.tellsProgress ? "progress " : "")
    let signature = action.signature.map { FaceText.line(signature: "\($0)") } ?? ""
    var lines = ["// \(flags)action \(target).\(action.name)\(signature)"] + summary(action.summary)
    for parameter in action.signature?.parameters ?? [] {
      if let note = action.notes[parameter.name] { lines.append("//     \(parameter.name): \(FaceText.line(note))") }
    }
    return lines
  }

  private static func summary(_ text: String) -> [String] { text.isEmpty ? [] : ["//   \(FaceText.line(text))"] }
}
