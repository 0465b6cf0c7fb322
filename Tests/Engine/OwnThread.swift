import Glibc

/// Runs what blocks on a thread of its own.
///
/// On the threads that Swift's tasks share it could keep the async action that it waits for from running.
func onOwnThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
  try await withCheckedThrowingContinuation { continuation in
    let job = Job { continuation.resume(with: Result { try body() }) }
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(job).toOpaque())
    precondition(result == 0, "no thread is left")
    pthread_detach(thread)
  }
}

private final class Job: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
