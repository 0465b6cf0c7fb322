import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

/// A crew and its threads.
@Suite(.offPool) struct CrewTests {
  private final class Job: CrewJob {
    private let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    func work() { body() }
  }

  @Test func `a job that hangs delays nobody`() {
    let crew = Crew()
    let (begun, goOn, done) = (Supply(), Supply(), Supply())
    for _ in 0..<3 {
      crew.bring(
        Job {
          begun.add()
          goOn.take()
        })
    }
    for _ in 0..<3 { #expect(begun.take(within: 10)) }
    for _ in 0..<100 { crew.bring(Job { done.add() }) }
    for _ in 0..<100 { #expect(done.take(within: 10)) }
    #expect(!crew.waitForQuiet(until: 0))
    for _ in 0..<3 { goOn.add() }
    #expect(crew.waitForQuiet(until: .max))
  }

  /// One that gets so many threads.
  private func crew(of threads: Guarded<Int>) -> Crew {
    Crew { body in
      let isThere = threads.withLock { threads in
        threads -= 1
        return threads >= 0
      }
      return isThere && Worker.run(body)
    }
  }

  @Test func `what finds no thread is done once there is one again`() {
    let threads = Guarded(0)
    let crew = crew(of: threads)
    let done = Supply()
    #expect(!crew.isReady())
    crew.bring(Job { done.add() })
    crew.nudge()
    #expect(!done.take(within: 0))
    threads.withLock { $0 = 100 }
    crew.nudge()
    #expect(done.take(within: 10))
    #expect(crew.isReady())
  }

  @Test func `a thread that could not be had for a spare is had by the next who brings something`() {
    let threads = Guarded(1)
    let crew = crew(of: threads)
    let (begun, goOn, done) = (Supply(), Supply(), Supply())
    crew.bring(
      Job {
        begun.add()
        goOn.take()
      })
    #expect(begun.take(within: 10))
    threads.withLock { $0 = 100 }
    crew.bring(Job { done.add() })
    #expect(done.take(within: 10))
    goOn.add()
  }

  @Test func `beyond its limit a crew takes no more threads for jobs that come to an end`() {
    let crew = Crew(limit: 4, pace: .seconds(3600))
    let (begun, goOn) = (Supply(), Supply())
    let (now, most) = (Guarded(0), Guarded(0))
    for _ in 0..<100 {
      crew.bring(
        Job {
          let count = now.withLock { now in
            now += 1
            return now
          }
          most.withLock { $0 = max($0, count) }
          begun.add()
          goOn.take()
          now.withLock { $0 -= 1 }
        })
    }
    for _ in 0..<4 { #expect(begun.take(within: 10)) }
    for _ in 4..<100 {
      goOn.add()
      #expect(begun.take(within: 10))
    }
    for _ in 0..<4 { goOn.add() }
    #expect(crew.waitForQuiet(until: .max))
    #expect(most.withLock { $0 } == 4)
  }

  @Test func `jobs that wait for each other come on beyond it`() {
    let crew = Crew(limit: 1, pace: .milliseconds(1))
    let (begun, goOn) = (Supply(), Supply())
    for _ in 0..<5 {
      crew.bring(
        Job {
          begun.add()
          goOn.take()
        })
    }
    for _ in 0..<5 { #expect(begun.take(within: 10)) }
    for _ in 0..<5 { goOn.add() }
    #expect(crew.waitForQuiet(until: .max))
  }

  /// Uses the crew as it goes.
  private final class Parting: CrewJob {
    let crew: Crew
    let gone: Supply
    init(_ crew: Crew, _ gone: Supply) { (self.crew, self.gone) = (crew, gone) }
    func work() {}
    deinit {
      _ = crew.isReady()
      gone.add()
    }
  }

  @Test func `a job that goes may use the crew`() {
    let (crew, gone) = (Crew(), Supply())
    for _ in 0..<10 { crew.bring(Parting(crew, gone)) }
    for _ in 0..<10 { #expect(gone.take(within: 10)) }
  }
}
