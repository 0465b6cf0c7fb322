import ComponentABI

// Kit's own values as C values, with what they point to in the arena.
extension EncodingArena {
  @inline(__always)
  func lay(_ text: String) -> component_value {
    var text = text
    return text.withUTF8 { utf8 in
      var laid = component_value()
      laid.setText(component_text(bytes: copy(UnsafeRawBufferPointer(utf8)), length: utf8.count))
      return laid
    }
  }

  func lay(_ bytes: [UInt8]) -> component_value {
    var laid = component_value()
    laid.kind = COMPONENT_KIND_BYTES
    laid.count = bytes.count
    // The payloads share one place: a text's address is read as that of bytes.
    laid.as.text = bytes.withUnsafeBytes { copy($0) }
    return laid
  }

  /// Nil where the value is nested too deep. `depth`: how deep a list or map at this place is.
  func lay(_ value: Value, depth: Int) -> component_value? {
    var laid = component_value()
    switch value {
    case .text(let text): return lay(text)
    case .bytes(let bytes): return lay(bytes)
    case .list(let list):
      guard depth <= Value.depthLimit else { return nil }
      laid.kind = COMPONENT_KIND_LIST
      laid.count = list.count
      let items = takeSlots(list.count * MemoryLayout<component_value>.stride)
        .bindMemory(to: component_value.self, capacity: list.count)
      for (index, item) in list.enumerated() {
        guard let item = lay(item, depth: depth + 1) else { return nil }
        items[index] = item
      }
      laid.as.items = UnsafePointer(items)
    case .map(let fields):
      guard depth <= Value.depthLimit else { return nil }
      laid.kind = COMPONENT_KIND_MAP
      laid.count = fields.count
      let entries = takeSlots(fields.count * MemoryLayout<component_entry>.stride)
        .bindMemory(to: component_entry.self, capacity: fields.count)
      for (index, field) in fields.enumerated() {
        guard let value = lay(field.value, depth: depth + 1) else { return nil }
        entries[index] = component_entry(key: lay(field.key).textBytes, value: value)
      }
      laid.as.entries = UnsafePointer(entries)
    case .object(let object):
      keep(object.reference)
      laid.setScalar(value)
    case .function(let function):
      keep(function.reference)
      laid.setScalar(value)
    default: laid.setScalar(value)
    }
    return laid
  }
}

extension component_value {
  @inline(__always)
  init(_ bool: Bool) {
    self.init()
    kind = COMPONENT_KIND_BOOL
    self.as.boolean = bool
  }

  @inline(__always)
  init(_ int: Int) {
    self.init()
    kind = COMPONENT_KIND_INT
    self.as.integer = Int64(int)
  }

  @inline(__always)
  init(_ double: Double) {
    self.init()
    kind = COMPONENT_KIND_DOUBLE
    self.as.number = double
  }
}
