// Which characters are not shown as they are. All code that escapes characters or refuses invisible ones asks here.
extension Unicode.Scalar {
  /// Whether it acts on a terminal, breaks a line or turns the direction of writing: the controls, the separators of lines
  /// and paragraphs, the byte order mark and the marks of direction. In texts for people and in JSON it is escaped.
  package var isDisturbing: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// Whether it is disturbing, or leaves no mark: with it a name can look like another. In names it is escaped, and in
  /// URLs refused; in texts it stays, for it joins letters and pictures.
  package var isInvisible: Bool {
    if value < 0x80 { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter: return false
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
    }
  }

  /// As in `U+202E`.
  package var code: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}
