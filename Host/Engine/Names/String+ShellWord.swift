import ComponentKit

extension String {
  /// Whether it is the same to every shell with and without quotes.
  package var isPlainWord: Bool { !isEmpty && utf8.allSatisfy(isPlain) }

  /// As it is typed in a shell, in quotes if need be; nil for what would act on a terminal.
  package var shellWord: String? {
    if isPlainWord { return self }
    if unicodeScalars.contains(where: \.isDisturbing) { return nil }
    var word = "'"
    // Scalars: a quote with an accent is a quote to a shell.
    for scalar in unicodeScalars {
      if scalar == "'" { word += "'\\''" } else { word.unicodeScalars.append(scalar) }
    }
    return word + "'"
  }
}

private func isPlain(_ byte: UInt8) -> Bool {
  if byte.isWord { return true }
  let signs: StaticString = ".-+@%,/"
  return signs.withUTF8Buffer { $0.contains(byte) }
}
