import BenchNative
import ComponentABI
import ComponentHost
import ComponentKit
import ComponentWorkers
import Glibc

// Calls of a component in a process of its own.
extension Figure {
  static var isolated: [Figure] {
    [
      Figure("isolated") { place in
        let ints = RawCall(try table(place), "Reader", Floors.called).ints
        return .loops(Loops(figure: ints, floor: try echo(Processors.allowed.last ?? 0, 32)))
      },
      Figure("isolated.apart") { place in
        guard let mine = Processors.allowed.first, let other = Processors.allowed.last, mine != other else {
          return .impossible("it takes two processors")
        }
        // The worker may use both, and is on the one where this thread is not.
        let reader = try onAll { () throws -> HostTable in try table(place) }
        let ints = RawCall(reader, "Reader", Floors.called).ints
        return .loops(Loops(figure: on(mine, ints), floor: on(mine, try echo(other, 32))))
      },
      Figure("isolated.1m") { place in
        let call = RawCall(try table(place), "Reader", ["echoValue"])
        let floor = try echo(Processors.allowed.last ?? 0, 1 << 20, by: BENCH_SOCKETS)
        return .loops(Loops(figure: bytes(call, 1 << 20), floor: floor, counted: 10))
      },
      Figure("isolated.64") { place in
        let table = try table(place)
        let (one, many) = (
          RawCall(table, "Reader", Floors.called).ints, Flight(RawCall(table, "Reader", Floors.called))
        )
        return .pairs(repetitions: 21) { inMillions(many, one) }
      },
      Figure("isolated.64.apart") { place in
        guard Processors.allowed.count > 1 else { return .impossible("it takes two processors") }
        // Threads and the worker may use what the one that starts them may.
        let reader = try onAll { () throws -> HostTable in try table(place) }
        let (one, many) = (
          RawCall(reader, "Reader", Floors.called).ints, Flight(RawCall(reader, "Reader", Floors.called))
        )
        return .pairs(repetitions: 21) { onAll { inMillions(many, one) } }
      },
    ]
  }

  // Calls in a second, in millions.
  private static func inMillions(_ many: Flight, _ one: Loops.Loop) -> (Double, Double) {
    (1000 * 6400 / time({ many.run($0) }, 100), 1000 * 6400 / time(one, 6400))
  }

  private static func table(_ place: Place) throws -> HostTable {
    var settings = Settings(directories: [place.plugins])
    settings.isolation = .some(["Reader"])
    settings.isolator = WorkerProcesses(program: place.program)
    let host = Host(settings)
    _ = try host.mediator.call("Reader", "showDetail", ["id": 1])
    return try Caller.register(with: host)
  }

  private static func echo(_ processor: Int32, _ size: Int, by way: bench_way = BENCH_PIPES) throws -> Loops.Loop {
    try Exchange(way, on: processor, size).trips
  }

  private static func bytes(_ call: RawCall, _ size: Int) -> Loops.Loop {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
    bytes.initializeMemory(as: UInt8.self, repeating: 1)
    return { count in
      var sum = 0
      for _ in 0..<count { sum &+= call.bytes(UnsafeRawBufferPointer(bytes)) }
      return sum
    }
  }

  static func on(_ processor: Int32, _ loop: @escaping Loops.Loop) -> Loops.Loop {
    { count in
      bench_pin(processor)
      defer { bench_pin(Processors.allowed.last ?? 0) }
      return loop(count)
    }
  }

  static func onAll<R>(_ body: () throws -> R) rethrows -> R {
    bench_allow(Processors.allowed, Int32(Processors.allowed.count))
    defer { bench_pin(Processors.allowed.last ?? 0) }
    return try body()
  }
}
