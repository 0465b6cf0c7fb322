import ComponentKit

/// A text from outside as a person may see it: nothing in it acts on the terminal.
///
/// Controls and the marks that turn the direction of writing are escaped. A line break stays, with the next line
/// indented, so that no line of it can pass for one of the host's own; in a name it is escaped as well.
func shown(_ text: String, lineBreaks: Bool = true) -> String {
  if text.isPlain { return text }
  var result = ""
  var scalars = text.unicodeScalars[...]
  while lineBreaks, scalars.last == "\n" { scalars.removeLast() }
  for scalar in scalars {
    if scalar == "\n", lineBreaks {
      result += "\n  "
    } else if scalar.isDisturbing {
      result += "\\u{" + String(scalar.value, radix: 16) + "}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// How many columns of a terminal a text takes, nearly.
func columns(of text: String) -> Int {
  text.isPlain ? text.utf8.count : text.unicodeScalars.reduce(0) { $0 + columns(of: $1.value) }
}

/// As much of a text as fits in so many columns; "…" stands for what does not.
func fitted(_ text: String, columns limit: Int) -> String {
  if columns(of: text) <= limit { return text }
  var result = ""
  var used = 1
  for scalar in text.unicodeScalars {
    used += columns(of: scalar.value)
    if used > limit { break }
    result.unicodeScalars.append(scalar)
  }
  return limit > 0 ? result + "…" : ""
}

// Marks that join the letter before take none, letters of East Asia and pictures take two.
private func columns(of scalar: UInt32) -> Int {
  switch scalar {
  case 0x0300...0x036F, 0x200B...0x200D, 0x20D0...0x20FF, 0xFE00...0xFE0F: 0
  case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
    0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
    2
  default: 1
  }
}

extension String {
  /// Whether it has nothing but what stands on every keyboard, each in a column of its own.
  fileprivate var isPlain: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in bytes.allSatisfy { $0 &- 0x20 < 0x5F } }
      ?? utf8.allSatisfy { $0 &- 0x20 < 0x5F }
  }
}
