import Glibc

/// Tells that something was mounted or unmounted, which no watch of a folder does where the folder goes on below.
///
/// Of the thread that opens it: threads may have mounts of their own.
struct MountTable {
  private let descriptor: Descriptor?

  init() { descriptor = try? Descriptor(opening: "/proc/thread-self/mountinfo") }

  /// Becomes urgent (POLLPRI), once for each change; negative where the kernel does not offer it.
  var number: Int32 { descriptor?.number ?? -1 }
}
