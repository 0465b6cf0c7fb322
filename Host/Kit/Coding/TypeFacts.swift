/// What the compiler left about a type for the runtime, read straight from it: docs/ABI/TypeMetadata.rst of Swift.
///
/// `Mirror` and casts tell the same, but search the conformances of every loaded image, again after each one that is
/// loaded. Without those searches the registration of a small component takes two thirds of the time.
struct TypeFacts {
  private let metadata: UnsafeRawPointer

  init(_ type: Any.Type) { metadata = unsafeBitCast(type, to: UnsafeRawPointer.self) }

  var isStruct: Bool { kind == 0x200 }
  var isEnum: Bool { kind == 0x201 }
  var isOptional: Bool { kind == 0x202 }
  /// Whether it is a struct or enum without parameters of its own: no list, map or set of anything.
  var isPlain: Bool { (isStruct || isEnum) && descriptor.load(as: UInt32.self) & 0x80 == 0 }
  private var kind: Int { metadata.load(as: Int.self) }
  // Of a struct or enum.
  private var descriptor: UnsafeRawPointer { metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self) }

  /// A struct's stored properties, in their order; nil for another type, and where they were left out.
  var storedProperties: StoredProperties? {
    guard isStruct else { return nil }
    return TypeFacts.target(of: descriptor + 16).flatMap { StoredProperties($0) }
  }

  struct StoredProperties {
    private static let size = 12
    private let start: UnsafeRawPointer

    fileprivate init?(_ start: UnsafeRawPointer) {
      if start.load(fromByteOffset: 10, as: UInt16.self) != StoredProperties.size { return nil }
      self.start = start
    }

    var count: Int { Int(start.load(fromByteOffset: 12, as: UInt32.self)) }

    /// Nil where it was left out.
    func name(at index: Int) -> String? { text(start + 16 + index * StoredProperties.size + 8) }

    /// What the compiler calls its type, as docs/ABI/Mangling.rst says; only of Swift's own types it is a text.
    func typeName(at index: Int) -> String? { text(start + 16 + index * StoredProperties.size + 4) }

    private func text(_ place: UnsafeRawPointer) -> String? {
      TypeFacts.target(of: place).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    }
  }

  // A relative pointer; zero is none.
  private static func target(of place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = place.load(as: Int32.self)
    return distance == 0 ? nil : place + Int(distance)
  }
}
