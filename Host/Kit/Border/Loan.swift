import ComponentABI

// One level more than may be: the host then sees that the value is too deep, and no stack runs out.
private let loanDepth = Value.depthLimit + 1
// Beyond this a parameter's text is not copied.
let longText = 64

/// How much memory values take that are laid out to be lent.
struct LoanSize {
  var slots = 0
  var bytes = 0
  /// Whether a text of the outermost fields is left where it is.
  var hasLong = false
  /// Whether there is an object or a function in a value, which must live as long as the loan.
  var hasReference = false
  /// Whether a value nests deeper than may be; what is below is left out.
  var isTooDeep = false
  var total: Int { slots + bytes }

  @inline(__always)
  mutating func add(_ fields: UnsafeBufferPointer<(String, Value)>) {
    slots += fields.count * MemoryLayout<component_entry>.stride
    for index in 0..<fields.count {
      bytes += fields[index].0.utf8.count
      switch fields[index].1 {
      case .null, .bool, .int, .double: break
      case .text(let text):
        if text.utf8.count > longText { hasLong = true } else { bytes += text.utf8.count }
      default: add(fields[index].1, depth: 1)
      }
    }
  }

  mutating func add(_ value: Value, depth: Int) {
    switch value {
    case .null, .bool, .int, .double: break
    case .text(let text): bytes += text.utf8.count
    case .bytes(let data): bytes += data.count
    case .object, .function: hasReference = true
    case .list, .map:
      if depth >= loanDepth { return isTooDeep = true }
      if case .list(let list) = value {
        slots += list.count * MemoryLayout<component_value>.stride
        for item in list { add(item, depth: depth + 1) }
      } else if case .map(let fields) = value {
        slots += fields.count * MemoryLayout<component_entry>.stride
        for (key, value) in fields.entries {
          bytes += key.utf8.count
          add(value, depth: depth + 1)
        }
      }
    }
  }
}

/// Lays values out in a block of memory that was measured for them: first all values and entries, then the bytes of the
/// texts.
struct Loan {
  var textFlags: UInt32 = 0
  private var slot: UnsafeMutableRawPointer?
  private var byte: UnsafeMutableRawPointer?

  init(_ block: UnsafeMutableRawBufferPointer, _ size: LoanSize) {
    slot = block.baseAddress
    byte = block.baseAddress.map { $0 + size.slots }
  }

  @inline(__always)
  mutating func lay(_ fields: UnsafeBufferPointer<(String, Value)>) -> UnsafeMutableBufferPointer<component_entry> {
    guard let entries: UnsafeMutablePointer<component_entry> = take(fields.count) else {
      return UnsafeMutableBufferPointer(start: nil, count: 0)
    }
    for index in 0..<fields.count {
      let key = lay(fields[index].0)
      var value = component_value()
      switch fields[index].1 {
      case .int(let int): value = component_value(int)
      case .text(let text):
        // The bytes of a long one come when they are lent.
        if text.utf8.count > longText { value.kind = COMPONENT_KIND_TEXT } else { value.setText(lay(text)) }
        value.flags = textFlags
      default: value = lay(fields[index].1, depth: 1)
      }
      (entries + index).initialize(to: component_entry(key: key, value: value))
    }
    return UnsafeMutableBufferPointer(start: entries, count: fields.count)
  }

  mutating func lay(_ value: Value, depth: Int) -> component_value {
    var laid = component_value()
    switch value {
    case .text(let text):
      laid.setText(lay(text))
      laid.flags = textFlags
    case .bytes(let data):
      laid.kind = COMPONENT_KIND_BYTES
      laid.count = data.count
      if let byte, !data.isEmpty {
        laid.as.bytes = UnsafePointer(byte.assumingMemoryBound(to: UInt8.self))
        data.withUnsafeBytes { byte.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(byte), byteCount: $0.count) }
        self.byte = byte + data.count
      }
    case .list(let list):
      laid.kind = COMPONENT_KIND_LIST
      guard depth < loanDepth, let items: UnsafeMutablePointer<component_value> = take(list.count) else { break }
      laid.count = list.count
      laid.as.items = UnsafePointer(items)
      for (index, item) in list.enumerated() { items[index] = lay(item, depth: depth + 1) }
    case .map(let fields):
      laid.kind = COMPONENT_KIND_MAP
      guard depth < loanDepth, let entries: UnsafeMutablePointer<component_entry> = take(fields.count) else { break }
      laid.count = fields.count
      laid.as.entries = UnsafePointer(entries)
      for (index, field) in fields.entries.enumerated() {
        entries[index] = component_entry(key: lay(field.0), value: lay(field.1, depth: depth + 1))
      }
    default: laid = component_value(borrowing: value)
    }
    return laid
  }

  @inline(__always)
  private mutating func lay(_ text: String) -> component_text {
    guard let start = byte else { return component_text() }
    let copy = text.copied(to: start)
    byte = start + copy.length
    return copy
  }

  private mutating func take<T>(_ count: Int) -> UnsafeMutablePointer<T>? {
    guard count > 0, let start = slot else { return nil }
    slot = start + count * MemoryLayout<T>.stride
    return start.bindMemory(to: T.self, capacity: count)
  }
}
