import Glibc
import Synchronization
import TestThreads
import Testing

@testable import ComponentWorkers

/// What hears that a worker is gone comes behind the engine.
@Suite(.offPool) struct LossTests {
  @Test func `every thread that tells it returns when the engine knows`() {
    let loss = Loss()
    let known = Atomic(0)
    loss.whenTold {
      usleep(20_000)
      known.add(1, ordering: .sequentiallyConsistent)
    }
    Thread.each(4) { _ in
      loss.tell()
      #expect(known.load(ordering: .sequentiallyConsistent) > 0)
    }
  }

  @Test func `it is told to one who asks later, and within its own telling it is not told again`() {
    let loss = Loss()
    loss.tell()
    let count = Atomic(0)
    loss.whenTold {
      count.add(1, ordering: .relaxed)
      loss.tell()
    }
    #expect(count.load(ordering: .relaxed) == 1)
  }
}
