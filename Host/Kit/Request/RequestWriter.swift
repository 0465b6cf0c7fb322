import ComponentABI

/// Takes a request's parameters, one after the other.
struct RequestWriter {
  fileprivate let arena: EncodingArena
  fileprivate let node: EncodingNodePointer

  /// Adds a parameter, but for nil; the name is lent, for it is never freed.
  func add<T: Encodable>(_ name: component_text, _ value: T) throws(Failure) {
    let index = arena.append(name, to: node)
    do {
      try arena.encode(value, in: node, at: index)
    } catch {
      throw Failure(error, failing: .invalidParameters)
    }
    if node.value(at: index).pointee.kind == COMPONENT_KIND_NULL, T.self is any OptionalValue.Type {
      node.pointee.count = index
    }
  }
}

extension ValueEncoder {
  /// Lends to C what `write` wrote.
  static func withParameters<R>(
    _ write: (RequestWriter) throws(Failure) -> Void,
    _ body: (UnsafeMutableBufferPointer<component_entry>) throws(Failure) -> R
  ) throws(Failure) -> R {
    try withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { (block) throws(Failure) in
      let arena = EncodingArena(block)
      defer { arena.close() }
      // The map of the parameters itself does not count as a level.
      let root = arena.makeNode(in: nil, at: 0, isMap: false, depth: -1)
      let map = arena.node(in: root, at: arena.append(to: root), isMap: true)
      try write(RequestWriter(arena: arena, node: map))
      if let fault = arena.fault { throw Failure(fault, failing: .invalidParameters) }
      arena.settle()
      return try body(UnsafeMutableBufferPointer(start: map.entries, count: map.pointee.count))
    }
  }
}

extension EncodingArena {
  /// A new slot of a map, under a name that outlives the arena.
  fileprivate func append(_ key: component_text, to node: EncodingNodePointer) -> Int {
    if node.pointee.count == node.pointee.capacity { grow(node) }
    let index = node.pointee.count
    node.pointee.count = index + 1
    node.entries.advanced(by: index).initialize(to: component_entry(key: key, value: component_value()))
    return index
  }
}
