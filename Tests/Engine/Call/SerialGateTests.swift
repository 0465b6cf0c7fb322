import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// What happens to a line where the system has no thread left.
@Suite(.offPool) struct SerialGateTests {
  @Test(.disabled(if: isAddressSanitized, "the address sanitizer keeps variables off the stack"))
  func `a long line runs on one thread's stack and takes no more of it for that`() {
    let (gate, stack) = (SerialGate { _ in false }, Stack())
    var first = gate.enter()
    #expect(first != nil)
    for _ in 0..<1000 { #expect(gate.enter(or: { _ in stack.note() }) == nil) }
    first = nil
    #expect(stack.count.withLock { $0 } == 1000)
    #expect(stack.height < 4096)
    #expect(gate.enter() != nil)
  }

  @Test func `a turn that is kept is handed on by whoever gives it back`() {
    let (gate, kept, ran) = (SerialGate { _ in false }, Guarded<SerialPass?>(nil), Guarded<[Int]>([]))
    var first = gate.enter()
    #expect(first != nil)
    for number in 0..<4 {
      _ = gate.enter(or: { pass in
        ran.withLock { $0.append(number) }
        if number == 1 { kept.withLock { $0 = pass } }
      })
    }
    first = nil
    #expect(ran.withLock { $0 } == [0, 1])
    Thread {
      // It goes outside the lock, where the next ones run.
      let pass = kept.withLock { exchange(&$0, with: nil) }
      withExtendedLifetime(pass) {}
    }.join()
    #expect(ran.withLock { $0 } == [0, 1, 2, 3])
    #expect(gate.enter() != nil)
  }

  @Test func `a turn passes over what has ended while it waited, and no thread is started for that`() {
    let started = Guarded(0)
    let gate = SerialGate { body in
      started.withLock { $0 += 1 }
      body()
      return true
    }
    var first = gate.enter()
    #expect(first != nil)
    for number in 1...1000 { #expect(gate.enter(or: { _ in }, unless: { number != 1000 }) == nil) }
    first = nil
    #expect(started.withLock { $0 } == 1)
    #expect(gate.enter() != nil)
  }
}
