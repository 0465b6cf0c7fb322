import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

@Suite(.serialized) struct PublishedTests {
  /// Says how many of them there are.
  private final class Counted: Sendable {
    let number: Int
    let alive: Guarded<Int>

    init(_ number: Int, _ alive: Guarded<Int>) {
      self.number = number
      self.alive = alive
      alive.withLock { $0 += 1 }
    }

    deinit { alive.withLock { $0 -= 1 } }
  }

  @Test func `a change is seen whole, and what it replaces is freed at once`() {
    let alive = Guarded(0)
    do {
      let published = Published(Counted(0, alive))
      for number in 1...10 {
        published.change { $0 = Counted(number, alive) }
        #expect(published.value.number == number)
        #expect(alive.withLock { $0 } == 1)
      }
      let held = published.value
      published.change { $0 = Counted(11, alive) }
      #expect(alive.withLock { $0 } == 2)
      #expect(held.number == 10)
    }
    #expect(alive.withLock { $0 } == 0)
  }

  @Test func `a change that fails has not happened`() {
    let published = Published([1])
    #expect(throws: Failure.self) {
      try published.change { (value: inout [Int]) throws(Failure) in
        value.append(2)
        throw Failure(.failed, "no", "no")
      }
    }
    #expect(published.value == [1])
    #expect(published.change { $0.removeLast() } == 1)
    #expect(published.value == [])
  }

  @Test func `readers never meet what was freed, and writers are never kept waiting for good`() {
    // Taking so many references takes so long that a writer often comes in between.
    typealias Many = InlineArray<400, Counted>
    let alive = Guarded(0)
    let published = Published(Many(repeating: Counted(0, alive)))
    let isOver = Guarded(false)
    let readers = (0..<3).map { _ in
      Thread {
        var last = 0
        while !isOver.withLock({ $0 }) {
          let value = published.value
          let number = value[0].number
          #expect(value.indices.allSatisfy { value[$0].number == number })
          #expect(number >= last)
          last = number
        }
      }
    }
    let writers = (0..<2).map { _ in
      Thread {
        for _ in 0..<2_000 {
          published.change { $0 = Many(repeating: Counted($0[0].number + 1, alive)) }
        }
      }
    }
    for writer in writers { writer.join() }
    isOver.withLock { $0 = true }
    for reader in readers { reader.join() }
    #expect(published.value[0].number == 4_000)
    #expect(alive.withLock { $0 } == 1)
  }

  @Test func `routes that come and go are all there or not at all`() throws {
    let published = Published(RouteTable())
    try published.change { table throws(RouteFault) in
      try table.add([Route("/keep/:id", host: "A", to: "T", "keep")], owner: .program)
    }
    let isOver = Guarded(false)
    let readers = (0..<2).map { _ in
      Thread {
        while !isOver.withLock({ $0 }) {
          let table = published.value
          let path = ["keep", "1"]
          let actions = table.matches(scheme: "x", host: "A", path: path).map(\.route.action)
          // Those of a component come and go together, on either side of the one that stays.
          #expect(actions == ["keep"] || actions == ["int", "keep", "rest"])
          let other = table.matches(scheme: "x", host: "A.Sub", path: path).map(\.route.action)
          #expect(other == (actions.count == 1 ? [] : ["sub"]))
          #expect(table.count == actions.count + other.count)
        }
      }
    }
    let routes = [
      Route("/keep/:id<int>", host: "A", to: "A", "int"), Route("/*rest", host: "A", to: "A", "rest"),
      Route("/:a/:b?", host: "A.Sub", to: "A", "sub"),
    ]
    for _ in 0..<500 {
      try published.change { table throws(RouteFault) in try table.add(routes, owner: .component("A")) }
      #expect(throws: RouteFault.self) {
        try published.change { table throws(RouteFault) in
          table.removeAll()
          try table.add(routes + routes, owner: .component("A"))
        }
      }
      #expect(published.change { $0.remove(owner: .component("A")) } == 3)
    }
    isOver.withLock { $0 = true }
    for reader in readers { reader.join() }
    #expect(published.value.routes.map(\.route.pattern) == ["/keep/:id"])
  }
}

/// A thread that can be waited for.
private struct Thread {
  private final class Work {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  private var thread = pthread_t()

  init(_ run: @escaping @Sendable () -> Void) {
    pthread_create(
      &thread, nil,
      { context in
        context.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(Work(run)).toOpaque())
  }

  func join() { pthread_join(thread, nil) }
}
