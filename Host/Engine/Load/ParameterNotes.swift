/// What each parameter means, by its name: from lines of the form "id: the book's number". Others are left out.
func parameterNotes(_ text: String) -> [String: String] {
  var notes: [String: String] = [:]
  eachParameterNote(text) { name, note in notes[name] = note() }
  return notes
}

/// Goes through the lines. It works on bytes, which is much faster than Swift's characters: a load does this for each
/// action.
func eachParameterNote(_ text: String, _ body: (_ name: String, _ note: () -> String) -> Void) {
  var rest = text.utf8[...]
  while !rest.isEmpty {
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    rest = rest[line.endIndex...].dropFirst()
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
    body(String(Substring(line[..<colon]))) {
      String(Substring(line[colon...].dropFirst().drop { $0 == UInt8(ascii: " ") }))
    }
  }
}
