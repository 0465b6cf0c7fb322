import ComponentABI
import ComponentKit

/// A text with its hash. Texts are the same if their bytes are.
struct TextKey: Sendable {
  let text: String
  let hash: UInt64

  init(_ text: String) {
    var text = text
    hash = text.withUTF8 { bytesHash(component_text($0), 0xa076_1d64_78bd_642f) }
    self.text = text
  }

  /// With a hash of one's own, for tests of what happens when two are equal.
  init(_ text: String, hash: UInt64) {
    self.text = text
    self.hash = hash
  }

  @inline(__always)
  func matches(_ other: TextKey) -> Bool {
    // Texts that Swift takes for equal although their bytes are not, such as accents in another order, differ in their
    // hash.
    hash == other.hash && text == other.text && text.utf8.count == other.text.utf8.count
  }
}
