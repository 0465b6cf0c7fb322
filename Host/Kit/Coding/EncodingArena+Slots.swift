import ComponentABI

// Where values go: new slots of lists and maps, and what becomes of them in the end.
extension EncodingArena {
  /// A new slot at the end of a list.
  @inline(__always)
  func append(to node: EncodingNodePointer) -> Int {
    if node.pointee.count == node.pointee.capacity { grow(node) }
    let index = node.pointee.count
    node.pointee.count = index + 1
    node.value(at: index).initialize(to: component_value())
    return index
  }

  /// The slot of a map's key: a new one, or the one that has the key already.
  @inline(__always)
  func slot(of key: String, in node: EncodingNodePointer) -> Int {
    var key = key
    return key.withUTF8 { slot(of: UnsafeRawBufferPointer($0), in: node) }
  }

  private func slot(of key: UnsafeRawBufferPointer, in node: EncodingNodePointer) -> Int {
    if let index = node.index(of: key) { return index }
    if node.pointee.count == node.pointee.capacity { grow(node) }
    let index = node.pointee.count
    node.pointee.count = index + 1
    let text = component_text(bytes: copy(key), length: key.count)
    node.entries.advanced(by: index).initialize(to: component_entry(key: text, value: component_value()))
    return index
  }

  /// The list or map that fills a slot: the one that does already, or a new one.
  ///
  /// Containers can't be refused by Swift's protocols; what is written to a refused one fails instead.
  func node(in parent: EncodingNodePointer, at index: Int, isMap: Bool) -> EncodingNodePointer {
    guard isWritable else { return parent }
    let value = parent.value(at: index)
    if let node = value.pointee.node {
      if node.pointee.isMap == isMap { return node }
      fail("two_forms", "is encoded both as a list and as a map", at: parent.path(at: index))
      return parent
    }
    let depth = parent.pointee.depth + 1
    guard depth <= Value.depthLimit else {
      fail("too_deep", "is nested deeper than \(Value.depthLimit) lists and maps", at: parent.path(at: index))
      return parent
    }
    let node = makeNode(in: parent, at: index, isMap: isMap, depth: depth)
    parent.value(at: index).pointee = component_value(filling: node)
    return node
  }

  /// Gives each list and map its slots for good; nothing is written from here on.
  func settle() {
    finish()
    // From the newest to the oldest, so that each node is settled before its parent.
    var next = lastNode
    while let node = next {
      next = node.pointee.previous
      guard let parent = node.pointee.parent else { continue }
      let value = parent.value(at: node.pointee.index)
      // A slot that was written again has left its node.
      guard value.pointee.node == node else { continue }
      if node.pointee.isMap, node.pointee.count > EncodingArena.searchLimit { dropEqualKeys(of: node) }
      if node.pointee.isSorted { sort(node) }
      value.pointee.flags = 0
      value.pointee.count = node.pointee.count
      if node.pointee.isMap {
        value.pointee.as.entries = UnsafePointer(node.entries)
      } else {
        value.pointee.as.items = UnsafePointer(node.values)
      }
    }
  }

  // Of equal keys the last one counts, in the first one's place.
  private func dropEqualKeys(of node: EncodingNodePointer) {
    let entries = node.entries
    var places: [BorrowedKey: Int] = Dictionary(minimumCapacity: node.pointee.count)
    var count = 0
    for index in 0..<node.pointee.count {
      let entry = entries[index]
      if let place = places[BorrowedKey(text: entry.key)] {
        entries[place].value = entry.value
      } else {
        places[BorrowedKey(text: entry.key)] = count
        entries[count] = entry
        count += 1
      }
    }
    node.pointee.count = count
  }

  // All that is in the entries has its slots already.
  private func sort(_ node: EncodingNodePointer) {
    var entries = UnsafeMutableBufferPointer(start: node.entries, count: node.pointee.count)
    entries.sort { $0.key.precedes($1.key) }
  }
}

extension component_text {
  /// Whether it comes first in the order of bytes, which is that of Unicode's scalars.
  fileprivate func precedes(_ other: component_text) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

// A key that is hashed where it lies.
private struct BorrowedKey: Hashable {
  let text: component_text

  static func == (a: BorrowedKey, b: BorrowedKey) -> Bool { a.text.equals(b.text.utf8) }
  func hash(into hasher: inout Hasher) { hasher.combine(bytes: text.utf8) }
}
