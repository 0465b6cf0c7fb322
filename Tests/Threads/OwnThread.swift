/// Runs what blocks on a thread of its own.
///
/// On the threads that Swift's tasks share it could keep the async action that it waits for from running.
package func onOwnThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try body() }) }.detach()
  }
}
