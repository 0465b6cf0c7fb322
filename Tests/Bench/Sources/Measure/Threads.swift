import BenchNative
import ComponentHost
import ComponentKit
import Glibc
import Synchronization

extension Figure {
  static var threads: [Figure] {
    [
      Figure("threads.two") { place in
        let host = try Figure.loaded(place, ["Reader", "Writer"])
        return try gain(place, RawCall(host, "Reader", Floors.called).ints, RawCall(host, "Writer", Floors.called).ints)
      },
      Figure("threads.same") { place in
        let host = try Figure.loaded(place, ["Reader"])
        let ints = RawCall(host, "Reader", Floors.called).ints
        return try gain(place, ints, ints)
      },
    ]
  }

  private static func loaded(_ place: Place, _ names: [String]) throws -> HostTable {
    let host = Host(Settings(directories: [place.plugins]))
    for name in names { _ = try host.mediator.call(name, "showDetail", ["id": 1]) }
    return try Caller.register(with: host)
  }

  // How much more two threads do than one: two at best. The same of the floor.
  private static func gain(_ place: Place, _ one: @escaping Loops.Loop, _ other: @escaping Loops.Loop) throws -> Work {
    guard Processors.allowed.count > 1 else { return .impossible("it takes two processors") }
    let floor = place.floors.lookUp
    // Each thread has as much to do: where one of two components takes longer, the other's thread would have nothing to
    // do at the end.
    let figures = alike([one, other])
    let floors = alike([floor, floor])
    return .pairs(repetitions: 21) {
      var alone = [0.0, 0.0]
      var together = [0.0, 0.0]
      for _ in 0..<2 {
        for (which, loops) in [figures, floors].enumerated() {
          alone[which] += run([loops[0]], on: [0]) + run([loops[1]], on: [1])
          together[which] += run(loops, on: [0, 1])
        }
      }
      return (alone[0] / together[0], alone[1] / together[1])
    }
  }

  // Two milliseconds' worth of each, measured by turns: the machine changes its speed.
  private static func alike(_ loops: [Loops.Loop]) -> [(Loops.Loop, count: Int)] {
    var times = loops.map { _ in Double.infinity }
    for _ in 0..<10 {
      for (place, loop) in loops.enumerated() { times[place] = min(times[place], time(loop, 10_000)) }
    }
    return zip(loops, times).map { ($0, max(1, Int(10_000 * 2e6 / $1))) }
  }

  // How long it takes until all of the loops are through that began together.
  private static func run(_ loops: [(Loops.Loop, count: Int)], on places: [Int]) -> Double {
    let start = Start(waitsFor: loops.count)
    let runs = zip(loops, places).map { loop, place in
      Run(loop.0, processor: Processors.allowed[place], loop.count, start)
    }
    let threads = runs.map { run in
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        {
          Unmanaged<Run>.fromOpaque($0!).takeRetainedValue().go(); return nil
        },
        Unmanaged.passRetained(run).toOpaque())
      return thread
    }
    for thread in threads { pthread_join(thread, nil) }
    for run in runs { sink &+= run.made }
    return runs.map(\.ended).max()! - runs.map(\.began).min()!
  }
}

/// Lets threads begin at once.
private final class Start: Sendable {
  private let missing: Atomic<Int>
  init(waitsFor count: Int) { missing = Atomic(count) }

  func wait() {
    missing.subtract(1, ordering: .sequentiallyConsistent)
    while missing.load(ordering: .acquiring) > 0 { sched_yield() }
  }
}

/// What one thread does. The thread that made it reads it when that one has ended.
private final class Run {
  let loop: Loops.Loop
  let processor: Int32
  let count: Int
  let start: Start
  var began = 0.0
  var ended = 0.0
  var made = 0

  init(_ loop: @escaping Loops.Loop, processor: Int32, _ count: Int, _ start: Start) {
    self.loop = loop
    self.processor = processor
    self.count = count
    self.start = start
  }

  func go() {
    bench_pin(processor)
    // The thread's own state is made before it is measured.
    made = loop(100)
    start.wait()
    began = now()
    made &+= loop(count)
    ended = now()
  }
}
