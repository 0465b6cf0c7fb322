import ComponentABI

/// A struct of the contract that grows: it may come from a component that was compiled against an earlier contract.
protocol GrowingStruct {
  /// What must be there; what lies behind counts as zero where it is missing.
  static var leastSize: Int { get }
}

extension component_about: GrowingStruct { static var leastSize: Int { 80 } }
extension component_need: GrowingStruct { static var leastSize: Int { 40 } }
extension component_target: GrowingStruct { static var leastSize: Int { 48 } }
extension component_type: GrowingStruct { static var leastSize: Int { 56 } }
extension component_action: GrowingStruct { static var leastSize: Int { 120 } }
extension component_route: GrowingStruct { static var leastSize: Int { 88 } }
extension component_key: GrowingStruct { static var leastSize: Int { 72 } }
extension component_event: GrowingStruct { static var leastSize: Int { 64 } }
extension component_observer: GrowingStruct { static var leastSize: Int { 56 } }
extension component_request: GrowingStruct { static var leastSize: Int { 104 } }

/// Lends the struct as today's contract has it, with zeroes for what an earlier one did not know; nil where its size
/// can't be right: smaller than what must be there, or one that ends within a field.
func withWholeStruct<T: GrowingStruct, R, E: Error>(
  _ pointer: UnsafePointer<T>, _ body: (UnsafePointer<T>) throws(E) -> R
) throws(E) -> R? {
  let start = UnsafeRawPointer(pointer)
  let size = Int(start.load(fromByteOffset: MemoryLayout<UInt32>.size, as: UInt32.self))
  if size >= MemoryLayout<T>.size { return try body(pointer) }
  guard size >= T.leastSize, size.isMultiple(of: MemoryLayout<T>.alignment) else { return nil }
  return try withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { (whole) throws(E) in
    let bytes = UnsafeMutableRawBufferPointer(whole)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    bytes.copyMemory(from: UnsafeRawBufferPointer(start: start, count: size))
    bytes.storeBytes(of: UInt32(MemoryLayout<T>.size), toByteOffset: MemoryLayout<UInt32>.size, as: UInt32.self)
    return try UnsafeRawPointer(bytes.baseAddress ?? UnsafeMutableRawPointer(mutating: start))
      .withMemoryRebound(to: T.self, capacity: 1) { (whole) throws(E) in try body(whole) }
  }
}
