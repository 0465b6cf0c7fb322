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
  // Found out with the first value; an empty one says that the type has no such form. Never freed.
  private let learned = Atomic<UnsafeMutablePointer<FlatFields>?>(nil)
  private let hasLearned: Atomic<Bool>

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
      FlatField(name: "", key: component_text(), offset: 0, kind: $0.kind, wrapping: $0.wrapping)
    }
    self.decode = decode
    hasLearned = Atomic(!isRecord)
  }

  var flat: UnsafeMutablePointer<FlatFields>? {
    @inline(__always) get { learned.load(ordering: .acquiring) }
  }

  @usableFromInline
  var mayLearn: Bool { !hasLearned.load(ordering: .relaxed) }

  /// Looks at a value of the type: whether its own coding says what its memory says.
  @usableFromInline
  func learn<T: Encodable>(from value: T) {
    if let fields = FlatFields(record: value) {
      let made = UnsafeMutablePointer<FlatFields>.allocate(capacity: 1)
      made.initialize(to: fields)
      learned.store(made, ordering: .releasing)
    }
    hasLearned.store(true, ordering: .relaxed)
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
      var map = component_value()
      map.kind = COMPONENT_KIND_MAP
      map.as.entries = UnsafePointer(entries.baseAddress)
      map.count = entries.count
      status = call.pointee.host.pointee.reply(call, &map)
    }
    return status
  }
}

extension FlatFields {
  /// Nil unless the value is a struct of scalars that encodes itself as just these, in their order.
  init?<T: Encodable>(record value: T) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct else { return nil }
    var fields: [FlatField] = []
    var end = 0
    for child in mirror.children {
      guard let name = child.label, let form = FlatField.form(of: type(of: child.value)) else { return nil }
      let (size, alignment) = FlatField.memory(of: form.kind, form.wrapping)
      let offset = (end + alignment - 1) / alignment * alignment
      end = offset + size
      fields.append(
        FlatField(
          name: name, key: component_text(keeping: name), offset: offset, kind: form.kind, wrapping: form.wrapping))
    }
    guard end == MemoryLayout<T>.size, !fields.isEmpty else { return nil }
    self.init(fields, leavesOut: false)
    let own = withUnsafePointer(to: value) { start -> Value in
      var laid = Value.null
      lend(start) { laid = .map(Fields(copying: UnsafeBufferPointer($0))) }
      return laid
    }
    let coded = try? ValueEncoder.withEncoded(value) { (value) throws(Failure) in Value(copying: value.pointee) }
    guard let coded, coded == own, coded.map?.keys == own.map?.keys else { return nil }
  }
}
