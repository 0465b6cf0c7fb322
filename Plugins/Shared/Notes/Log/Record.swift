/// One thing that happened, as the log keeps it: words between tabs.
enum Record: Equatable {
  /// A note came, or one of the same id was changed.
  case note(LoggedNote)
  case gone(id: Int)
  /// Where a reader is in a book.
  case place(book: Int, page: Int, time: Int)
  /// No id below this one is given again; written when the notes that had them are left out.
  case next(id: Int)
  /// So many bytes of a torn record were cut off before this one.
  case cut(bytes: Int, time: Int)

  var payload: String {
    switch self {
    case .note(let note):
      let page = note.page.map(String.init) ?? "-"
      return "note\t\(note.id)\t\(note.book)\t\(page)\t\(note.time)\t\(escaped(note.kind))\t\(escaped(note.text))"
    case .gone(let id): return "gone\t\(id)"
    case .place(let book, let page, let time): return "place\t\(book)\t\(page)\t\(time)"
    case .next(let id): return "next\t\(id)"
    case .cut(let bytes, let time): return "cut\t\(bytes)\t\(time)"
    }
  }

  /// Nil for what a later version writes.
  init?(payload: String) {
    let words = payload.split(separator: "\t", omittingEmptySubsequences: false)
    let numbers = words.dropFirst().map { Int($0) }
    switch (words[0], words.count) {
    case ("note", 7):
      guard let id = numbers[0], let book = numbers[1], let time = numbers[3], words[3] == "-" || numbers[2] != nil,
        let kind = unescaped(words[5]), let text = unescaped(words[6])
      else { return nil }
      self = .note(LoggedNote(id: id, book: book, page: numbers[2], time: time, kind: kind, text: text))
    case ("gone", 2):
      guard let id = numbers[0] else { return nil }
      self = .gone(id: id)
    case ("place", 4):
      guard let book = numbers[0], let page = numbers[1], let time = numbers[2] else { return nil }
      self = .place(book: book, page: page, time: time)
    case ("next", 2):
      guard let id = numbers[0] else { return nil }
      self = .next(id: id)
    case ("cut", 3):
      guard let bytes = numbers[0], let time = numbers[1] else { return nil }
      self = .cut(bytes: bytes, time: time)
    default: return nil
    }
  }
}

// A text without tabs and line ends.
private func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\": result += "\\\\"
    case "\t": result += "\\t"
    case "\n": result += "\\n"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private func unescaped(_ text: Substring) -> String? {
  var result = ""
  var scalars = text.unicodeScalars.makeIterator()
  while let scalar = scalars.next() {
    guard scalar == "\\" else {
      result.unicodeScalars.append(scalar)
      continue
    }
    switch scalars.next() {
    case "\\": result += "\\"
    case "t": result += "\t"
    case "n": result += "\n"
    default: return nil
    }
  }
  return result
}
