import Glibc

/// Threads of a door.
@_spi(Doors) public enum Spawned {
  /// Runs a closure on a thread of its own. False where the system has no thread left; the closure was not run.
  public static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    final class Job: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    let job = Unmanaged.passRetained(Job(body))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, &attributes,
      { context in
        if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, job.toOpaque())
    if result != 0 { job.release() }
    return result == 0
  }
}
