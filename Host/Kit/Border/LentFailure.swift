package import ComponentABI

/// A failure that stays laid out for C, for an answer that is given many times.
///
/// Sendable although it holds pointers: what they point to never changes, and lives as long as this.
package final class LentFailure: @unchecked Sendable {
  package let failure: Failure
  package let borrowed: UnsafePointer<component_failure>
  private let block: UnsafeMutableRawBufferPointer

  package init(_ failure: Failure) {
    self.failure = failure
    let parts: [Value] = [.text(failure.reason), .text(failure.message), .map(failure.details)]
    var need = LoanSize()
    for part in parts { need.add(part, depth: 0) }
    let head = MemoryLayout<component_failure>.stride
    block = .allocate(byteCount: head + need.total, alignment: 8)
    var loan = Loan(UnsafeMutableRawBufferPointer(rebasing: block[head...]), need)
    let laid = parts.map { loan.lay($0, depth: 0) }
    let start = block.bindMemory(to: component_failure.self).baseAddress.unsafelyUnwrapped
    start.initialize(
      to: component_failure(failure, reason: laid[0].text, message: laid[1].text, details: laid[2]))
    borrowed = UnsafePointer(start)
  }

  deinit { block.deallocate() }
}

extension component_value {
  fileprivate var text: component_text { component_text(bytes: self.as.text, length: count) }
}
