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
      #expect(eventually { made.withLock { $0 } == 2 })
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
    #expect(proxy.returned() == .over)
    waiting.join()
    #expect(!used.withLock { $0 })
  }

  /// A host whose calls are deferred to another place, and that counts how often they are given back.
  private final class Deferring: @unchecked Sendable {
    // Sendable: what it leads to does not change once it is made, but for what the test itself guards.
    let stack = Lain()
    let heap = Lain()
    private let table = UnsafeMutablePointer<component_host>.allocate(capacity: 1)
    static let released = Guarded<[UnsafeMutableRawPointer: Int]>([:])
    static let heaps = Guarded<[UnsafeMutableRawPointer: UnsafeMutablePointer<component_call>]>([:])

    init() {
      memset(table, 0, MemoryLayout<component_host>.size)
      table.pointee.defer = { call in Deferring.heaps.withLock { $0[call] } }
      table.pointee.release = { call in Deferring.released.withLock { $0[call, default: 0] += 1 } }
      stack.call.pointee.host = UnsafePointer(table)
      heap.call.pointee.host = UnsafePointer(table)
      let (from, to) = (UnsafeMutableRawPointer(stack.call), heap.call)
      Deferring.heaps.withLock { $0[from] = to }
      // A host before it may have been where this one is.
      Deferring.released.withLock { $0[to] = nil }
    }

    deinit { table.deallocate() }

    var releases: Int { Deferring.released.withLock { $0[heap.call] ?? 0 } }
  }

  @Test func `a call that was lent before it was deferred is not left before it is given back`() {
    let (calls, host) = (ProxyCalls(), Deferring())
    let proxy = ProxyCall(host.stack.call, calls)
    let (lent, goesOn, isBack) = (Supply(), Supply(), Guarded(false))
    let other = Thread {
      let borrowed: Bool? = proxy.lendAsParent(false) { call in
        lent.add()
        goesOn.take()
        isBack.withLock { $0 = true }
        return call == host.stack.call
      }
      #expect(borrowed == true)
    }
    lent.take()
    #expect(proxy.keep() == host.heap.call)
    let late = Thread {
      usleep(50_000)
      goesOn.add()
    }
    #expect(proxy.returned() == .open && isBack.withLock { $0 })
    other.join()
    late.join()
    #expect(host.releases == 0 && proxy.done() == .over && host.releases == 1)
  }

  @Test func `what was deferred before is lent as what it is then`() {
    let (calls, host) = (ProxyCalls(), Deferring())
    let proxy = ProxyCall(host.stack.call, calls)
    let other = Thread {
      let borrowed: Bool? = proxy.lendAsParent(true) { $0 == host.heap.call }
      #expect(borrowed == true)
    }
    usleep(20_000)
    _ = proxy.keep()
    other.join()
    #expect(proxy.done() == .runs && host.releases == 1)
    // Nothing is left of it, and its run goes on.
    let nothing: Bool? = proxy.lendAsParent(true) { $0 == nil }
    #expect(nothing == true && proxy.returned() == .done)
  }

  @Test func `the word that a component is done with a call that it did not defer is none`() {
    let (calls, host) = (ProxyCalls(), Deferring())
    let proxy = ProxyCall(host.stack.call, calls)
    let other = Thread { #expect(proxy.done() == .stray) }
    usleep(20_000)
    #expect(proxy.returned() == .over)
    other.join()
    #expect(host.releases == 0)
  }
}
