import ComponentHost

/// A target with an action in one word, as messages write it: Reader.showDetail.
struct DottedName {
  let target: String
  let action: String

  init(target: String, action: String) { (self.target, self.action) = (target, action) }

  /// Nil where the word is none: actions begin with a small letter, and parts of targets mostly do not.
  init?(_ word: String) {
    guard word.isPlainWord else { return nil }
    let parts = word.split(separator: ".")
    guard parts.count > 1, let last = parts.last, last.first?.isLowercase == true else { return nil }
    target = parts.dropLast().joined(separator: ".")
    action = String(last)
  }

  /// "write host call Reader showDetail"
  func help(_ command: any Command.Type) -> String { "write host \(command.name) \(target) \(action)" }
}
