import ComponentABI

/// A function that is kept, with its context.
final class HeldFunction: @unchecked Sendable {
  // Sendable: the contract lets its functions be called from any thread.
  let pointer: UnsafeMutablePointer<component_function>

  init(_ function: UnsafePointer<component_function>) {
    pointer = .allocate(capacity: 1)
    var copy = component_function(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_function>.size),
      context: function.pointee.context,
      run: function.pointee.run, retain: function.pointee.retain, release: function.pointee.release, host: nil)
    // One that was made for an earlier contract names no table.
    if Int(function.pointee.size) >= MemoryLayout<component_function>.size { copy.host = function.pointee.host }
    pointer.initialize(to: copy)
    copy.retain?(copy.context)
  }

  deinit {
    pointer.pointee.release?(pointer.pointee.context)
    pointer.deallocate()
  }
}
