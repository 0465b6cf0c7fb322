import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

@Suite(.serialized) struct DeferredCallTests {
  let host: Host
  let reports = Reports()
  var mediator: Mediator { host.mediator }

  init() throws {
    var settings = Settings()
    settings.timeLimit = .milliseconds(50)
    settings.report = { [reports] in reports.add($0) }
    host = Host(settings)
    try host.register(Echo.self)
  }

  @Test func `a waiting caller gets a late reply`() async throws {
    let reply = try await onOwnThread { [mediator] in
      try mediator.call("Echo", "later", ["name": "Ann"], timeLimit: .seconds(600))
    }
    #expect(reply == "Ann")
  }

  @Test func `an awaiting caller gets a late reply`() async throws {
    #expect(try await mediator.call("Echo", "later", ["name": "Ann"], timeLimit: .seconds(600)) == "Ann")
    #expect(try await mediator.call("Echo", "int", ["id": 1]) == 1)
  }

  @Test func `a call nobody answers times out, also where no thread waits`() async {
    let waited = failure { () throws(Failure) in try mediator.call("Echo", "keep") }
    #expect(waited == Failure(.timedOut, "", "Echo.keep did not reply within 0.05 s"))
    #expect(Kept.byEcho.take()?.isCancelled == true)
    let limited = failure { () throws(Failure) in try mediator.call("Echo", "keep", timeLimit: .milliseconds(300)) }
    #expect(limited == Failure(.timedOut, "", "Echo.keep did not reply before the deadline"))
    do {
      _ = try await mediator.call("Echo", "keep")
      Issue.record("it replied")
    } catch {
      #expect(error == Failure(.timedOut, "", "Echo.keep did not reply within 0.05 s"))
    }
  }

  @Test func `a call that is dropped fails`() {
    let failed = failure { () throws(Failure) in try mediator.call("Echo", "drop") }
    #expect(failed == Failure(.failed, "no_reply", "Echo.drop gave its deferred call back without a reply"))
  }

  @Test func `only the first end counts, and the second is reported`() async {
    let outcome = Guarded<[Result<Value, Failure>]>([])
    await withCheckedContinuation { continuation in
      mediator.start("Echo", "keep", ["x": 5]) { result in
        outcome.withLock { $0.append(result) }
        continuation.resume()
      }
      let call = Kept.byEcho.take()
      #expect(call?.value("x") == 5)
      #expect(call?.reply(1) == true)
      #expect(call?.reply(2) == false)
      #expect(call?.fail(Broken()) == false)
    }
    #expect(outcome.withLock { $0 } == [.success(1)])
    #expect(
      reports.all.map(\.message)
        == Array(repeating: "Echo.keep ended its call a second time; that was ignored", count: 2))
    #expect(reports.all.map(\.kind) == [.endedTwice, .endedTwice])
  }

  @Test func `a reply after the time-out is nobody's fault`() {
    _ = failure { () throws(Failure) in try mediator.call("Echo", "keep") }
    #expect(Kept.byEcho.take()?.reply(1) == false)
    #expect(reports.all.isEmpty)
  }

  @Test func `giving up ends the call at once and tells the action`() async {
    let cancellation = Cancellation(mediator)
    let told = Guarded(0)
    let result = await withCheckedContinuation { continuation in
      mediator.start("Echo", "keep", timeLimit: .seconds(60), cancellation: cancellation) {
        continuation.resume(returning: $0)
      }
      Kept.byEcho.call.withLock { $0?.whenCancelled { told.withLock { $0 += 1 } } }
      cancellation.cancel()
      cancellation.cancel()
    }
    #expect(result == .failure(Failure(.cancelled, "", "the call of Echo.keep was given up")))
    #expect(told.withLock { $0 } == 1)
    let call = Kept.byEcho.take()
    #expect(call?.isCancelled == true)
    call?.whenCancelled { told.withLock { $0 += 1 } }
    #expect(told.withLock { $0 } == 2)
  }

  @Test func `a handler that takes another one's place as the end is heard is the one that is called`() {
    let cancellation = Cancellation(mediator)
    let told = Guarded<[String]>([])
    mediator.start("Echo", "keep", timeLimit: .seconds(60), cancellation: cancellation) { _ in
      Kept.byEcho.call.withLock { $0 }?.whenCancelled { told.withLock { $0.append("second") } }
    }
    Kept.byEcho.call.withLock { $0 }?.whenCancelled { told.withLock { $0.append("first") } }
    cancellation.cancel()
    #expect(told.withLock { $0 } == ["second"])
    _ = Kept.byEcho.take()
  }

  @Test func `cancelling a task gives its call up`() async {
    let mediator = mediator
    let task = Task { () async -> Result<Value, Failure> in
      do throws(Failure) {
        return .success(try await mediator.call("Echo", "keep", timeLimit: .seconds(60)))
      } catch {
        return .failure(error)
      }
    }
    while Kept.byEcho.call.withLock({ $0 == nil }) { await Task.yield() }
    task.cancel()
    #expect(await task.value == .failure(Failure(.cancelled, "", "the call of Echo.keep was given up")))
    _ = Kept.byEcho.take()
  }

  @Test func `an awaited cycle ends with the call path`() async {
    do {
      _ = try await mediator.call("Echo", "awaitAgain", timeLimit: .seconds(600))
      Issue.record("it replied")
    } catch {
      #expect(error.reason == "too_deep")
      #expect(error.details["path"]?.list?.count == 65)
    }
  }

  @Test func `many threads race for one end and one wins`() throws {
    for round in 0..<200 {
      let ended = Guarded<[Result<Value, Failure>]>([])
      let cancellation = Cancellation(mediator)
      mediator.start("Echo", "keep", timeLimit: .seconds(5), cancellation: cancellation, progress: { _, _ in }) {
        result in
        ended.withLock { $0.append(result) }
      }
      let call = try #require(Kept.byEcho.take())
      concurrently([
        { call.reply(1) }, { call.reply(2) }, { cancellation.cancel() },
        { for _ in 0..<5 { call.progress(0.5, "x") } },
      ])
      #expect(ended.withLock { $0.count } == 1, "round \(round)")
    }
  }
}

/// What a host reported.
final class Reports: Sendable {
  private let reports = Guarded<[Report]>([])
  func add(_ report: Report) { reports.withLock { $0.append(report) } }
  var all: [Report] { reports.withLock { $0 } }
}

/// Runs closures at once, each on a thread of its own, and waits for all.
func concurrently(_ bodies: [@Sendable () -> Void]) {
  final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  let threads = bodies.map { body in
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(Body(body)).toOpaque())
    return thread
  }
  for thread in threads { pthread_join(thread, nil) }
}
