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
  /// The code is the exit code. Target and action are null where no call was made; `details` is left out where
  /// there are none. In a session that is no person's there is a `line`.
  var jsonLine: [UInt8] {
    var error: Fields = [
      "code": .int(Int(exit.rawValue)), "reason": .text(reason), "message": .text(message),
      "target": target.map(Value.text) ?? nil, "action": action.map(Value.text) ?? nil,
      "suggestions": .list(suggestions.map(Value.text)),
    ]
    if let line { error["line"] = .int(line) }
    // Details can hold what can't be written down.
    if !details.isEmpty, (try? Value.map(details).json()) != nil { error["details"] = .map(details) }
    return Value.map(["error": .map(error)]).jsonLine
  }
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
