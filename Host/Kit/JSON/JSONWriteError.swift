/// Why a value can't be written down, and which part of it.
public struct JSONWriteError: Error, Sendable, Equatable {
  /// One sentence for people.
  public let message: String

  private var way = ValuePath()

  init(_ message: String) { self.message = message }

  /// The way to the part, like `page.items[3]`; empty where it is the whole value.
  ///
  /// Keys that are not plain names are in brackets and quotes. A long way loses its middle.
  public var path: String { way.description }

  /// The same error, seen from the map that holds the part under a key.
  func inside(key: String) -> JSONWriteError {
    var error = self
    error.way.come(from: key)
    return error
  }

  /// The same error, seen from the list that holds the part at an index.
  func inside(index: Int) -> JSONWriteError {
    var error = self
    error.way.come(from: index)
    return error
  }
}

extension JSONWriteError: CustomStringConvertible {
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
