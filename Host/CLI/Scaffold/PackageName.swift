import ComponentKit
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
    guard text.utf8.allSatisfy(\.isWord), let first = text.utf8.first, first.isLetter
    else {
      throw PackageName.bad(
        "\(quoted(text)) can't be a component's name, which is made of ASCII letters, digits and '_', a letter first",
        text)
    }
    guard text.utf8.count <= PackageName.limit else {
      throw .usage("\(quoted(text)) is too long for a name, which has at most \(PackageName.limit) letters")
    }
    guard first.isUpper else {
      throw PackageName.bad("\(quoted(text)) begins with a small letter, and components are named like types", text)
    }
    self.text = text
  }

  /// What the contract allows.
  static let limit = ComponentName.limit

  /// Whether the component of this name answers what nobody else can.
  var isFallback: Bool { text == "NotFound" }

  /// `httpReader`: how a property is called.
  var property: String { text.lowerFirst }

  /// `http_reader`: how files are called in C.
  var snake: String { text.snake }

  /// A name that was not good, and what could be meant: `MyReader` for "my-reader".
  private static func bad(_ message: String, _ text: String) -> Problem {
    let separators = "-. _".utf8
    let words = text.utf8.split { separators.contains($0) }.map { String(Substring($0)) }
    let joined = words.map(\.upperFirst).joined()
    let isGood = joined.utf8.first?.isUpper == true && joined.utf8.allSatisfy(\.isWord) && joined.utf8.count <= limit
    return .usage(message, help: isGood ? "write \(joined)" : "write a name such as Greeter")
  }
}
