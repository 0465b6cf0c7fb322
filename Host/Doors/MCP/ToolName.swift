/// What an action is called as a tool: `Reader-showDetail`, and `Reader-Pages-turn` for the action `turn` of `Reader.Pages`.
///
/// A tool's name has nothing in it but letters, digits, '_' and '-', and 64 of them at most: that is what all programs take
/// that hand tools on to a model. No name of a target or an action has a '-', so two actions never have one name. A name
/// that would be longer is cut off, and ends in '-0' and eleven digits that are made of the whole of it; no action's name
/// begins with a digit.
struct ToolName: Sendable, Hashable {
  let target: String
  let action: String

  /// How many letters it has at most.
  static let limit = 64
  private static let digits = 11

  init(target: String, action: String) { (self.target, self.action) = (target, action) }

  /// Reads a name that was not cut off; nil for any other text.
  init?(_ text: String) {
    guard text.utf8.count <= ToolName.limit else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.allSatisfy({ ToolName.isName($0) }), let action = parts.last else { return nil }
    target = parts.dropLast().map { String(Substring($0)) }.joined(separator: ".")
    self.action = String(Substring(action))
  }

  /// Whether it could be a tool's name that was cut off.
  static func isCut(_ text: String) -> Bool {
    guard text.utf8.count == limit, let last = text.utf8.split(separator: UInt8(ascii: "-")).last else { return false }
    return last.count == digits + 1 && last.first == UInt8(ascii: "0")
  }

  /// The name itself.
  var text: String {
    let whole = "\(target.split(separator: ".").joined(separator: "-"))-\(action)"
    guard whole.utf8.count > ToolName.limit else { return whole }
    let kept = whole.utf8.prefix(ToolName.limit - ToolName.digits - 2)
    return "\(String(decoding: kept, as: UTF8.self))-0\(ToolName.digest(of: whole))"
  }

  private static func digest(of text: String) -> String {
    // FNV-1a. Two actions whose names still meet are both left out of a list of tools.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let all = String(hash, radix: 16)
    return String((String(repeating: "0", count: 16 - all.utf8.count) + all).suffix(digits))
  }

  private static func isName(_ name: Substring.UTF8View) -> Bool {
    guard let first = name.first, first.isNameLetter else { return false }
    return name.allSatisfy { $0.isNameLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
  }
}

extension UInt8 {
  fileprivate var isNameLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
}
