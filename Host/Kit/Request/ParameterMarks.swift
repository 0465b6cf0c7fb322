import Glibc
import Synchronization

/// How the parameters of a request say of which types they are, while it is made to be described.
///
/// Each gets a mark that it keeps, and by which it is known in the finished request. Their types could be found by
/// reflection, but then the runtime searches for what they conform to: `TypeFacts` says what that costs.
enum ParameterMarks {
  // The thread that has a request made.
  private static let thread = Atomic<pthread_t>(0)
  nonisolated(unsafe) private static var kinds: [any RequestField.Type] = []  // Touched by that thread only.

  /// The mark of a parameter that is just being made; 0 where nobody wants to know.
  @inline(__always)
  static func next<Field: RequestField>(_ kind: Field.Type) -> UInt16 {
    thread.load(ordering: .relaxed) == 0 ? 0 : take(kind)
  }

  @inline(never)
  private static func take(_ kind: any RequestField.Type) -> UInt16 {
    guard thread.load(ordering: .relaxed) == pthread_self(), kinds.count < UInt16.max else { return 0 }
    kinds.append(kind)
    return UInt16(kinds.count)
  }

  /// Makes a request; the kind of a parameter with the mark 1 comes first. Nil where one is already being made.
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

/// What every parameter begins with, whatever its value is.
struct ParameterHead: Sendable {
  let note: StaticString
  let hasDefault: Bool
  let mark: UInt16
}
