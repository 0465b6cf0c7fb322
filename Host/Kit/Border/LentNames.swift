package import ComponentABI

/// Names as a request lends them.
///
/// Sendable although it holds pointers: what they point to never changes, and lives as long as this.
package final class LentNames: @unchecked Sendable {
  let names: [String]
  let texts: UnsafePointer<component_text>
  private let owned: UnsafeMutablePointer<component_text>
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// Valid as long as this lives.
  package var lent: UnsafeBufferPointer<component_text> { UnsafeBufferPointer(start: texts, count: names.count) }

  package init(_ names: [String]) {
    self.names = names
    bytes = .allocate(capacity: names.reduce(0) { $0 + $1.utf8.count })
    owned = .allocate(capacity: names.count)
    var free = bytes.startIndex
    for (index, name) in names.enumerated() {
      let end = bytes[free...].initialize(fromContentsOf: name.utf8)
      (owned + index).initialize(to: component_text(UnsafeBufferPointer(rebasing: bytes[free..<end])))
      free = end
    }
    texts = UnsafePointer(owned)
  }

  deinit {
    owned.deallocate()
    bytes.deallocate()
  }
}

extension component_request {
  /// Valid as long as the names live.
  package mutating func lend(_ skipped: LentNames) {
    skips = skipped.texts
    skip_count = skipped.names.count
  }
}
