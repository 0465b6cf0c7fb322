public import ComponentABI

// From one's own values to borrowed ones.
//
// A scalar, a text and bytes are lent as they are. A list or a map is laid out in one block of memory: first all
// values and entries, then the bytes of the texts, which a Swift string gives an address only for a moment.
extension Value {
  /// Lends the value to C for the duration of `body`.
  public func withBorrowed<R>(_ body: (UnsafePointer<component_value>) -> R) -> R {
    var value = component_value()
    switch self {
    case .text(var text):
      return text.withUTF8 { utf8 in
        value.setText(component_text(utf8))
        return body(&value)
      }
    case .bytes(let bytes):
      return bytes.withUnsafeBufferPointer { bytes in
        value.kind = COMPONENT_KIND_BYTES
        value.as.bytes = bytes.baseAddress
        value.count = bytes.count
        return body(&value)
      }
    case .list, .map:
      var need = LoanSize()
      need.add(self, depth: 0)
      return withUnsafeTemporaryAllocation(byteCount: need.total, alignment: 8) { block in
        var loan = Loan(block, need)
        value = loan.lay(self, depth: 0)
        return body(&value)
      }
    default:
      value.setScalar(self)
      return body(&value)
    }
  }
}

extension Fields {
  /// Lends the fields to C as parameters. Texts under `loose` are marked as typed without a type, all others, where
  /// they came from JSON, as such.
  package func withBorrowed<R>(
    loose: [String] = [], fromJSON: Bool = false, _ body: (UnsafeMutableBufferPointer<component_entry>) -> R
  ) -> R {
    entries.withUnsafeBufferPointer { own in
      own.withBorrowed(textFlags: fromJSON ? COMPONENT_VALUE_JSON : 0) { entries in
        // The keys mostly come in the fields' order: each is looked for from the one before on.
        var start = 0
        for key in loose {
          let isIt = { (index: Int) in own[index].0.hasBytes(of: key) }
          guard let index = (start..<own.count).first(where: isIt) ?? (0..<start).first(where: isIt) else { continue }
          entries[index].value.loosen()
          start = index + 1
        }
        return body(entries)
      }
    }
  }
}

extension component_value {
  /// Marks a text, or the texts of a list, as typed without a type. The list must be one that was laid out to be lent.
  fileprivate mutating func loosen() {
    if kind == COMPONENT_KIND_TEXT { flags = COMPONENT_VALUE_LOOSE }
    guard kind == COMPONENT_KIND_LIST, let items = UnsafeMutablePointer(mutating: self.as.items) else { return }
    for index in 0..<count where items[index].kind == COMPONENT_KIND_TEXT { items[index].flags = COMPONENT_VALUE_LOOSE }
  }
}

extension UnsafeBufferPointer<(String, Value)> {
  /// Lends fields to C: laid out on the stack, but for long texts among them, which are lent where they lie.
  @inline(__always)
  func withBorrowed<R>(textFlags: UInt32 = 0, _ body: (UnsafeMutableBufferPointer<component_entry>) -> R) -> R {
    if isEmpty { return body(UnsafeMutableBufferPointer(start: nil, count: 0)) }
    var need = LoanSize()
    need.add(self)
    return withUnsafeTemporaryAllocation(byteCount: need.total, alignment: 8) { block in
      var loan = Loan(block, need)
      loan.textFlags = textFlags
      let entries = loan.lay(self)
      return need.hasLong ? lendLong(from: 0, entries, body) : body(entries)
    }
  }

  // A string gives its bytes an address for a moment only, so each of the long ones holds the rest of the work.
  private func lendLong<R>(
    from start: Int, _ entries: UnsafeMutableBufferPointer<component_entry>,
    _ body: (UnsafeMutableBufferPointer<component_entry>) -> R
  ) -> R {
    for index in start..<count {
      guard case .text(let text) = self[index].1, text.utf8.count > longText else { continue }
      return text.withText { bytes in
        entries[index].value.setText(bytes)
        return lendLong(from: index + 1, entries, body)
      }
    }
    return body(entries)
  }
}

extension String {
  /// Lends the text's bytes to C.
  @inline(__always)
  func withText<R>(_ body: (component_text) -> R) -> R {
    if let result = utf8.withContiguousStorageIfAvailable({ body(component_text($0)) }) { return result }
    var copy = self
    return copy.withUTF8 { body(component_text($0)) }
  }

  /// Copies the text's bytes to where there is room for them.
  @inline(__always)
  func copied(to start: UnsafeMutableRawPointer) -> component_text {
    let length = withText { text in
      if let source = text.bytes { start.copyMemory(from: source, byteCount: text.length) }
      return text.length
    }
    return component_text(bytes: start.assumingMemoryBound(to: CChar.self), length: length)
  }

  /// The same for what may fail.
  @inline(__always)
  func withText<R>(_ body: (component_text) throws(Failure) -> R) throws(Failure) -> R {
    try withText { text in Result { () throws(Failure) in try body(text) } }.get()
  }
}

extension component_value {
  @inline(__always)
  init?(scalar: Value) {
    self.init()
    switch scalar {
    case .int(let int):
      kind = COMPONENT_KIND_INT
      self.as.integer = Int64(int)
    case .bool(let bool):
      kind = COMPONENT_KIND_BOOL
      self.as.boolean = bool
    case .double(let double):
      kind = COMPONENT_KIND_DOUBLE
      self.as.number = double
    default: return nil
    }
  }

  mutating func setText(_ text: component_text) {
    kind = COMPONENT_KIND_TEXT
    self.as.text = text.bytes
    count = text.length
  }

  mutating func setScalar(_ value: Value) {
    if let scalar = component_value(scalar: value) {
      self = scalar
      return
    }
    switch value {
    case .object(let object):
      kind = COMPONENT_KIND_OBJECT
      self.as.object = UnsafePointer(object.reference.pointer)
    case .function(let function):
      kind = COMPONENT_KIND_FUNCTION
      self.as.function = UnsafePointer(function.reference.pointer)
    default: break
    }
  }
}

// One level more than may be: the host then sees that the value is too deep, and no stack runs out.
private let loanDepth = Value.depthLimit + 1
// Beyond this a parameter's text is not copied.
let longText = 64

struct LoanSize {
  var slots = 0
  var bytes = 0
  var hasLong = false
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
    case .text(let text): bytes += text.utf8.count
    case .bytes(let data): bytes += data.count
    case .list(let list) where depth < loanDepth:
      slots += list.count * MemoryLayout<component_value>.stride
      for item in list { add(item, depth: depth + 1) }
    case .map(let fields) where depth < loanDepth: add(fields, depth: depth)
    default: break
    }
  }

  mutating func add(_ fields: Fields, depth: Int) {
    slots += fields.count * MemoryLayout<component_entry>.stride
    for (key, value) in fields.entries {
      bytes += key.utf8.count
      add(value, depth: depth + 1)
    }
  }
}

struct Loan {
  var textFlags: UInt32 = 0
  var slot: UnsafeMutableRawPointer?
  var byte: UnsafeMutableRawPointer?

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
      case .int(let int):
        value.kind = COMPONENT_KIND_INT
        value.as.integer = Int64(int)
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
      guard depth < loanDepth else { break }
      let entries = lay(fields, depth: depth)
      laid.count = entries.count
      laid.as.entries = UnsafePointer(entries.baseAddress)
    default: laid.setScalar(value)
    }
    return laid
  }

  mutating func lay(_ fields: Fields, depth: Int) -> UnsafeMutableBufferPointer<component_entry> {
    guard let entries: UnsafeMutablePointer<component_entry> = take(fields.count) else {
      return UnsafeMutableBufferPointer(start: nil, count: 0)
    }
    for (index, field) in fields.entries.enumerated() {
      entries[index] = component_entry(key: lay(field.0), value: lay(field.1, depth: depth + 1))
    }
    return UnsafeMutableBufferPointer(start: entries, count: fields.count)
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
