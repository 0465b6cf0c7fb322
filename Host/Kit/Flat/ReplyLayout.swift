public import ComponentABI
import Synchronization

/// How the replies of one type go to C and back.
///
/// Sendable although it holds pointers: names are never freed, and nothing changes but what was learned.
@usableFromInline
final class ReplyLayout: @unchecked Sendable {
  /// Reads a value into memory that has none yet, the usual way.
  let decode: @Sendable (component_value, String, UnsafeMutableRawPointer) throws(Failure) -> Void
  /// Where the type is a scalar itself.
  private let scalar: FlatField?
  // Found out with the first value; nil after that says that the type has no such form. Never freed, and bare memory
  // for the reason that `TypeCache` gives.
  private let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)

  /// The layout of a reply's type, from the second time on out of memory.
  @inlinable
  static func of<R: Request>(_ request: R.Type) -> ReplyLayout {
    known(R.Reply.self) ?? make(R.Reply.self, isRecord: R.repliesRecord)
  }

  @usableFromInline
  static func known(_ type: Any.Type) -> ReplyLayout? { cache.find(type) }

  @usableFromInline
  static func make<T: Codable & Sendable>(_ type: T.Type, isRecord: Bool) -> ReplyLayout {
    cache.add(
      type,
      ReplyLayout(type, isRecord: isRecord) { (value, subject, memory) throws(Failure) in
        let read = try ValueDecoder.decode(T.self, from: value, subject: subject)
        memory.assumingMemoryBound(to: T.self).initialize(to: read)
      })
  }

  private static let cache = TypeCache<ReplyLayout>()

  private init(
    _ type: Any.Type, isRecord: Bool,
    decode: @escaping @Sendable (component_value, String, UnsafeMutableRawPointer) throws(Failure) -> Void
  ) {
    scalar = FlatField.form(of: type).map {
      FlatField(key: component_text(), offset: 0, kind: $0.kind, wrapping: $0.wrapping)
    }
    self.decode = decode
    learned.initialize(to: Atomic(nil))
    hasLearned.initialize(to: Atomic(!isRecord))
  }

  private var learned: UnsafeMutablePointer<Atomic<UnsafeMutablePointer<FlatFields>?>> {
    @inline(__always) get { memory.assumingMemoryBound(to: Atomic<UnsafeMutablePointer<FlatFields>?>.self) }
  }

  private var hasLearned: UnsafeMutablePointer<Atomic<Bool>> { (memory + 8).assumingMemoryBound(to: Atomic<Bool>.self) }

  var flat: UnsafeMutablePointer<FlatFields>? {
    @inline(__always) get { learned.pointee.load(ordering: .acquiring) }
  }

  @usableFromInline
  var mayLearn: Bool { !hasLearned.pointee.load(ordering: .relaxed) }

  /// Looks at a value of the type: whether its own coding says what its memory says.
  @usableFromInline
  func learn<T: Encodable>(from value: T) {
    if let fields = FlatFields(record: value) {
      let made = UnsafeMutablePointer<FlatFields>.allocate(capacity: 1)
      made.initialize(to: fields)
      learned.pointee.store(made, ordering: .releasing)
    }
    hasLearned.pointee.store(true, ordering: .relaxed)
  }

  /// Reads a reply into memory that has none yet, if its form is known and it has it.
  @inline(__always)
  func read(_ reply: UnsafePointer<component_value>, to memory: UnsafeMutableRawPointer) -> Bool {
    if let flat { return flat.pointee.make(memory, from: reply) }
    guard let scalar, let read = FlatScalar(reply, as: scalar) else { return false }
    scalar.store(read, to: memory, isNew: true)
    return true
  }

  /// Lends a reply to C, if it is one whose form is known.
  @usableFromInline
  func lend(_ reply: UnsafeRawPointer, to call: UnsafeMutablePointer<component_call>) -> Int32? {
    guard let flat else { return nil }
    var status: Int32 = COMPONENT_OK
    flat.pointee.lend(reply) { entries in
      var map = component_value(UnsafeBufferPointer(entries))
      status = call.pointee.host.pointee.reply(call, &map)
    }
    return status
  }
}

extension FlatFields {
  /// Nil unless the value is a struct of scalars that encodes itself as just these, in their order.
  init?<T: Encodable>(record value: T) {
    guard let properties = TypeFacts(T.self).storedProperties, properties.count > 0 else { return nil }
    var end = 0
    self.init(properties.count, leavesOut: false) { index in
      guard let name = properties.name(at: index), let form = FlatField.form(named: properties.typeName(at: index))
      else { return nil }
      let (size, alignment) = FlatField.memory(of: form.kind, form.wrapping)
      let offset = (end + alignment - 1) / alignment * alignment
      end = offset + size
      return FlatField(key: component_text(keeping: name), offset: offset, kind: form.kind, wrapping: form.wrapping)
    }
    guard end == MemoryLayout<T>.size else { return nil }
    var isSame = false
    _ = try? ValueEncoder.withEncoded(value) { (coded) throws(Failure) in
      withUnsafePointer(to: value) { start in
        lend(start) { isSame = coded.pointee.isMap(of: UnsafeBufferPointer($0)) }
      }
    }
    if !isSame { return nil }
  }
}

extension component_value {
  /// Whether it is a map of these scalars and nothing else, in this order.
  fileprivate func isMap(of others: UnsafeBufferPointer<component_entry>) -> Bool {
    guard kind == COMPONENT_KIND_MAP, entries.count == others.count else { return false }
    for index in 0..<others.count {
      let (own, other) = (entries[index], others[index])
      guard own.key.isSame(as: other.key.utf8), own.value.kind == other.value.kind else { return false }
      let isSame =
        switch own.value.kind {
        case COMPONENT_KIND_NULL: true
        case COMPONENT_KIND_BOOL: own.value.as.boolean == other.value.as.boolean
        case COMPONENT_KIND_INT: own.value.as.integer == other.value.as.integer
        case COMPONENT_KIND_DOUBLE: own.value.as.number == other.value.as.number
        case COMPONENT_KIND_TEXT: own.value.textBytes.isSame(as: other.value.textBytes.utf8)
        default: false
        }
      if !isSame { return false }
    }
    return true
  }
}
