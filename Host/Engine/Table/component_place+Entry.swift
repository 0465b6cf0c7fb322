import ComponentABI
import Synchronization

/// What a caller's place remembers: an entry, live or not. Entries are never freed, so an old one is found dead and its
/// names are looked up anew.
extension UnsafeMutablePointer<component_place> {
  @inline(__always)
  private var found: UnsafeMutablePointer<Atomic<UnsafeMutablePointer<Entry>?>> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Atomic<UnsafeMutablePointer<Entry>?>.self)
  }

  @inline(__always)
  var entry: UnsafeMutablePointer<Entry>? { found.pointee.load(ordering: .acquiring) }

  @inline(__always)
  func remember(_ entry: UnsafeMutablePointer<Entry>) { found.pointee.store(entry, ordering: .releasing) }
}
