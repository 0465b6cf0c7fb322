package import ComponentABI

extension Fields {
  /// Lends the parameters of a URL to C: all texts, also those in lists, are marked as typed without a type.
  ///
  /// Not generic: a generic result's type would be looked up at each call, which takes as long as all the rest.
  package func withBorrowedLoose(_ body: (UnsafeMutableBufferPointer<component_entry>) -> Int32) -> Int32 {
    entries.withUnsafeBufferPointer { own in
      withUnsafeTemporaryAllocation(byteCount: longText, alignment: 8) { room in
        // One short text needs no block that is measured first.
        if own.count == 1, var text = component_value(short: own[0].1, in: room) {
          text.flags = COMPONENT_VALUE_LOOSE
          return own[0].0.withText { key in
            var entry = component_entry(key: key, value: text)
            return withUnsafeMutablePointer(to: &entry) { body(UnsafeMutableBufferPointer(start: $0, count: 1)) }
          }
        }
        return own.withBorrowed(textFlags: COMPONENT_VALUE_LOOSE, body)
      }
    }
  }
}

extension component_value {
  /// A text that has room where it is copied to.
  @inline(__always)
  init?(short value: Value, in room: UnsafeMutableRawBufferPointer) {
    guard case .text(let text) = value, let start = room.baseAddress, text.utf8.count <= room.count else { return nil }
    self.init()
    setText(text.copied(to: start))
  }
}
