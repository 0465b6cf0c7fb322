public import ComponentABI

/// The memory of one encoding, and the lists and maps in it.
///
/// Slots are taken from the front of a chunk, bytes of texts from its end. The first chunk is lent by the caller;
/// after `close` nothing may be written, which an encoder that was kept notices.
@usableFromInline
final class EncodingArena {
  /// Above this many keys of one map, equal ones are looked for in the end only.
  static let searchLimit = 16
  // Calls of encode(to:) inside each other; several of them may share one level of lists and maps.
  private static let nestingLimit = 4 * Value.depthLimit
  // What is bigger gets a chunk of its own.
  private static let largest = 4096

  private var front: UnsafeMutableRawPointer
  private var back: UnsafeMutableRawPointer
  private var chunks: [UnsafeMutableRawPointer] = []
  private var kept: [AnyObject] = []
  private(set) var lastNode: EncodingNodePointer?
  private var nesting = 0
  private(set) var isWritable = true
  private(set) var fault: EncodingFault?

  @usableFromInline
  init(_ block: UnsafeMutableRawBufferPointer) {
    if let start = block.baseAddress {
      front = start
      back = start + block.count
    } else {
      front = .allocate(byteCount: EncodingArena.largest, alignment: 16)
      back = front + EncodingArena.largest
      chunks = [front]
    }
  }

  @usableFromInline
  func close() {
    isWritable = false
    for chunk in chunks { chunk.deallocate() }
    if !chunks.isEmpty { chunks = [] }
  }

  /// Encodes the value that it is all about; nothing is written after it.
  @usableFromInline
  func encode<T: Encodable>(
    root value: T, failing code: Failure.Code, depth: Int
  ) throws(Failure) -> UnsafeMutablePointer<component_value> {
    let root = makeNode(in: nil, at: 0, isMap: false, depth: depth)
    do {
      try encode(value, in: root, at: append(to: root))
    } catch {
      throw Failure(error, failing: code)
    }
    if let fault { throw Failure(fault, failing: code) }
    settle()
    return root.value(at: 0)
  }

  /// Remembers the first fault; nothing can be written after it.
  func fail(_ reason: String, _ words: String, at path: [CodingPlace]) {
    if isWritable { fault = EncodingFault(reason: reason, words: words, path: path) }
    isWritable = false
  }

  /// Nothing more is written.
  func finish() { isWritable = false }

  @inline(__always)
  func checkWritable() throws(EncodingFault) {
    if !isWritable { throw fault ?? .ended }
  }

  /// Keeps what a lent value belongs to.
  func keep(_ object: AnyObject) { kept.append(object) }

  /// Runs the encoding of a nested value, which must not nest forever.
  @inline(__always)
  func nested(in node: EncodingNodePointer, at index: Int, _ encode: () throws -> Void) throws {
    if nesting == EncodingArena.nestingLimit {
      fail("too_deep", "encodes itself inside itself without end", at: node.path(at: index))
      try checkWritable()
    }
    nesting += 1
    defer { nesting -= 1 }
    try encode()
  }

  // MARK: Memory

  /// Memory for slots, aligned for them.
  func takeSlots(_ byteCount: Int) -> UnsafeMutableRawPointer {
    if back - front < byteCount {
      if byteCount > EncodingArena.largest { return addChunk(byteCount) }
      startChunk()
    }
    defer { front += byteCount }
    return front
  }

  /// A copy of a text's bytes.
  @inline(__always)
  func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar>? {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return nil }
    let target = takeBytes(bytes.count)
    target.copyMemory(from: source, byteCount: bytes.count)
    return UnsafePointer(target.assumingMemoryBound(to: CChar.self))
  }

  @inline(__always)
  private func takeBytes(_ count: Int) -> UnsafeMutableRawPointer {
    if back - front < count {
      if count > EncodingArena.largest { return addChunk(count) }
      startChunk()
    }
    back -= count
    return back
  }

  private func startChunk() {
    let size = min(EncodingArena.largest * 2 << min(chunks.count, 8), 1 << 20)
    front = addChunk(size)
    back = front + size
  }

  private func addChunk(_ size: Int) -> UnsafeMutableRawPointer {
    let chunk = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    chunks.append(chunk)
    return chunk
  }

  // MARK: Nodes

  func makeNode(
    in parent: EncodingNodePointer?, at index: Int, isMap: Bool, depth: Int, capacity: Int = 4
  ) -> EncodingNodePointer {
    let stride = isMap ? MemoryLayout<component_entry>.stride : MemoryLayout<component_value>.stride
    let capacity = parent == nil ? 1 : max(capacity, 1)
    let node = takeSlots(MemoryLayout<EncodingNode>.stride).bindMemory(to: EncodingNode.self, capacity: 1)
    node.initialize(
      to: EncodingNode(
        parent: parent, index: index, isMap: isMap, depth: depth, previous: lastNode,
        slots: takeSlots(capacity * stride), capacity: capacity))
    lastNode = node
    return node
  }

  /// Makes room for one more slot.
  func grow(_ node: EncodingNodePointer) {
    let old = node.pointee.capacity * node.pointee.stride
    // The block that was taken last grows where it is.
    if node.pointee.slots + old == front, back - front >= old {
      front += old
    } else {
      let slots = takeSlots(old * 2)
      slots.copyMemory(from: node.pointee.slots, byteCount: old)
      node.pointee.slots = slots
    }
    node.pointee.capacity *= 2
  }
}
