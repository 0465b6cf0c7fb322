import ComponentABI

/// One borrowed value that is being read, and how it was reached: Swift's `Decoder`.
final class DecodingFrame {
  // Calls of init(from:) inside each other on one value.
  private static let nestingLimit = 64

  private let parent: DecodingFrame?
  private let root: DecodingFrame?
  private let step: DecodingStep
  private let depth: Int
  private var nesting = 0
  /// Of the root: whether the values are still lent.
  var isOpen = true
  private let borrowed: component_value
  /// Where the last key was found; fields mostly come in the order in which they are asked for.
  private var last = -1

  init(root value: component_value, depth: Int) {
    parent = nil
    root = nil
    step = .here
    self.depth = depth
    borrowed = value
  }

  init(_ value: component_value, in parent: DecodingFrame, _ step: DecodingStep) {
    self.parent = parent
    root = parent.root ?? parent
    self.step = step
    depth = parent.depth + 1
    borrowed = value
  }

  /// The value; null once it is not lent any more.
  var value: component_value {
    @inline(__always) get { (root ?? self).isOpen ? borrowed : component_value() }
  }

  /// The way to a value from the outside in.
  func path(_ step: DecodingStep = .here) -> [CodingPlace] {
    var path: [CodingPlace] = []
    if let place = place(of: step) { path.append(place) }
    var next: DecodingFrame? = self
    while let frame = next {
      if let place = frame.place(of: frame.step) { path.append(place) }
      next = frame.parent
    }
    return path.reversed()
  }

  private func place(of step: DecodingStep) -> CodingPlace? {
    switch step {
    case .here: nil
    case .index(let index): CodingPlace(index: index)
    case .key(let key): CodingPlace((root ?? self).isOpen ? key.string : "")
    }
  }

  /// Runs the reading of a type, which must not begin itself again forever.
  @inline(__always)
  func nested<T>(_ read: () throws -> T) throws -> T {
    guard nesting < DecodingFrame.nestingLimit else {
      throw fault("too_deep", "is read again and again without end", .here)
    }
    nesting += 1
    defer { nesting -= 1 }
    return try read()
  }

  /// The items of a list.
  func items() throws -> UnsafeBufferPointer<component_value> {
    guard value.kind == COMPONENT_KIND_LIST else { throw mistyped("list", value, .here) }
    try checkDepth()
    guard value.isSound else { throw broken(value, .here) }
    return value.items
  }

  /// The entries of a map.
  func entries() throws -> UnsafeBufferPointer<component_entry> {
    guard value.kind == COMPONENT_KIND_MAP else { throw mistyped("map", value, .here) }
    try checkDepth()
    guard value.isSound else { throw broken(value, .here) }
    return value.entries
  }

  /// How deep a list or map at a place is.
  func depthBelow(_ step: DecodingStep) -> Int { if case .here = step { depth + 1 } else { depth + 2 } }

  private func checkDepth() throws {
    if depth >= Value.depthLimit {
      throw fault("too_deep", "is nested deeper than \(Value.depthLimit) lists and maps", .here)
    }
  }

  /// The entry of a key in what `entries` has checked; nil where there is none.
  @inline(__always)
  func find(_ key: String) -> UnsafePointer<component_entry>? {
    let value = value
    guard value.kind == COMPONENT_KIND_MAP, let entries = value.as.entries else { return nil }
    var key = key
    return key.withUTF8 { utf8 in
      let key = UnsafeRawBufferPointer(utf8)
      // The one after the last, the last one again, then any.
      if last + 1 < value.count, entries[last + 1].key.isSame(as: key) {
        last += 1
        return entries + last
      }
      if last >= 0, last < value.count, entries[last].key.isSame(as: key) { return entries + last }
      for index in 0..<value.count where entries[index].key.isSame(as: key) {
        last = index
        return entries + index
      }
      return nil
    }
  }
}

/// How a value is reached from the one around it.
enum DecodingStep {
  case here
  case key(component_text)
  case index(Int)
}

extension component_text {
  // As `equals`, but for a key that was not checked.
  @inline(__always)
  func isSame(as other: UnsafeRawBufferPointer) -> Bool { length == other.count && equals(other) }
}

extension DecodingFrame {
  // To a dictionary of Swift, texts are the same that only look the same, while a map's keys are told apart by their
  // bytes: of two such keys the dictionary would lose one.
  @inline(never)
  private func checkKeys(_ entries: UnsafeBufferPointer<component_entry>) throws {
    guard entries.contains(where: { $0.key.utf8.contains { $0 >= 0x80 } }) else { return }
    var seen: Set<String> = []
    for entry in entries where entry.key.isSound {
      let key = entry.key.string
      if !seen.insert(key).inserted {
        let shown = Excerpt.plain(entry.key.utf8)
        throw fault("equal_keys", "has the key '\(shown)' in two spellings, which a dictionary can't tell apart", .here)
      }
    }
  }
}

extension DecodingFrame: Decoder {
  var codingPath: [any CodingKey] { path() }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let entries = try entries()
    if TypeFacts(type).isStruct, ObjectIdentifier(type) == DictionaryKey.id { try checkKeys(entries) }
    return KeyedDecodingContainer(KeyedReader(frame: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try ListReader(self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { SingleReader(frame: self) }
}
