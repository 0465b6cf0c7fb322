import ComponentHost

/// The name of a component to be made, in the forms that languages write it.
struct PackageName: Sendable, Equatable {
  /// `HTTPReader`, in the file's name and as a type.
  let text: String

  init(_ text: String) throws(Problem) {
    guard !text.isEmpty else { throw PackageName.bad("a component needs a name", "") }
    guard !text.utf8.contains(UInt8(ascii: "/")), text != ".", text != ".." else {
      throw .usage(
        "\(quoted(text)) is a path, and a name is needed",
        help: "the package is made in the current folder: go to where it shall lie, and give only the name")
    }
    guard text.utf8.allSatisfy(PackageName.isPart), let first = text.utf8.first, !PackageName.isDigit(first),
      first != UInt8(ascii: "_")
    else {
      throw PackageName.bad(
        "\(quoted(text)) can't be a component's name, which is made of ASCII letters, digits and '_', a letter first",
        text)
    }
    guard text.utf8.count <= PackageName.limit else {
      throw .usage("\(quoted(text)) is too long for a name, which has at most \(PackageName.limit) letters")
    }
    guard PackageName.isUpper(first) else {
      throw PackageName.bad("\(quoted(text)) begins with a small letter, and components are named like types", text)
    }
    self.text = text
  }

  /// What the contract allows.
  static let limit = 128

  /// `httpReader`: how a property is called.
  var property: String { text.lowerFirst }

  /// `http_reader`: how files are called in C.
  var snake: String { text.snake }

  /// A name that was not good, and what could be meant: `MyReader` for "my-reader".
  private static func bad(_ message: String, _ text: String) -> Problem {
    let separators = "-. _".utf8
    let words = text.utf8.split { separators.contains($0) }.map { String(Substring($0)) }
    let joined = words.map(\.upperFirst).joined()
    let isGood = joined.utf8.first.map(isUpper) == true && joined.utf8.allSatisfy(isPart) && joined.utf8.count <= limit
    return .usage(message, help: isGood ? "write \(joined)" : "write a name such as Greeter")
  }

  private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  private static func isPart(_ byte: UInt8) -> Bool {
    isUpper(byte & ~0x20) || isDigit(byte) || byte == UInt8(ascii: "_")
  }
}
