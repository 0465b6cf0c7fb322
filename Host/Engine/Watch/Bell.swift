import Glibc
import HostNative

/// Wakes a thread that waits for descriptors.
struct Bell {
  private let near: Descriptor
  private let far: Descriptor

  init?() {
    var ends: [Int32] = [-1, -1]
    guard host_pipe(&ends) == 0 else { return nil }
    near = Descriptor(owning: ends[0])
    far = Descriptor(owning: ends[1])
  }

  /// Becomes readable when the bell is rung.
  var number: Int32 { near.number }

  /// To be rung again only after it was silenced.
  func ring() { _ = write(far.number, "x", 1) }

  func silence() {
    var byte: UInt8 = 0
    _ = read(near.number, &byte, 1)
  }
}
