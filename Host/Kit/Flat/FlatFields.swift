import ComponentABI

/// The scalars of a struct that has nothing else, and how they go to C and back: without any type looked up.
struct FlatFields {
  // Never freed: what is found out about a type is kept.
  private let fields: UnsafeMutableBufferPointer<FlatField>
  /// Whether what is nil is left out, as parameters are; else it is null.
  private let leavesOut: Bool

  /// Nil where one of the fields is no scalar.
  init?(_ count: Int, leavesOut: Bool, _ field: (Int) -> FlatField?) {
    fields = .allocate(capacity: count)
    self.leavesOut = leavesOut
    for index in 0..<count {
      guard let field = field(index) else {
        fields.deallocate()
        return nil
      }
      fields.initializeElement(at: index, to: field)
    }
  }

  /// Lends the fields of a struct as the entries of a map.
  @inline(__always)
  func lend(_ start: UnsafeRawPointer, _ body: (UnsafeMutableBufferPointer<component_entry>) -> Void) {
    var bytes = 0
    for field in fields where field.kind == .text {
      if case .text(let text) = field.load(from: start) { bytes += text.utf8.count }
    }
    let slots = fields.count * MemoryLayout<component_entry>.stride
    withUnsafeTemporaryAllocation(byteCount: slots + bytes, alignment: 8) { block in
      guard let block = block.baseAddress else { return body(UnsafeMutableBufferPointer(start: nil, count: 0)) }
      let entries = block.bindMemory(to: component_entry.self, capacity: fields.count)
      var free = block + slots
      var count = 0
      for field in fields {
        let scalar = field.load(from: start)
        if leavesOut, case .none = scalar { continue }
        (entries + count).initialize(to: component_entry(key: field.key, value: lay(scalar, &free)))
        count += 1
      }
      body(UnsafeMutableBufferPointer(start: entries, count: count))
    }
  }

  @inline(__always)
  private func lay(_ scalar: FlatScalar, _ free: inout UnsafeMutableRawPointer) -> component_value {
    switch scalar {
    case .none: return component_value()
    case .bool(let bool): return component_value(bool)
    case .int(let int): return component_value(int)
    case .double(let double): return component_value(double)
    case .text(let text):
      let copy = text.copied(to: free)
      free += copy.length
      return component_value(copy)
    }
  }

  /// Fills a struct that has its defaults. False where something needs a closer look; what was filled is filled again.
  @inline(__always)
  func fill(_ start: UnsafeMutableRawPointer, from entries: UnsafeBufferPointer<component_entry>) -> Bool {
    guard let first = entries.baseAddress, entries.count <= fields.count else { return entries.isEmpty }
    // In the order of the properties, as typed callers have them.
    var next = 0
    for index in 0..<entries.count {
      let entry = first + index
      while next < fields.count, !entry.pointee.key.isSame(as: fields[next].key.utf8) { next += 1 }
      guard next < fields.count, entry.pointee.value.kind != COMPONENT_KIND_NULL,
        let scalar = FlatScalar(UnsafePointer(entry).value, as: fields[next])
      else { return false }
      fields[next].store(scalar, to: start, isNew: false)
      next += 1
    }
    return true
  }

  /// Makes a struct. False where something needs a closer look; then nothing was made.
  @inline(__always)
  func make(_ start: UnsafeMutableRawPointer, from value: UnsafePointer<component_value>) -> Bool {
    guard value.pointee.kind == COMPONENT_KIND_MAP, value.pointee.count == fields.count,
      let entries = value.pointee.as.entries
    else { return false }
    for index in 0..<fields.count {
      let entry = entries + index
      if entry.pointee.key.isSame(as: fields[index].key.utf8), let scalar = FlatScalar(entry.value, as: fields[index]) {
        fields[index].store(scalar, to: start, isNew: true)
      } else {
        for made in 0..<index { fields[made].destroy(in: start) }
        return false
      }
    }
    return true
  }
}

extension UnsafePointer<component_entry> {
  /// The value of the entry, where it lies.
  @inline(__always)
  var value: UnsafePointer<component_value> {
    (UnsafeRawPointer(self) + MemoryLayout<component_text>.stride).assumingMemoryBound(to: component_value.self)
  }
}
