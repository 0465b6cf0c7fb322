/// What is wrong, in a sentence.
struct Complaint: Error {
  let text: String
  init(_ text: String) { self.text = text }
}

extension String {
  /// As a terminal may see it: what could steer it is written out.
  var shown: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
