import Glibc

/// Tells that something was mounted or unmounted, which no watch of a folder does where the folder goes on below.
///
/// Of the thread that opens it: threads may have mounts of their own.
struct MountTable {
  private let descriptor: Descriptor

  /// Nil without /proc, or where the process may open no more files.
  init?() {
    guard let descriptor = try? Descriptor(opening: "/proc/thread-self/mountinfo") else { return nil }
    self.descriptor = descriptor
  }

  /// Becomes urgent (POLLPRI), once for each change.
  var number: Int32 { descriptor.number }
}
