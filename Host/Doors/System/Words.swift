import Glibc

/// The system's words for an error number.
@_spi(Doors) public func systemReason(_ code: Int32) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}

/// A text from outside as a message may show it: what is no plain letter escaped, the end of a long one left out.
@_spi(Doors) public func excerpt(_ text: String) -> String {
  var shown = ""
  for (place, scalar) in text.unicodeScalars.enumerated() {
    if place == 60 { return shown + "… (\(text.utf8.count) bytes)" }
    if scalar.isASCII, scalar.value >= 0x20, scalar.value < 0x7f {
      shown.unicodeScalars.append(scalar)
    } else {
      shown += "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
  return shown
}

/// The same in quotes.
@_spi(Doors) public func quoted(_ text: String) -> String { "'\(excerpt(text))'" }
