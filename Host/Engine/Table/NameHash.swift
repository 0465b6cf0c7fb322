import ComponentABI

/// One hash over the borrowed bytes of a target and an action, after wyhash: a multiply folds eight bytes at a time.
///
/// Names come from components and callers, but the table compares them whole, so a collision costs a step and no more.
@inline(__always)
func nameHash(_ target: component_text, _ action: component_text) -> UInt64 {
  fold(bytesHash(target, 0xa076_1d64_78bd_642f) ^ 0xe703_7ed1_a0b4_28db, bytesHash(action, 0x8ebc_6af0_9c88_c6e3))
}

@inline(__always)
func bytesHash(_ text: component_text, _ seed: UInt64) -> UInt64 {
  guard let bytes = UnsafeRawPointer(text.bytes) else { return seed }
  let count = text.length
  var hash = seed ^ UInt64(truncatingIfNeeded: count)
  var at = 0
  while at &+ 8 <= count {
    hash = fold(hash ^ bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self), 0x5899_65cc_7537_4cc3)
    at &+= 8
  }
  if at < count {
    // The last one to seven bytes, read without touching a byte beyond the text.
    var rest: UInt64 = 0
    if count >= 8 {
      rest = bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    } else if count >= 4 {
      rest = UInt64(bytes.loadUnaligned(as: UInt32.self)) << 32
      rest |= UInt64(bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
    } else {
      rest = UInt64(bytes.load(as: UInt8.self)) << 16
      rest |= UInt64(bytes.load(fromByteOffset: count >> 1, as: UInt8.self)) << 8
      rest |= UInt64(bytes.load(fromByteOffset: count &- 1, as: UInt8.self))
    }
    hash = fold(hash ^ rest, 0x1d8e_4e27_c47d_124f)
  }
  return hash
}

@inline(__always)
private func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
  let product = a.multipliedFullWidth(by: b)
  return product.high ^ product.low
}
