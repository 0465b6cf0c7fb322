/// A small generator (SplitMix64), so that a seed gives the same calls again.
struct CheckDice: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// One that depends on names as well, so that what is tried of an action does not depend on which others there are.
  init(seed: UInt64, _ names: String...) {
    // FNV-1a.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for name in names {
      for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
      hash = (hash ^ 0xff) &* 0x0000_0100_0000_01b3
    }
    state = seed ^ hash
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// From 0 on; the limit is at least 1.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }
}
