/// A name from outside as a message may show it: in quotes, control characters escaped, the middle of a long one left out.
func quoted(_ name: String) -> String { "'\(excerpt(name))'" }

/// The same without quotes.
func excerpt(_ name: String) -> String {
  var shown = ""
  var count = 0
  for scalar in name.unicodeScalars {
    if count == 60 { return shown + "… (\(name.utf8.count) bytes)" }
    count += 1
    let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) || isBidiControl(scalar.value)
    if isControl {
      shown += "\\u{" + String(scalar.value, radix: 16) + "}"
    } else {
      shown.unicodeScalars.append(scalar)
    }
  }
  return shown
}

// What turns the direction of text can make a name look like another.
private func isBidiControl(_ scalar: UInt32) -> Bool {
  (0x200e...0x200f).contains(scalar) || (0x202a...0x202e).contains(scalar) || (0x2066...0x2069).contains(scalar)
}
