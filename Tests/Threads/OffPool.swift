package import Testing

/// Runs a suite's tests on threads of their own.
///
/// These tests block: they wait for programs and for calls. On the threads that Swift's tasks share they would keep the
/// async actions that they wait for from running.
package struct OffPool: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if testCase == nil { return try await function() }
    try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
  }
}

extension Trait where Self == OffPool {
  package static var offPool: OffPool { OffPool() }
}
