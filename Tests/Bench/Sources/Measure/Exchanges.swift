import BenchNative

/// Another process that sends back what it is sent, with nothing around that.
struct Exchange {
  private let echo: OpaquePointer

  /// - Parameter processor: the one that the other process is on.
  init(_ way: bench_way, on processor: Int32, _ size: Int = 32) throws {
    // As often as a channel does, and only where the other side can answer meanwhile.
    let looks: Int32 = processor == Processors.allowed.last ? 0 : 1000
    guard let echo = bench_echo_start(processor, size, way, looks) else {
      throw Complaint("no other process can be started")
    }
    self.echo = echo
  }

  /// There and back, one after the other.
  var trips: Loops.Loop {
    let echo = echo
    return { bench_echo_trips(echo, $0) }
  }

  /// 64 there, then 64 back.
  var flights: Loops.Loop {
    let echo = echo
    return { bench_echo_flights(echo, $0) }
  }
}

// The ways that a channel could take, with nothing around them: what its shared memory is worth.
extension Figure {
  static var exchanges: [Figure] {
    [
      Figure("floor.isolated.socket") { _ in try trips(BENCH_SOCKETS) },
      Figure("floor.isolated.memory") { _ in try trips(BENCH_MEMORY) },
      Figure("floor.isolated.socket.apart") { _ in try tripsApart(BENCH_SOCKETS) },
      Figure("floor.isolated.memory.apart") { _ in try tripsApart(BENCH_MEMORY) },
      Figure("floor.isolated.socket.64") { _ in try flights(BENCH_SOCKETS) },
      Figure("floor.isolated.memory.64") { _ in try flights(BENCH_MEMORY) },
    ]
  }

  private static var own: Int32 { Processors.allowed.last ?? 0 }

  private static func trips(_ way: bench_way) throws -> Work {
    .loops(Loops(figure: try Exchange(way, on: own).trips, floor: try Exchange(BENCH_PIPES, on: own).trips))
  }

  private static func tripsApart(_ way: bench_way) throws -> Work {
    guard let other = Processors.allowed.first, other != own else { return .impossible("it takes two processors") }
    return .loops(Loops(figure: try Exchange(way, on: other).trips, floor: try Exchange(BENCH_PIPES, on: other).trips))
  }

  // Messages in a microsecond.
  private static func flights(_ way: bench_way) throws -> Work {
    let (many, one) = (try Exchange(way, on: own), try Exchange(BENCH_PIPES, on: own))
    return .pairs(repetitions: 21) {
      (1000 * 6400 / time(many.flights, 100), 1000 * 6400 / time(one.trips, 6400))
    }
  }
}
