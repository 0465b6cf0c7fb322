import Synchronization

/// What was found out about types, by the type. No lock is taken, and nothing goes away.
///
/// Sendable although it holds pointers: what they point to never changes and is never freed.
///
/// A struct, because the runtime makes a generic class when it is first used, in each component anew. The places are
/// stored as bare memory, because the names of a property's types are part of a component, which would need
/// libswiftSynchronization.so for this one alone.
struct TypeCache<Layout: AnyObject & Sendable>: @unchecked Sendable {
  private struct Found {
    let type: ObjectIdentifier
    let layout: Layout
    /// The one that was found before it and has the same place.
    var next: UnsafeMutablePointer<Found>?
  }

  private typealias Place = Atomic<UnsafeMutablePointer<Found>?>

  private static var count: Int { 256 }
  private let places: UnsafeMutableRawPointer

  init() {
    let places = UnsafeMutablePointer<Place>.allocate(capacity: TypeCache.count)
    for index in 0..<TypeCache.count { (places + index).initialize(to: Place(nil)) }
    self.places = UnsafeMutableRawPointer(places)
  }

  @inline(__always)
  private func place(of type: ObjectIdentifier) -> UnsafeMutablePointer<Place> {
    let number = UInt(bitPattern: type)
    return places.assumingMemoryBound(to: Place.self) + Int((number >> 4 ^ number >> 12) & UInt(TypeCache.count - 1))
  }

  @inline(__always)
  func find(_ type: Any.Type) -> Layout? {
    let type = ObjectIdentifier(type)
    return find(type, from: place(of: type).pointee.load(ordering: .acquiring))
  }

  @inline(__always)
  private func find(_ type: ObjectIdentifier, from first: UnsafeMutablePointer<Found>?) -> Layout? {
    var next = first
    while let found = next {
      if found.pointee.type == type { return found.pointee.layout }
      next = found.pointee.next
    }
    return nil
  }

  /// The layout that counts: this one, or the one that another thread added before.
  func add(_ type: Any.Type, _ layout: Layout) -> Layout {
    let type = ObjectIdentifier(type)
    let place = place(of: type)
    var first = place.pointee.load(ordering: .acquiring)
    let found = UnsafeMutablePointer<Found>.allocate(capacity: 1)
    found.initialize(to: Found(type: type, layout: layout, next: first))
    while true {
      if let earlier = find(type, from: first) {
        found.deinitialize(count: 1)
        found.deallocate()
        return earlier
      }
      found.pointee.next = first
      let added = place.pointee.compareExchange(
        expected: first, desired: found, successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
      if added.exchanged { return layout }
      first = added.original
    }
  }
}
