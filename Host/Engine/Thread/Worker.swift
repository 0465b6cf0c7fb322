import Glibc

/// Runs a closure on a thread of its own: for rare work that no other thread is there for.
package enum Worker {
  /// Runs a closure on a thread of its own, which tells once something has come about; nil where the system has no thread
  /// left: the closure was not run.
  static func begin(
    by spawn: @Sendable (@escaping @Sendable () -> Void) -> Bool = run,
    _ body: @escaping @Sendable (_ tell: () -> Void) -> Void
  ) -> Told? {
    let told = Told()
    return spawn { body { told.tell() } } ? told : nil
  }

  /// Whether something was told; touched under its gate only.
  final class Told: @unchecked Sendable {
    // Sendable: see above.
    private let gate = Gate()
    private var isTold = false

    fileprivate func tell() {
      gate.locked {
        isTold = true
        gate.wake()
      }
    }

    /// False where it was not told until then.
    func wait(until deadline: Int64) -> Bool {
      gate.locked {
        while !isTold, gate.wait(until: deadline) {}
        return isTold
      }
    }
  }

  /// False where the system has no thread left; the closure was not run.
  package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
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
