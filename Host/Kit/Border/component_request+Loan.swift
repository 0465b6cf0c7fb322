import ComponentABI

// Lends the fields of a call to C as the parameters of a request.
extension UnsafeMutablePointer<component_request> {
  @inline(__always)
  func lend(_ fields: UnsafeBufferPointer<(String, Value)>, _ body: () -> Void) {
    fields.withBorrowed { entries in
      pointee.lend(entries)
      body()
    }
  }

  /// The same for one field, which is what most calls have. A scalar or a short text goes without the block that is
  /// measured first.
  @inline(__always)
  func lend(_ key: String, _ value: Value, _ body: () -> Void) {
    if let scalar = component_value(scalar: value) { return lend(key, scalar, body) }
    if case .text(let text) = value {
      return text.withText { text in
        var value = component_value()
        value.setText(text)
        lend(key, value, body)
      }
    }
    withUnsafePointer(to: (key, value)) { lend(UnsafeBufferPointer(start: $0, count: 1), body) }
  }

  @inline(__always)
  private func lend(_ key: String, _ value: component_value, _ body: () -> Void) {
    key.withText { key in
      var entry = component_entry(key: key, value: value)
      withUnsafePointer(to: &entry) { entry in
        pointee.parameters = entry
        pointee.parameter_count = 1
        body()
      }
    }
  }
}
