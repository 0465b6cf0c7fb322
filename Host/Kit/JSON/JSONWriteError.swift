/// Why a value can't be written down, and which part of it.
public struct JSONWriteError: Error, Sendable, Equatable {
  /// One sentence for people.
  public let message: String

  // The keys and indices that lead to the part, the innermost first.
  private var steps: [String] = []

  init(_ message: String) { self.message = message }

  /// The way to the part, like `page.items[3]`; empty where it is the whole value.
  ///
  /// Keys that are not plain names are in brackets and quotes. A long way loses its middle.
  public var path: String {
    let shown = 16
    var path = ""
    for (index, step) in steps.reversed().enumerated() {
      if steps.count > shown, index >= shown / 2, index < steps.count - shown / 2 {
        if index == shown / 2 { path += "…" }
        continue
      }
      if !path.isEmpty, step.utf8.first != UInt8(ascii: "[") { path += "." }
      path += step
    }
    return path
  }

  /// The same error, seen from the map that holds the part under a key.
  func inside(key: String) -> JSONWriteError { adding(Excerpt.isPlainName(key) ? key : "[\(Excerpt.quoted(key))]") }

  /// The same error, seen from the list that holds the part at an index.
  func inside(index: Int) -> JSONWriteError { adding("[\(index)]") }

  private func adding(_ step: String) -> JSONWriteError {
    var error = self
    error.steps.append(step)
    return error
  }
}

extension JSONWriteError: CustomStringConvertible {
  public var description: String { steps.isEmpty ? message : "\(path): \(message)" }
}
