/// The keys and indices that lead to a place in a value.
package struct ValuePath: Sendable, Equatable {
  // The innermost first, because they are found on the way out.
  private var steps: [String] = []

  /// The whole value.
  package init() {}

  /// How deep the place is.
  package var depth: Int { steps.count }

  /// The outermost step.
  package var first: String? { steps.last }

  /// The same place, seen from the map that holds it under a key.
  package mutating func come(from key: String) {
    steps.append(Excerpt.isPlainName(key) ? key : "[\(Excerpt.quoted(key))]")
  }

  /// The same place, seen from the list that holds it at an index.
  package mutating func come(from index: Int) { steps.append("[\(index)]") }
}

extension ValuePath: CustomStringConvertible {
  /// Like `items[2].title`; a long way loses its middle. Keys that are not plain names are in brackets and quotes.
  package var description: String {
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
}
