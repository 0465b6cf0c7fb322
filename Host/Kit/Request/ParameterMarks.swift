import Glibc
public import Synchronization

/// How the parameters of a request tell their types while it is made to be described. Each gets a mark that it keeps,
/// and by which it is found in the finished request. Reflection could find the types as well, but then the runtime
/// searches for what they conform to: `TypeFacts` says what that costs.
///
/// Inlined, because parameters are made with each typed call.
@usableFromInline enum ParameterMarks {
  /// The thread that has a request made.
  @usableFromInline static let thread = Atomic<UInt>(0)
  // Safe: touched by that thread only, and taking its place and leaving it are ordered.
  nonisolated(unsafe) private static var fields: [RequestLayout.Field] = []

  /// The mark of a parameter that is just being made; 0 where no request is being described.
  @inlinable @inline(__always)
  static func next<Value: Codable & Sendable>(_ value: Value.Type) -> UInt32 {
    thread.load(ordering: .relaxed) == 0 ? 0 : take(value)
  }

  @usableFromInline @inline(never)
  static func take<Value: Codable & Sendable>(_ value: Value.Type) -> UInt32 {
    guard thread.load(ordering: .relaxed) == pthread_self() else { return 0 }
    fields.append(RequestLayout.Field(Parameter<Value>.self))
    return mark(fields.count - 1)
  }

  /// That of the parameter that is made at a place: a number that nothing else in a request is likely to be.
  static func mark(_ place: Int) -> UInt32 { 0x9d3f_0000 ^ UInt32(truncatingIfNeeded: place) }

  /// From here on this thread's parameters get marks, until `end`. False where another thread describes a request.
  static func begin() -> Bool {
    thread.compareExchange(expected: 0, desired: pthread_self(), ordering: .acquiring).exchanged
  }

  /// The parameters that were made, in the order in which they were.
  static func end() -> [RequestLayout.Field] {
    let made = fields
    fields = []
    thread.store(0, ordering: .releasing)
    return made
  }
}

/// What every parameter ends with, whatever its value is.
@usableFromInline struct ParameterHead: Sendable {
  @usableFromInline let note: StaticString
  @usableFromInline let hasDefault: Bool
  @usableFromInline let mark: UInt32

  @inlinable
  init(note: StaticString, hasDefault: Bool, mark: UInt32) {
    self.note = note
    self.hasDefault = hasDefault
    self.mark = mark
  }
}
