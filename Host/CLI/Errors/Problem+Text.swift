import ComponentHost
import ComponentKit

// How an error looks: to people, and to programs.
extension Problem {
  /// All of its lines.
  func text(isColoured: Bool) -> String {
    var text = paint("error:", .red, isColoured) + " \(shown(message))\n"
    if let line { text += "  in line \(line)\n" }
    for note in notes { text += "  \(shown(note, lineBreaks: false))\n" }
    for line in help { text += paint("help:", .cyan, isColoured) + " \(shown(line))\n" }
    return text
  }

  /// `{"error":{"code":3,"reason":…,"message":…,"target":…,"action":…,"suggestions":[…],"details":{…}}}`
  ///
  /// The code is the exit code. In a session that is no person's there is a `line`.
  var jsonLine: [UInt8] {
    var written = WrittenFailure(code: WrittenFailure.Code(exit), reason, message)
    (written.target, written.action, written.suggestions) = (target, action, suggestions)
    (written.line, written.details) = (line, details)
    return written.value.jsonLine
  }
}

extension WrittenFailure.Code {
  fileprivate init(_ exit: ExitCode) { self = WrittenFailure.Code(rawValue: Int(exit.rawValue)) ?? .failed }
}

extension Value {
  /// A value that surely can be written down, as one line.
  var jsonLine: [UInt8] {
    var bytes: [UInt8] = []
    do throws(JSONWriteError) { try appendJSON(to: &bytes) } catch { bytes += "null".utf8 }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}

enum Colour: String {
  case red = "31"
  case yellow = "33"
  case cyan = "36"
}

/// A bold word in a colour, or just the word.
func paint(_ word: String, _ colour: Colour, _ isColoured: Bool) -> String {
  isColoured ? "\u{1B}[1;\(colour.rawValue)m\(word)\u{1B}[0m" : word
}
