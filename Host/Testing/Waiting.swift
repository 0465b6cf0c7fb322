import ComponentHost
import ComponentKit

/// The calls that stubs have not answered yet, or never will.
final class Waiting: Sendable {
  private struct One {
    let call: DeferredCall
    var task: Task<Void, Never>?
  }

  private struct State {
    var calls: [Int: One] = [:]
    var count = 0
    var isOver = false
  }

  private let state = Guarded(State())

  /// Keeps a call that will not be answered.
  func keep(_ call: DeferredCall) {
    guard let number = begin(call) else { return }
    call.whenCancelled { [weak self] in self?.drop(number) }
  }

  /// Answers a call in its time.
  func answer(_ call: DeferredCall, _ body: @escaping @Sendable (DeferredCall) async throws -> Value) {
    guard let number = begin(call) else { return }
    call.whenCancelledFirst { [weak self] in self?.take(number)?.task?.cancel() }
    let task = Task(executorPreference: StepThreads.shared) {
      do {
        let reply = try await body(call)
        if self.drop(number) { call.reply(reply) }
      } catch {
        if self.drop(number) { call.fail(error) }
      }
    }
    let isKept = state.withLock { state in
      state.calls[number]?.task = task
      return state.calls[number] != nil
    }
    if !isKept { task.cancel() }
  }

  // Nil where all is over: the call was ended.
  private func begin(_ call: DeferredCall) -> Int? {
    let number: Int? = state.withLock { state in
      if state.isOver { return nil }
      state.count += 1
      state.calls[state.count] = One(call: call)
      return state.count
    }
    if number == nil { Waiting.end(One(call: call)) }
    return number
  }

  // False where the call has ended otherwise: its deadline passed, its caller gave up, or all is over.
  @discardableResult
  private func drop(_ number: Int) -> Bool { take(number) != nil }

  private func take(_ number: Int) -> One? { state.withLock { $0.calls.removeValue(forKey: number) } }

  /// Ends what is kept, and from now on everything at once.
  func end() {
    let calls = state.withLock { state in
      state.isOver = true
      defer { state.calls = [:] }
      return state.calls
    }
    for one in calls.values { Waiting.end(one) }
  }

  private static func end(_ one: One) {
    let path = "\(one.call.target).\(one.call.action)"
    one.call.fail(Failure(.cancelled, "", "the bench was closed before the stub of \(path) answered"))
    one.task?.cancel()
  }
}

/// Runs each step of an async stub on a thread of its own.
///
/// A test that calls and waits blocks its thread. If that is one of the few that Swift's tasks share, the stub that it
/// waits for must not need another of them.
final class StepThreads: TaskExecutor {
  static let shared = StepThreads()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !Worker.run({ job.runSynchronously(on: self.asUnownedTaskExecutor()) }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
