/// What was expected of the component under test and did not happen, and what happened instead.
public struct UnmetExpectation: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String, _ place: Place) { self.description = "\(description)\n  at \(place.file):\(place.line)" }

  /// Where it was expected.
  struct Place {
    let file: String
    let line: Int
  }
}
