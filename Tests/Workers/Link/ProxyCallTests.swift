import ComponentABI
import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentWorkers

/// Calls of a worker's component, and the threads of the host that meet in them.
@Suite(.offPool) struct ProxyCallTests {
  /// A call as it lies on a stack, of which nothing is used but where it is.
  private final class Lain: @unchecked Sendable {
    // Sendable: it does not change.
    let call = UnsafeMutablePointer<component_call>.allocate(capacity: 1)
    init() { memset(call, 0, MemoryLayout<component_call>.size) }
    deinit { call.deallocate() }
  }

  @Test func `two threads that wait for the word of each other's call do not`() {
    let calls = ProxyCalls()
    let both = [Lain(), Lain()]
    let proxies = [Guarded<ProxyCall?>(nil), Guarded<ProxyCall?>(nil)]
    let answers = Guarded<[Bool]>([])
    let made = Guarded(0)
    Thread.each(2) { index in
      let own = ProxyCall(both[index].call, calls)
      _ = calls.add(own, CallID(index + 1))
      proxies[index].withLock { $0 = own }
      made.withLock { $0 += 1 }
      while made.withLock({ $0 }) < 2 { usleep(100) }
      let other = proxies[1 - index].withLock { $0 }
      let answer = other?.use { _ in } ?? true
      answers.withLock { $0.append(answer) }
      // Its run is over: who waits for it goes on.
      _ = own.returned()
    }
    // One of the two was told that it would wait for ever; the other has waited for that one.
    #expect(answers.withLock { $0 }.filter { !$0 }.count >= 1 && answers.withLock { $0 }.count == 2)
  }

  @Test func `a thread that waits for the word of a call goes on when its run is over`() {
    let calls = ProxyCalls()
    let lain = Lain()
    let proxy = ProxyCall(lain.call, calls)
    let used = Guarded(false)
    let waiting = Thread {
      #expect(proxy.use { _ in used.withLock { $0 = true } })
    }
    usleep(50_000)
    #expect(!proxy.returned())
    waiting.join()
    #expect(!used.withLock { $0 })
  }
}
