import Glibc

/// A thread of its own, for what blocks: the tests share a few.
package final class Thread: Sendable {
  private let thread: pthread_t

  package init(_ body: @escaping @Sendable () -> Void) {
    final class Job: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Job>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Job(body)).toOpaque())
    precondition(result == 0, "no thread is left")
    self.thread = thread
  }

  package func join() { pthread_join(thread, nil) }

  /// Nobody will join it.
  package func detach() { pthread_detach(thread) }

  /// Runs a closure on so many threads at once, and waits for all.
  package static func each(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = (0..<count).map { index in Thread { body(index) } }
    for thread in threads { thread.join() }
  }
}
