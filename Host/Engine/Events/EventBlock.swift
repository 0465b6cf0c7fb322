import ComponentABI
import ComponentKit

/// One event that was published: a copy that never changes, which all queues share. The last one frees it.
final class EventBlock: @unchecked Sendable {
  // Sendable: written in init only.
  /// Borrowed from its topic.
  let event: component_text
  let value: component_value
  /// What it takes of a queue's room.
  let size: Int
  private let block: CopyBlock?

  /// - Parameter value: data that has passed the check at the border.
  init(_ event: component_text, _ value: component_value) {
    self.event = event
    // A scalar has all of it in itself.
    if value.kind <= COMPONENT_KIND_DOUBLE {
      (self.value, size, block) = (value, Int(COMPONENT_VALUE_SIZE), nil)
    } else {
      let size = CopyBlock.size(value)
      var block = CopyBlock(size: size)
      self.value = block.copy(value)
      self.size = size + Int(COMPONENT_VALUE_SIZE)
      self.block = block
    }
  }

  deinit { block?.end() }
}
