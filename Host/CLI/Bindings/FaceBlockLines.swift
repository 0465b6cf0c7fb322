/// The comment lines at the start of a file, taken one after the other.
struct FaceBlockLines {
  private var lines: ArraySlice<Substring>
  /// The number of the line that was taken last; 0 before the first.
  private(set) var number = 0

  init(_ text: String) {
    // By bytes: characters of Swift can hide a line's end.
    var lines: [Substring] = []
    var rest = text.utf8[...]
    while rest.starts(with: "//".utf8) {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      lines.append(Substring(line))
      rest = rest[line.endIndex...].dropFirst()
    }
    self.lines = lines[...]
  }

  var isEmpty: Bool { lines.isEmpty }

  mutating func take() -> Substring? {
    guard let line = lines.popFirst() else { return nil }
    number += 1
    return line
  }

  /// What stands behind a beginning, if the next line has it.
  mutating func take(after beginning: String) -> Substring? {
    guard let line = lines.first, line.utf8.starts(with: beginning.utf8) else { return nil }
    _ = take()
    return Substring(line.utf8.dropFirst(beginning.utf8.count))
  }

  /// The text of the next line, if it is indented so far and no further.
  mutating func takeText(indented spaces: Int) -> Substring? {
    let beginning = "// " + String(repeating: " ", count: spaces)
    guard let line = lines.first, line.utf8.starts(with: beginning.utf8),
      line.utf8.dropFirst(beginning.utf8.count).first.map({ $0 != UInt8(ascii: " ") }) == true
    else { return nil }
    return take(after: beginning)
  }
}

extension Substring {
  /// What stands before and behind the first occurrence of a separator; nil where there is none.
  func parted(by separator: String) -> (Substring, Substring)? {
    var rest = utf8[...]
    while !rest.isEmpty {
      if rest.starts(with: separator.utf8) {
        return (Substring(utf8[..<rest.startIndex]), Substring(rest.dropFirst(separator.utf8.count)))
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}
