import ComponentABI

/// One hash over the borrowed bytes of a target and an action, after wyhash: a multiply folds sixteen bytes at a time.
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
  var seed = seed
  var at = 0
  // Most names end in one step: what must be multiplied one after the other is what a look-up waits for.
  while count &- at > 16 {
    seed = fold(
      seed ^ bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self),
      bytes.loadUnaligned(fromByteOffset: at &+ 8, as: UInt64.self) ^ 0x5899_65cc_7537_4cc3)
    at &+= 16
  }
  let (first, last) = ends(bytes + at, count &- at)
  return fold(seed ^ first, last ^ 0x1d8e_4e27_c47d_124f ^ UInt64(truncatingIfNeeded: count))
}

// The first and the last bytes of at most sixteen, which may overlap; no byte beyond them is read.
@inline(__always)
private func ends(_ bytes: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
  if count >= 8 {
    return (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
  }
  if count >= 4 {
    let last = bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
    return (UInt64(bytes.loadUnaligned(as: UInt32.self)), UInt64(last))
  }
  if count == 0 { return (0, 0) }
  let middle = UInt64(bytes.load(fromByteOffset: count >> 1, as: UInt8.self))
  let last = UInt64(bytes.load(fromByteOffset: count &- 1, as: UInt8.self))
  return (UInt64(bytes.load(as: UInt8.self)), middle << 8 | last)
}

@inline(__always)
private func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
  let product = a.multipliedFullWidth(by: b)
  return product.high ^ product.low
}
