import ComponentABI

// The parameters of most calls: one, which is a scalar or a short text.
extension UnsafeBufferPointer<(String, Value)> {
  /// Lends fields to C as the parameters of a request.
  @inline(__always)
  func lend(to request: UnsafeMutablePointer<component_request>, _ body: () -> Void) {
    // One short text needs no block that is measured first: 100 instructions less. If it were not copied it would have
    // to be retained: 5 ns more each time.
    withUnsafeTemporaryAllocation(byteCount: longText, alignment: 8) { room in
      if count == 1 {
        if let scalar = component_value(scalar: self[0].1) { return lend(scalar, to: request, body) }
        if let text = component_value(short: self[0].1, in: room) { return lend(text, to: request, body) }
      }
      withBorrowed { entries in
        request.pointee.lend(entries)
        body()
      }
    }
  }

  // Lends a value under the first key, which is lent where it lies.
  @inline(__always)
  private func lend(
    _ value: component_value, to request: UnsafeMutablePointer<component_request>, _ body: () -> Void
  ) {
    self[0].0.withText { key in
      var entry = component_entry(key: key, value: value)
      withUnsafePointer(to: &entry) { entry in
        request.pointee.parameters = entry
        request.pointee.parameter_count = 1
        body()
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
