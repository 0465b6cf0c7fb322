package import ComponentABI

package typealias Ended =
  @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<component_value>?, UnsafePointer<component_failure>?) -> Void
package typealias Progressed = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<component_progress>) -> Void

extension component_request {
  /// A request with nothing but what it must have.
  @inline(__always)
  package init(_ target: component_text, _ action: component_text, _ flags: UInt32, _ ended: @escaping Ended) {
    self.init(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_request>.size), target: target, action: action,
      parameters: nil, parameter_count: 0, ended: ended, progressed: nil, context: nil, deadline: 0,
      cancellation: nil, parent: nil, flags: flags, reserved: 0, hints: nil, hint_count: 0, skips: nil,
      skip_count: 0, place: nil)
  }

  @inline(__always)
  mutating func lend(_ entries: UnsafeMutableBufferPointer<component_entry>) {
    parameters = UnsafePointer(entries.baseAddress)
    parameter_count = entries.count
  }

  /// Lends a call's terms, but for `progress`, which the listener has.
  @inline(__always)
  mutating func lend(_ terms: CallTerms) {
    if let timeLimit = terms.timeLimit { deadline = Deadline(after: timeLimit).nanoseconds }
    if let given = terms.cancellation { cancellation = given.pointer }
  }
}

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
