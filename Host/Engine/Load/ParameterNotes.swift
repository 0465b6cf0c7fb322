/// What each parameter means, by its name: from lines of the form "id: the book's number". Others are left out.
func parameterNotes(_ text: String) -> [String: String] {
  var notes: [String: String] = [:]
  for line in text.split(separator: "\n") {
    guard let colon = line.firstIndex(of: ":") else { continue }
    notes[String(line[..<colon])] = String(line[line.index(after: colon)...].drop { $0 == " " })
  }
  return notes
}
