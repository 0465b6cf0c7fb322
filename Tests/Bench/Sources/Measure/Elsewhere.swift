import BenchNative
import ComponentKit
import Glibc

// Calls of what another host has, through a broker.
extension Figure {
  static var elsewhere: [Figure] {
    [
      Figure("elsewhere") { place in
        guard let cluster = try BenchCluster(place) else { return noBroker }
        let raw = try cluster.raw(apart: true)
        return .loops(
          Loops(
            figure: asks(cluster.near.mediator), floor: { bench_broker_asked(raw, BenchCluster.rawSubject, $0) },
            counted: 100))
      },
      Figure("elsewhere.rate") { place in
        guard let cluster = try onAll({ try BenchCluster(place) }) else { return noBroker }
        let raw = try onAll { try cluster.raw(apart: false) }
        let flight = Flight(RawCall(try Caller.register(with: cluster.near), "Reader", ["checkDetail"]))
        return .pairs(repetitions: 11) {
          onAll {
            (
              1000 * 6400 / time({ flight.run($0) }, 100),
              1000 * 6400 / time({ bench_broker_flights(raw, BenchCluster.rawSubject, $0) }, 6400)
            )
          }
        }
      },
      Figure("elsewhere.nobody") { place in
        guard let cluster = try BenchCluster(place) else { return noBroker }
        guard let raw = bench_broker_client_start(cluster.port, 1) else {
          throw Complaint("there is no other client of the broker")
        }
        return .loops(
          Loops(
            figure: misses(cluster.near.mediator), floor: { bench_broker_asked(raw, BenchCluster.nobodysSubject, $0) },
            counted: 100))
      },
      Figure("elsewhere.dropped") { place in
        guard let cluster = try BenchCluster(place) else { return noBroker }
        let call = asks(cluster.near.mediator)
        var number = 0
        return .pairs(repetitions: 11) {
          number += 1
          return (try firstAnswer(cluster, place, "Dropped\(number)"), time(call, 1))
        }
      },
      Figure("elsewhere.local") { place in
        guard let cluster = try BenchCluster(place, far: [], nearFolder: place.plugins) else { return noBroker }
        let (with, without) = (cluster.near.mediator, place.mediator)
        guard try with.call("Reader", "checkDetail", ["id": 1]) == 2 else { throw Complaint("it is not called here") }
        try cluster.loseBroker()
        return .loops(Loops(figure: asks(with), floor: asks(without)))
      },
    ]
  }

  private static var noBroker: Work { .impossible("there is no nats-server; Debian has it as nats-server") }

  private static func asks(_ mediator: Mediator) -> Loops.Loop {
    let (target, action, key) = (unknown("Reader"), unknown("checkDetail"), unknown("id"))
    return { count in
      var sum = 0
      for _ in 0..<count { sum &+= (try? mediator.call(target, action, [key: 1]))?.int ?? 0 }
      return sum
    }
  }

  private static func misses(_ mediator: Mediator) -> Loops.Loop {
    let (target, action) = (unknown("Nobody"), unknown("checkDetail"))
    return { count in
      var sum = 0
      for _ in 0..<count {
        do throws(Failure) { _ = try mediator.call(target, action) } catch { sum &+= Int(error.code.rawValue) }
      }
      return sum
    }
  }

  // From the move of a file into the other host's folder to the first answer.
  private static func firstAnswer(_ cluster: BenchCluster, _ place: Place, _ name: String) throws -> Double {
    let (prepared, path) = ("\(place.folder)/dropped", "\(cluster.farFolder)/lib\(name).so")
    unlink(prepared)
    guard link("\(place.plugins)/libReader.so", prepared) == 0 else { throw Complaint("\(prepared) can't be made") }
    let mediator = cluster.near.mediator
    let began = now()
    guard rename(prepared, path) == 0 else { throw Complaint("\(path) can't be made") }
    while (try? mediator.call(name, "checkDetail", ["id": 1])) != 2 {
      if now() - began > 1e10 { throw Complaint("\(name) is dropped in, and nobody answers") }
    }
    let taken = now() - began
    unlink(path)
    return taken
  }
}
