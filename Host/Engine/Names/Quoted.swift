import ComponentKit

/// A name from outside as a message may show it: in quotes, what acts on a terminal escaped, the end of a long one left
/// out.
package func quoted(_ name: String) -> String { "'\(excerpt(name))'" }

/// The same without quotes.
package func excerpt(_ name: String) -> String {
  // Nearly all names are a few letters.
  if name.utf8.count <= 60, name.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return name }
  var shown = ""
  var count = 0
  for scalar in name.unicodeScalars {
    if count == 60 { return shown + "… (\(name.utf8.count) bytes)" }
    count += 1
    if scalar.isInvisible {
      shown += "\\u{" + String(scalar.value, radix: 16) + "}"
    } else {
      shown.unicodeScalars.append(scalar)
    }
  }
  return shown
}
