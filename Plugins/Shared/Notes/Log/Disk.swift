import Glibc

/// The three things that fail when a disk is full or broken; tests put failing ones in their place.
struct Disk: Sendable {
  var write: @Sendable (Int32, [UInt8], Int) -> Int = { file, bytes, place in
    bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, place) }
  }
  /// Returns when the bytes and the file's length are on the disk.
  var sync: @Sendable (Int32) -> Int32 = { fdatasync($0) }
  var truncate: @Sendable (Int32, Int) -> Int32 = { ftruncate($0, $1) }
}
