import ComponentABI

// How a value is written into its slot.
extension EncodingArena {
  @inline(__always)
  func write(_ value: component_value, in node: EncodingNodePointer, at index: Int) throws(EncodingFault) {
    try checkWritable()
    node.value(at: index).pointee = value
  }

  @inline(__always)
  func write(_ text: String, in node: EncodingNodePointer, at index: Int) throws(EncodingFault) {
    try checkWritable()
    node.value(at: index).pointee = lay(text)
  }

  /// The int of an unsigned number; more than an int holds is a fault.
  func fitting(_ number: UInt64, in node: EncodingNodePointer, at index: Int) throws(EncodingFault) -> Int {
    if let int = Int(exactly: number) { return int }
    try checkWritable()
    fail("number_too_big", "is \(number), which is more than an int holds", at: node.path(at: index))
    throw fault ?? .ended
  }

  func path(in node: EncodingNodePointer, at index: Int) -> [CodingPlace] { isWritable ? node.path(at: index) : [] }

  func path(of node: EncodingNodePointer) -> [CodingPlace] {
    guard isWritable, let parent = node.pointee.parent else { return [] }
    return parent.path(at: node.pointee.index)
  }

  /// Encodes a value of any type; the types that Kit knows go straight.
  func encode<T: Encodable>(_ value: T, in node: EncodingNodePointer, at index: Int) throws {
    // The bit casts are between equal types, which a cast would look up at run time.
    if T.self == String.self {
      try write(unsafeBitCast(value, to: String.self), in: node, at: index)
    } else if T.self == Int.self {
      try write(component_value(unsafeBitCast(value, to: Int.self)), in: node, at: index)
    } else if T.self == Double.self {
      try write(component_value(unsafeBitCast(value, to: Double.self)), in: node, at: index)
    } else if T.self == Bool.self {
      try write(component_value(unsafeBitCast(value, to: Bool.self)), in: node, at: index)
    } else if T.self == Value.self {
      try write(unsafeBitCast(value, to: Value.self), in: node, at: index)
    } else if T.self == Object.self {
      try write(Value.object(unsafeBitCast(value, to: Object.self)), in: node, at: index)
    } else if T.self == Function.self {
      try write(Value.function(unsafeBitCast(value, to: Function.self)), in: node, at: index)
    } else if try TypeFacts(T.self).isPlain || !writeKnownList(value, in: node, at: index) {
      try nested(in: node, at: index) { try value.encode(to: PlaceEncoder(arena: self, node: node, index: index)) }
    }
  }

  // False where it is no list of what Kit knows.
  private func writeKnownList<T>(_ value: T, in node: EncodingNodePointer, at index: Int) throws -> Bool {
    if T.self == [UInt8].self {
      try write(Value.bytes(unsafeBitCast(value, to: [UInt8].self)), in: node, at: index)
    } else if T.self == [Int].self {
      try writeList(unsafeBitCast(value, to: [Int].self), in: node, at: index) { component_value($0) }
    } else if T.self == [Double].self {
      try writeList(unsafeBitCast(value, to: [Double].self), in: node, at: index) { component_value($0) }
    } else if T.self == [String].self {
      try writeList(unsafeBitCast(value, to: [String].self), in: node, at: index) { lay($0) }
    } else {
      return false
    }
    return true
  }

  private func write(_ value: Value, in node: EncodingNodePointer, at index: Int) throws(EncodingFault) {
    try checkWritable()
    let laid = lay(value, depth: node.pointee.depth + 1)
    guard let laid else {
      fail("too_deep", "is nested deeper than \(Value.depthLimit) lists and maps", at: node.path(at: index))
      throw fault ?? .ended
    }
    node.value(at: index).pointee = laid
  }

  private func writeList<T>(
    _ list: [T], in node: EncodingNodePointer, at index: Int, _ lay: (T) -> component_value
  ) throws(EncodingFault) {
    try checkWritable()
    // A level too deep is found, and said, by the common way.
    if node.pointee.depth >= Value.depthLimit { _ = self.node(in: node, at: index, isMap: false) }
    try checkWritable()
    var laid = component_value()
    laid.kind = COMPONENT_KIND_LIST
    laid.count = list.count
    if !list.isEmpty {
      let items = takeSlots(list.count * MemoryLayout<component_value>.stride)
        .bindMemory(to: component_value.self, capacity: list.count)
      for (place, item) in list.enumerated() { items[place] = lay(item) }
      laid.as.items = UnsafePointer(items)
    }
    node.value(at: index).pointee = laid
  }
}

// Kit's own values as C values, with what they point to in the arena.
extension EncodingArena {
  @inline(__always)
  func lay(_ text: String) -> component_value {
    text.withText {
      component_value(component_text(bytes: copy($0.utf8), length: $0.length))
    }
  }

  /// Nil where the value is nested too deep. `depth`: how deep a list or map at this place is.
  func lay(_ value: Value, depth: Int) -> component_value? {
    var need = LoanSize()
    need.add(value, depth: depth)
    if need.isTooDeep { return nil }
    if need.hasReference { keep(Kept(value)) }
    let size = (need.total + 7) & ~7
    var loan = Loan(UnsafeMutableRawBufferPointer(start: takeSlots(size), count: size), need)
    return loan.lay(value, depth: depth)
  }

  private final class Kept {
    private let value: Value
    init(_ value: Value) { self.value = value }
  }
}
