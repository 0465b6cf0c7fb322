import BenchNative
import Glibc

// Calls over HTTP, answered by a host in a process of its own.
extension Figure {
  static var serving: [Figure] {
    [
      Figure("serve") { place in
        let service = try Service.host(place)
        let door = "\(place.folder)/echo-door"
        guard bench_answerer(door, service.request.count, service.answer) > 0 else {
          throw Complaint("no other process can be started")
        }
        let echo = bench_connect(door, 0)
        return .loops(Loops(figure: service.asks(try service.connection()), floor: service.asks(echo)))
      },
      Figure("serve.rate") { place in
        guard let wrk = Service.find("wrk") else { return .impossible("there is no wrk") }
        return try onAll {
          let host = try Service.host(place)
          guard let nginx = try Service.nginx(place) else { return .impossible("there is no nginx") }
          return .pairs(repetitions: 5) {
            try onAll { (try host.rate(place, by: wrk) / 1e6, try nginx.rate(place, by: wrk) / 1e6) }
          }
        }
      },
      Figure("serve.late") { place in
        guard let wrk = Service.find("wrk") else { return .impossible("there is no wrk") }
        return try onAll {
          let host = try Service.host(place)
          guard let nginx = try Service.nginx(place) else { return .impossible("there is no nginx") }
          let half = try host.rate(place, by: wrk) / 2
          return .pairs(repetitions: 5) { try onAll { (try host.late(at: half), try nginx.late(at: half)) } }
        }
      },
      Figure("serve.idle") { place in
        // In a new process each time, for what one has freed it takes again.
        func idle(_ service: Service) throws -> Double {
          defer { kill(service.process, SIGKILL) }
          return try service.idle(10_000)
        }
        guard let first = try Service.nginx(place) else { return .impossible("there is no nginx") }
        kill(first.process, SIGKILL)
        return .pairs(repetitions: 3) {
          guard let nginx = try Service.nginx(place) else { throw Complaint("nginx is gone") }
          return (try idle(try Service.host(place)), try idle(nginx))
        }
      },
    ]
  }
}
