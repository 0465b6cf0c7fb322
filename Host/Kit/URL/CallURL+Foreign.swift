// URLs that are for other programs: of any form, `mailto:ann@example.org`, and passed on as they are.
extension CallURL {
  /// The scheme of a text that may be a URL, in lower case.
  package static func scheme(of text: String) -> String? {
    let scheme = text.utf8.prefix { $0.mayBeInScheme }
    guard let first = scheme.first, first.isLetter, scheme.endIndex < text.utf8.endIndex,
      text.utf8[scheme.endIndex] == UInt8(ascii: ":")
    else { return nil }
    return String(decoding: scheme, as: UTF8.self).lowercased()
  }

  /// The scheme that has this name, in lower case; nil for what can't be one.
  package static func scheme(named name: String) -> String? {
    scheme(of: "\(name):").flatMap { $0.utf8.count == name.utf8.count ? $0 : nil }
  }

  package static let schemeRule = "a scheme is a letter, then letters, digits, '+', '-' and '.'"

  /// Whether a URL can be passed on: it is no longer than is taken, and nothing in it is unseen or has no place there.
  package static func check(foreign text: String, lengthLimit: Int, parameterLimit: Int) throws(URLFault) {
    guard text.utf8.count <= lengthLimit else {
      throw URLFault(.tooLong, "it has \(text.utf8.count) bytes, the limit is \(lengthLimit)")
    }
    var left = text.unicodeScalars[...]
    var next = 1
    var isQuery = false
    var parameters = 0
    while let scalar = left.popFirst() {
      let column = next
      next += UTF8.width(scalar)
      switch scalar {
      case "%":
        let digits = left.prefix(2).compactMap { UInt8(exactly: $0.value)?.hexDigit }
        guard digits.count == 2 else {
          throw URLFault(
            .invalid, "two hexadecimal digits belong behind '%', which itself is written as %25", column: column)
        }
        guard digits != [0, 0] else { throw URLFault(.invalid, "%00 has no place in a URL", column: column) }
      case "?" where !isQuery: (isQuery, parameters) = (true, 1)
      case "&" where isQuery: parameters += 1
      default:
        guard mayStand(scalar) else {
          let name = scalar == " " ? "a space" : (0x21...0x7E).contains(scalar.value) ? "'\(scalar)'" : scalar.code
          throw URLFault(.invalid, "\(name) has no place in a URL", column: column)
        }
      }
      guard parameters <= parameterLimit else {
        throw URLFault(.tooManyParameters, "it has more than \(parameterLimit) parameters", column: column)
      }
    }
  }

  private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isInvisible || scalar.properties.generalCategory == .spaceSeparator { return false }
    return !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
  }
}
