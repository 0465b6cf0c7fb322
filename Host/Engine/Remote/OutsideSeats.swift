import ComponentABI

/// Where the calls come in that a URL leads to, by what is special about it.
struct OutsideSeats: Sendable {
  private let plain, local, reading, owner, readingOwner: Pair

  // Sendable: seats are never freed, and nothing changes in these once they are made.
  private struct Pair: @unchecked Sendable {
    // For what the URL's own words name, and for what a route leads to.
    let named, routed: UnsafePointer<Seat>
  }

  init(_ core: UnsafeMutablePointer<Core>, _ program: HostProgram) {
    func pair(_ flags: UInt32 = 0, onlyReads: Bool = false, isOwners: Bool = false) -> Pair {
      func seat(_ more: UInt32) -> UnsafePointer<Seat> {
        let flags = COMPONENT_CALL_REMOTE | flags | more
        return Seat.outside(core, program, flags: flags, onlyReads: onlyReads, isOwners: isOwners)
      }
      return Pair(named: seat(0), routed: seat(COMPONENT_CALL_ROUTED))
    }
    (plain, local, reading) = (pair(), pair(COMPONENT_CALL_LOCAL), pair(onlyReads: true))
    (owner, readingOwner) = (pair(isOwners: true), pair(onlyReads: true, isOwners: true))
  }

  func seat(_ manner: Opening.Manner, isRouted: Bool) -> UnsafePointer<Seat> {
    let pair = self.pair(manner)
    return isRouted ? pair.routed : pair.named
  }

  private func pair(_ manner: Opening.Manner) -> Pair {
    if manner.contains(.local) { return local }
    if manner.contains(.owner) { return manner.contains(.reads) ? readingOwner : owner }
    return manner.contains(.reads) ? reading : plain
  }
}
