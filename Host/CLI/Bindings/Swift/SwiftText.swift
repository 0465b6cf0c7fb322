/// Texts from outside in Swift's source code.
enum SwiftText {
  /// A literal that means the same text, whatever is in it.
  static func literal(_ text: String) -> String {
    var literal = "\""
    var isFirst = true
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      default:
        if isPlain(scalar, isFirst: isFirst) {
          literal.unicodeScalars.append(scalar)
        } else {
          literal += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
      isFirst = false
    }
    return literal + "\""
  }

  // What can be seen as it is. A mark would join the quote before it.
  private static func isPlain(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value < 0x7F }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol,
      .otherSymbol:
      return true
    case .nonspacingMark, .spacingMark, .enclosingMark: return !isFirst
    default: return false
    }
  }
}
