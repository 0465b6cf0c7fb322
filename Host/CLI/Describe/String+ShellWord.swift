extension String {
  /// Whether it is the same to every shell with and without quotes.
  var isPlainWord: Bool { !isEmpty && utf8.allSatisfy(isPlain) }

  /// As it is typed in a shell, in quotes if need be; nil for what would act on a terminal.
  var shellWord: String? {
    if isPlainWord { return self }
    guard shown(self, lineBreaks: false) == self else { return nil }
    var word = "'"
    // Scalars: a quote with an accent is a quote to a shell.
    for scalar in unicodeScalars {
      if scalar == "'" { word += "'\\''" } else { word.unicodeScalars.append(scalar) }
    }
    return word + "'"
  }
}

private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"),
    UInt8(ascii: "+"), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: ","), UInt8(ascii: "/"):
    true
  default: false
  }
}
