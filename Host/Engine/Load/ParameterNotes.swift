/// What each parameter means, by its name: from lines of the form "id: the book's number". Others are left out.
func parameterNotes(_ text: String) -> [String: String] {
  var notes: [String: String] = [:]
  eachParameterNote(text) { name, note in notes[name] = note() }
  return notes
}

/// Goes through the lines. It works on bytes, which is much faster than Swift's characters: a load does this for each
/// action.
func eachParameterNote(_ text: String, _ body: (_ name: String, _ note: () -> String) -> Void) {
  text.utf8.span.withUnsafeBufferPointer { all in
    var start = 0
    while start < all.count {
      let end = all[start...].firstIndex(of: UInt8(ascii: "\n")) ?? all.count
      let line = all[start..<end]
      start = end + 1
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      body(String(decoding: line[..<colon], as: UTF8.self)) {
        String(decoding: line[colon...].dropFirst().drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
      }
    }
  }
}
