import ComponentKit

extension FuzzTarget {
  /// The reader and the writer of JSON.
  public static let json = FuzzTarget(name: "json") { bytes throws(BrokenPromise) in
    let value: Value
    do throws(JSONError) { value = try Value(json: bytes) } catch {
      try BrokenPromise.unless((0...bytes.count).contains(error.offset), "an error is in the text: \(error)")
      try BrokenPromise.unless(error.line >= 1 && error.column >= 1, "lines and columns count from 1: \(error)")
      try BrokenPromise.unless(error.description.isPrintable, "an error can be printed: \(error)")
      try BrokenPromise.unless(error.description.utf8.count < 700, "an error is short: \(error)")
      return false
    }
    try BrokenPromise.unless(bytes.isValidUTF8, "what is read is UTF-8")
    try BrokenPromise.unless(value.depth <= Value.depthLimit, "lists and maps nest no deeper than the limit")
    let line = try write(value, .line)
    try BrokenPromise.unless(line.isPrintable, "JSON in one line can be printed")
    for written in [line, try write(value, .readable)] {
      guard let again = try? Value(json: written) else {
        throw BrokenPromise(description: "what was written can be read: \(written)")
      }
      try BrokenPromise.unless(again == value, "what was written reads as what was read: \(written)")
      let lineAgain = try write(again, .line)
      try BrokenPromise.unless(lineAgain.isIdentical(to: line), "writing it again changes nothing: \(line)")
    }
    return true
  }

  private static func write(_ value: Value, _ style: JSONStyle) throws(BrokenPromise) -> String {
    do throws(JSONWriteError) { return try value.json(style: style) } catch {
      throw BrokenPromise(description: "what was read can be written: \(error)")
    }
  }
}

extension Value {
  // How many lists and maps are around the innermost value.
  fileprivate var depth: Int {
    switch self {
    case .list(let list): 1 + (list.map(\.depth).max() ?? 0)
    case .map(let fields): 1 + (fields.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}
