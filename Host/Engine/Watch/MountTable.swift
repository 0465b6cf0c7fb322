import Glibc

/// Tells that something was mounted or unmounted, which no watch of a folder does where the folder goes on below.
///
/// Of the thread that opens it: threads may have mounts of their own.
struct MountTable {
  // What one descriptor has told it does not tell again.
  private let told: Descriptor
  private let waking: Descriptor

  /// Nil without /proc, or where the process may open no more files.
  init?() {
    let path = "/proc/thread-self/mountinfo"
    guard let told = try? Descriptor(opening: path), let waking = try? Descriptor(opening: path) else { return nil }
    (self.told, self.waking) = (told, waking)
  }

  /// Becomes urgent (POLLPRI), once for each change.
  var number: Int32 { told.number }

  /// The same for who sleeps until then.
  var alarm: Int32 { waking.number }
}
