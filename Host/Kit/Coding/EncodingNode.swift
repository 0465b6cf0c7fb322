import ComponentABI

/// A list or map that is being filled, in an arena's memory.
///
/// While it is filled, the value of its parent that it is has the node's address for a payload.
struct EncodingNode {
  let parent: EncodingNodePointer?
  /// Its place in the parent.
  let index: Int
  let isMap: Bool
  /// The depth of the list or map; 1 for the outermost.
  let depth: Int
  /// The node that was made before.
  let previous: EncodingNodePointer?
  var slots: UnsafeMutableRawPointer
  var count = 0
  var capacity: Int
  /// Whether its entries came in no order of their own, and are put into that of their keys.
  var isSorted = false

  var stride: Int { isMap ? MemoryLayout<component_entry>.stride : MemoryLayout<component_value>.stride }
}

typealias EncodingNodePointer = UnsafeMutablePointer<EncodingNode>

extension EncodingNodePointer {
  /// The value at a place of a list or map. It moves when the node grows.
  @inline(__always)
  func value(at index: Int) -> UnsafeMutablePointer<component_value> {
    let start = pointee.slots + index * pointee.stride + (pointee.isMap ? MemoryLayout<component_text>.stride : 0)
    return start.assumingMemoryBound(to: component_value.self)
  }

  var values: UnsafeMutablePointer<component_value> {
    pointee.slots.assumingMemoryBound(to: component_value.self)
  }

  var entries: UnsafeMutablePointer<component_entry> {
    pointee.slots.assumingMemoryBound(to: component_entry.self)
  }

  /// The place of a key among the first entries; nil where it is new. Later ones are compared in the end.
  @inline(__always)
  func index(of key: UnsafeRawBufferPointer) -> Int? {
    let entries = entries
    for index in 0..<min(pointee.count, EncodingArena.searchLimit) where entries[index].key.equals(key) { return index }
    return nil
  }

  /// Where the value at a place lies, from the outside in.
  func path(at index: Int) -> [CodingPlace] {
    guard let parent = pointee.parent else { return [] }
    let step = pointee.isMap ? CodingPlace(entries[index].key.string) : CodingPlace(index: index)
    return parent.path(at: pointee.index) + [step]
  }
}

extension component_value {
  // A mark that only this encoder uses, while the node is filled; the flags of a value that is lent are those of the
  // contract.
  private static var filling: UInt32 { .max }

  /// The value of a list or map that is being filled.
  init(filling node: EncodingNodePointer) {
    self.init()
    kind = node.pointee.isMap ? COMPONENT_KIND_MAP : COMPONENT_KIND_LIST
    flags = component_value.filling
    self.as.bytes = UnsafePointer(UnsafeRawPointer(node).assumingMemoryBound(to: UInt8.self))
  }

  /// The node that fills this value; nil where it is no list or map, or a finished one.
  var node: EncodingNodePointer? {
    guard flags == component_value.filling, let address = self.as.bytes else { return nil }
    return UnsafeMutableRawPointer(mutating: address).assumingMemoryBound(to: EncodingNode.self)
  }
}
