public import ComponentABI

// From one's own values to borrowed ones.
//
// A scalar, a text and bytes are lent as they are. A list or a map is laid out in one block of memory, its texts too: a
// Swift string gives its bytes an address only for a moment.
extension Value {
  /// The same with what is said of a text; those in a list or map say nothing.
  package func withBorrowed<R>(textFlags: UInt32, _ body: (UnsafePointer<component_value>) -> R) -> R {
    withBorrowed { value in
      var value = value.pointee
      if value.kind == COMPONENT_KIND_TEXT { value.flags = textFlags }
      return withUnsafePointer(to: &value, body)
    }
  }

  /// Lends the value to C for the duration of `body`.
  public func withBorrowed<R>(_ body: (UnsafePointer<component_value>) -> R) -> R {
    switch self {
    case .text(let text):
      return text.withText { text in
        var value = component_value(text)
        return body(&value)
      }
    case .bytes(let bytes):
      return bytes.withUnsafeBufferPointer { bytes in
        var value = component_value()
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
        var value = loan.lay(self, depth: 0)
        return body(&value)
      }
    default:
      var value = component_value(borrowing: self)
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
