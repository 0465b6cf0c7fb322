import ComponentABI
import ComponentKit

/// A deep copy of parameters and names in one block of memory, for a call that outlives the one that made it.
///
/// Objects and functions are retained; flags are kept.
final class ParameterCopy: @unchecked Sendable {
  // Sendable: written in init only.
  let entries: UnsafePointer<component_entry>?
  let hints: UnsafePointer<component_entry>?
  let target: component_text
  let action: component_text
  private let block: CopyBlock

  init(_ call: component_call) {
    let parameters = UnsafeBufferPointer(
      start: call.parameters, count: call.parameters == nil ? 0 : call.parameter_count)
    let hints = UnsafeBufferPointer(start: call.hints, count: call.hints == nil ? 0 : call.hint_count)
    var block = CopyBlock(
      size: CopyBlock.size(parameters) + CopyBlock.size(hints) + CopyBlock.rounded(call.target.length)
        + CopyBlock.rounded(call.action.length))
    target = block.copy(call.target)
    action = block.copy(call.action)
    entries = block.copy(parameters)
    self.hints = block.copy(hints)
    self.block = block
  }

  deinit { block.end() }
}
