import ComponentHost
import ComponentKit

/// Texts from outside in the comments of a face: none of them ends its line, or the comment.
enum FaceText {
  /// A text on one line.
  ///
  /// A backslash at the end of a line would join the next one in C, and so would "??/".
  static func line(_ text: String) -> String {
    var line = ""
    let scalars = Array(text.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let isLast = place == scalars.count - 1
      let joinsLines = isLast && scalar == "/" && scalars.dropLast().suffix(2) == ["?", "?"]
      if scalar == "\\" || scalar.isDisturbing || scalar == " " && (place == 0 || isLast) || joinsLines {
        line += escaped(scalar)
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// A comment for readers of the code, if there is something to say.
  static func document(_ text: String, in source: inout SourceText) {
    if !text.isEmpty { source.add("/// \(line(text))") }
  }

  /// What is said of an action that promises to change nothing.
  static let reading = "It changes nothing, so a call may be made again."

  /// The comment on an action.
  static func document(_ action: FaceDescription.Action, in source: inout SourceText) {
    document(action.summary, in: &source)
    if !action.reads { return }
    // A paragraph of its own.
    if !action.summary.isEmpty { source.add("///") }
    source.add("/// \(reading)")
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }
}
