/// A paragraph's words in lines of at most so many columns; a longer word is cut.
public func fill(_ paragraph: String, columns: Int) -> [String] {
  let columns = max(2, columns)
  var lines: [String] = []
  var line = ""
  var used = 0
  for word in paragraph.split(whereSeparator: \.isWhitespace) {
    let width = columnCount(word)
    if used > 0, used + 1 + width > columns {
      lines.append(line)
      (line, used) = ("", 0)
    }
    if used > 0 {
      line += " "
      used += 1
    }
    if width <= columns {
      line += word
      used += width
      continue
    }
    for character in word {
      let width = columnCount(character)
      if used + width > columns {
        lines.append(line)
        (line, used) = ("", 0)
      }
      line.append(character)
      used += width
    }
  }
  if used > 0 { lines.append(line) }
  return lines
}

/// How many columns of a terminal a text takes.
public func columnCount(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + columnCount($1) } }

private func columnCount(_ character: Character) -> Int {
  guard let scalar = character.unicodeScalars.first else { return 0 }
  switch scalar.value {
  case 0..<0x1100: return scalar.properties.isDefaultIgnorableCodePoint ? 0 : 1
  // Scripts whose letters are as wide as high, and pictures.
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
    return 2
  default: return scalar.properties.isDefaultIgnorableCodePoint ? 0 : 1
  }
}
