public import ComponentABI

/// Where a request type keeps its parameters: found once by reflection, then coding goes straight to them.
///
/// Sendable although it holds pointers: names are never freed and nothing changes.
@usableFromInline
final class RequestLayout: @unchecked Sendable {
  /// A class, as are all elements of arrays here: for an array of structs the runtime makes the array's type in each
  /// component.
  final class Field {
    let type: any RequestField.Type
    private(set) var name = ""
    private(set) var key = component_text()
    private(set) var offset = 0

    init(_ type: any RequestField.Type) { self.type = type }

    /// Says which property it is, and where that lies.
    func place(_ name: String, at offset: Int) {
      self.name = name
      key = component_text(keeping: name)
      self.offset = offset
    }
  }

  let target: String
  let action: String
  let targetText: component_text
  let actionText: component_text
  /// What its calls say besides, COMPONENT_REQUEST_*.
  let flags: UInt32
  let fields: [Field]
  /// The same where all parameters are scalars.
  let flat: FlatFields?
  /// What messages call the reply.
  let replySubject: String
  /// Where the host remembers the action.
  let place: UnsafeMutablePointer<component_place>

  /// The layout of a request type, from the second time on out of memory.
  @inlinable
  static func of<R: Request>(_ type: R.Type) throws(Failure) -> RequestLayout {
    if let known = known(type) { return known }
    return try make(type)
  }

  @usableFromInline
  static func known(_ type: Any.Type) -> RequestLayout? { cache.find(type) }

  @usableFromInline
  static func make<R: Request>(_ type: R.Type) throws(Failure) -> RequestLayout {
    cache.add(type, try RequestLayout(type))
  }

  private static let cache = TypeCache<RequestLayout>()

  private init<R: Request>(_ type: R.Type) throws(Failure) {
    target = R.target
    action = R.action
    targetText = component_text(keeping: target)
    actionText = component_text(keeping: action)
    flags = R.reads ? COMPONENT_REQUEST_READS : 0
    replySubject = "the reply of \(target).\(action)"
    place = .allocate(capacity: 1)
    place.initialize(to: component_place())
    fields = if let fields = RequestLayout.marked(type) { fields } else { try RequestLayout.reflected(type) }
    flat = FlatFields(fields.count, leavesOut: true) { [fields] index in
      let field = fields[index]
      return field.type.flat(field.key, at: field.offset)
    }
  }

  // The usual way. Nil where it does not lead to every property: reflection then finds what there is, or the fault.
  private static func marked<R: Request>(_ type: R.Type) -> [Field]? {
    guard let properties = TypeFacts(type).storedProperties, ParameterMarks.begin() else { return nil }
    let request = R()
    let fields = ParameterMarks.end()
    guard properties.count == fields.count else { return nil }
    let isPlaced = withUnsafeBytes(of: request) { bytes in
      var end = 0
      // Nearly always they were made in the order of the properties; the marks tell.
      for place in 0..<fields.count {
        let (kind, offset) = (fields[place].type, (end + 7) & ~7)
        end = offset + kind.size
        guard let label = properties.name(at: place), label.utf8.first == UInt8(ascii: "_"), kind.alignment == 8,
          end <= bytes.count,
          kind.headOffset + MemoryLayout<ParameterHead>.size == kind.size,
          bytes.load(fromByteOffset: offset + kind.headOffset, as: ParameterHead.self).mark
            == ParameterMarks.mark(place)
        else { return false }
        fields[place].place(String(label.dropFirst()), at: offset)
      }
      return end == bytes.count
    }
    return isPlaced ? fields : nil
  }

  private static func reflected<R: Request>(_ type: R.Type) throws(Failure) -> [Field] {
    let mirror = Mirror(reflecting: R())
    guard mirror.displayStyle == .struct else {
      throw Failure(.failed, "invalid_request", "the request \(R.self) must be a struct")
    }
    var fields: [Field] = []
    // A struct's properties lie in their order, each at the next place that its alignment allows.
    var end = 0
    for child in mirror.children {
      guard let label = child.label, label.hasPrefix("_"), let field = child.value as? any RequestField else {
        throw Failure(
          .failed, "invalid_request",
          "the property '\(child.label ?? "?")' of the request \(R.self) must be a @Parameter: nothing else can be sent"
        )
      }
      let kind = Swift.type(of: field)
      let offset = (end + kind.alignment - 1) / kind.alignment * kind.alignment
      end = offset + kind.size
      let placed = Field(kind)
      placed.place(String(label.dropFirst()), at: offset)
      fields.append(placed)
    }
    guard end == MemoryLayout<R>.size else {
      throw Failure(.failed, "invalid_request", "the request \(R.self) is laid out in an unknown way")
    }
    return fields
  }
}

extension component_text {
  /// A text of its own, which is never freed.
  init(keeping name: String) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.utf8.count)
    _ = bytes.initialize(from: name.utf8)
    self.init(UnsafeBufferPointer(bytes))
  }
}

extension RequestLayout {
  /// A request with the borrowed parameters of a call; what is left out keeps its default.
  func read<R: Request>(_ type: R.Type, from entries: UnsafeBufferPointer<component_entry>) throws(Failure) -> R {
    var request = R()
    try withUnsafeMutablePointer(to: &request) { (start) throws(Failure) in
      try fill(UnsafeMutableRawPointer(start), from: entries)
    }
    return request
  }

  /// Puts borrowed parameters into a request that has its defaults.
  @usableFromInline
  func fill(_ start: UnsafeMutableRawPointer, from entries: UnsafeBufferPointer<component_entry>) throws(Failure) {
    // Where every property has got its own, none can be missing.
    if let flat, flat.fill(start, from: entries), entries.count == fields.count { return }
    // Parameters usually come in the order of the properties.
    var next = 0
    for entry in entries {
      guard let index = place(of: entry.key, from: next) else { continue }
      next = index + 1
      let field = fields[index]
      try field.type.read(entry.value, field.name, to: start + field.offset)
    }
    if let missing = fields.first(where: { !$0.type.isSet(start + $0.offset) }) {
      throw Failure(missing: missing.name, missing.type.word)
    }
  }

  private func place(of key: component_text, from next: Int) -> Int? {
    if next < fields.count, fields[next].key.equals(key.utf8) { return next }
    return fields.firstIndex { $0.key.equals(key.utf8) }
  }

  /// Lends the parameters of the request that lies there to C.
  @inline(__always)
  func lend(
    _ start: UnsafeRawPointer, _ body: (UnsafeMutableBufferPointer<component_entry>) -> Void
  ) throws(Failure) {
    if let flat { return flat.lend(start, body) }
    try ValueEncoder.withParameters { writer throws(Failure) in
      for field in fields { try field.type.write(start + field.offset, field.key, to: writer) }
    } _: { entries throws(Failure) in
      body(entries)
    }
  }

  /// Lends a request's parameters to C.
  func withEntries<R: Request, Result>(
    of request: R, _ body: (UnsafeMutableBufferPointer<component_entry>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var request = request
    return try withUnsafeMutablePointer(to: &request) { (start) throws(Failure) -> Result in
      let start = UnsafeRawPointer(start)
      return try ValueEncoder.withParameters { writer throws(Failure) in
        for field in fields { try field.type.write(start + field.offset, field.key, to: writer) }
      } _: { entries throws(Failure) in
        try body(entries)
      }
    }
  }
}
