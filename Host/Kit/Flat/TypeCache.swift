import Synchronization

/// What was found out about types, by the type: readers take no lock.
///
/// Sendable although it holds pointers: what they point to never changes and is never freed.
final class TypeCache<Layout: AnyObject & Sendable>: @unchecked Sendable {
  private struct Found {
    let type: ObjectIdentifier
    let layout: Layout
  }

  // One place for a type's number; of two types with one place the later one has it.
  private static var count: Int { 256 }
  private let places: UnsafeMutablePointer<Atomic<UnsafeMutablePointer<Found>?>>
  private let all = Guarded(TypeMap<Layout>())

  init() {
    places = .allocate(capacity: TypeCache.count)
    for index in 0..<TypeCache.count { (places + index).initialize(to: Atomic(nil)) }
  }

  @inline(__always)
  private func place(of type: ObjectIdentifier) -> UnsafeMutablePointer<Atomic<UnsafeMutablePointer<Found>?>> {
    let number = UInt(bitPattern: type)
    return places + Int((number >> 4 ^ number >> 12) & UInt(TypeCache.count - 1))
  }

  @inline(__always)
  func find(_ type: Any.Type) -> Layout? {
    let type = ObjectIdentifier(type)
    if let found = place(of: type).pointee.load(ordering: .acquiring), found.pointee.type == type {
      return found.pointee.layout
    }
    return findOther(type)
  }

  @inline(never)
  private func findOther(_ type: ObjectIdentifier) -> Layout? { all.withLock { $0[type] } }

  /// The layout that counts: this one, or the one that another thread added before.
  func add(_ type: Any.Type, _ layout: Layout) -> Layout {
    let type = ObjectIdentifier(type)
    let layout = all.withLock { all in
      let first = all[type] ?? layout
      all[type] = first
      return first
    }
    let found = UnsafeMutablePointer<Found>.allocate(capacity: 1)
    found.initialize(to: Found(type: type, layout: layout))
    place(of: type).pointee.store(found, ordering: .releasing)
    return layout
  }
}
