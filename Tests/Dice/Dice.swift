/// A small generator (SplitMix64), so that every run tries the same.
package protocol Dice: RandomNumberGenerator {
  var state: UInt64 { get set }
}

extension Dice {
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// So many of some, in any order.
  package mutating func pick<T>(_ all: [T], _ count: Int) -> [T] { Array(all.shuffled(using: &self).prefix(count)) }
}
