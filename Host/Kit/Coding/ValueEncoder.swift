public import ComponentABI

/// Lays an `Encodable` value out as C values, straight, for as long as a closure runs.
///
/// A struct becomes a map, an array a list, `[UInt8]` bytes, a `Timestamp` text; `Value`, `Object` and `Function`
/// are what they are. An optional that is nil is null, and a dictionary is in the order of its keys. Everything
/// handed to the closure is borrowed and must not be used after it.
public enum ValueEncoder {
  /// Lends the encoded value to C.
  ///
  /// A text or bytes alone are lent without a copy. A value that can't be encoded fails with the given code.
  @inlinable
  public static func withEncoded<T: Encodable, R>(
    _ value: T, failing code: Failure.Code = .failed,
    _ body: (UnsafePointer<component_value>) throws(Failure) -> R
  ) throws(Failure) -> R {
    if T.self == String.self { return try withLent(.text(unsafeBitCast(value, to: String.self)), body) }
    if T.self == [UInt8].self { return try withLent(.bytes(unsafeBitCast(value, to: [UInt8].self)), body) }
    return try withUnsafeTemporaryAllocation(byteCount: firstChunk, alignment: 16) { (block) throws(Failure) in
      let arena = EncodingArena(block)
      defer { arena.close() }
      return try body(UnsafePointer(try arena.encode(root: value, failing: code, depth: 0)))
    }
  }

  /// Lends the encoded value to C as parameters; a value that is no map fails.
  @inlinable
  public static func withEncodedParameters<T: Encodable, R>(
    _ value: T, failing code: Failure.Code = .invalidParameters,
    _ body: (UnsafeMutableBufferPointer<component_entry>) throws(Failure) -> R
  ) throws(Failure) -> R {
    try withUnsafeTemporaryAllocation(byteCount: firstChunk, alignment: 16) { (block) throws(Failure) in
      let arena = EncodingArena(block)
      defer { arena.close() }
      // The map of the parameters itself does not count as a level.
      let slot = try arena.encode(root: value, failing: code, depth: -1)
      guard slot.pointee.kind == COMPONENT_KIND_MAP else { throw noMap(T.self, slot.pointee, code) }
      let entries = UnsafeMutablePointer(mutating: slot.pointee.as.entries)
      return try body(UnsafeMutableBufferPointer(start: entries, count: slot.pointee.count))
    }
  }

  // On the caller's stack; more is taken from the heap where it is needed.
  @usableFromInline static var firstChunk: Int { 1024 }

  @usableFromInline
  static func noMap(_ type: Any.Type, _ value: component_value, _ code: Failure.Code) -> Failure {
    let message = "parameters must be a map, and \(TypeName.short(type)) is \(value.kindWithArticle)"
    return Failure(code, "not_a_map", message)
  }

  // What Swift itself can lend.
  @usableFromInline
  static func withLent<R>(
    _ value: Value, _ body: (UnsafePointer<component_value>) throws(Failure) -> R
  ) throws(Failure) -> R {
    let result: Result<R, Failure> = value.withBorrowed { pointer in
      do throws(Failure) { return .success(try body(pointer)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
