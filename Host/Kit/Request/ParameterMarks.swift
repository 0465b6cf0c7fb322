import Glibc
public import Synchronization

/// How the parameters of a request say of which types they are, while it is made to be described.
///
/// Each gets a mark that it keeps, and by which it is known in the finished request. Their types could be found by
/// reflection, but then the runtime searches for what they conform to: `TypeFacts` says what that costs.
///
/// Inlined, as parameters are made with each typed call: as a function of its own an `init` took 800 instructions.
@usableFromInline enum ParameterMarks {
  /// The thread that has a request made.
  @usableFromInline static let thread = Atomic<UInt>(0)
  // Safe: touched by that thread only, and taking its place and leaving it are ordered.
  nonisolated(unsafe) private static var kinds: [any RequestField.Type] = []

  /// The mark of a parameter that is just being made; 0 where nobody wants to know.
  @inlinable @inline(__always)
  static func next<Value: Codable & Sendable>(_ value: Value.Type) -> UInt32 {
    thread.load(ordering: .relaxed) == 0 ? 0 : take(value)
  }

  @usableFromInline @inline(never)
  static func take<Value: Codable & Sendable>(_ value: Value.Type) -> UInt32 {
    guard thread.load(ordering: .relaxed) == pthread_self() else { return 0 }
    kinds.append(Parameter<Value>.self)
    return mark(kinds.count - 1)
  }

  /// That of the parameter that is made at a place: a number that nothing else in a request is likely to be.
  static func mark(_ place: Int) -> UInt32 { 0x9d3f_0000 ^ UInt32(truncatingIfNeeded: place) }

  /// Makes a request; its kinds are in the order in which the parameters were made. Nil where one is already being made.
  static func collect<R>(_ make: () -> R) -> (request: R, kinds: [any RequestField.Type])? {
    let (own, _) = thread.compareExchange(expected: 0, desired: pthread_self(), ordering: .acquiring)
    guard own else { return nil }
    defer {
      kinds = []
      thread.store(0, ordering: .releasing)
    }
    let request = make()
    return (request, kinds)
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
