extension String {
  /// Whether it is the same text, byte for byte.
  ///
  /// That is how everything that comes from outside is told apart: to Swift, texts are equal that only look the same,
  /// such as a letter with an accent in its two forms, and a map may have both of them as keys.
  @inline(__always)
  package func hasBytes(of other: String) -> Bool {
    // What is not equal to Swift has other bytes, and that is mostly told by a glance.
    self == other && hasAllBytes(of: other)
  }

  @inline(never)
  private func hasAllBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// A text as the key of a dictionary or a set: the same as another if its bytes are.
package struct ByteKey: Hashable, Sendable {
  let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: ByteKey, b: ByteKey) -> Bool { a.text.hasBytes(of: b.text) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
