package import ComponentABI
import ComponentKit

/// Finds a key that a borrowed map has twice: one reader would take the first, another the last.
package enum UniqueKeys {
  /// Few keys are compared each with each; many are sorted by a hash first.
  package static func repeated(_ entries: UnsafeBufferPointer<component_entry>) -> component_text? {
    if entries.count > 16 { return repeatedAmongMany(entries) }
    for later in entries.indices.dropFirst() {
      let key = entries[later].key
      for earlier in 0..<later where entries[earlier].key.equals(key.utf8) { return key }
    }
    return nil
  }

  private static func repeatedAmongMany(_ entries: UnsafeBufferPointer<component_entry>) -> component_text? {
    // Swift's own hash, because it is seeded: keys that all collide can't be chosen.
    let hashes = entries.indices.map { index in
      var hasher = Hasher()
      hasher.combine(bytes: entries[index].key.utf8)
      return (hash: hasher.finalize(), index: index)
    }.sorted { $0.hash < $1.hash }
    for (one, next) in zip(hashes, hashes.dropFirst()) where one.hash == next.hash {
      if entries[one.index].key.equals(entries[next.index].key.utf8) { return entries[next.index].key }
    }
    return nil
  }
}
