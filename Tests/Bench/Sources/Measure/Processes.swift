import Glibc

extension Figure {
  static var processes: [Figure] {
    [
      Figure("process.call") { place in
        let (host, empty) = (call(place, "one"), Child(["\(place.folder)/empty"]))
        return .pairs(repetitions: 31) { (try host.time(), try empty.time()) }
      },
      Figure("process.call.example") { place in
        let line = [place.program, "--plugins", "\(place.folder)/examples", "call", "Reader", "showDetail", "id=1"]
        let (host, empty) = (Child(line), Child(["\(place.folder)/empty"]))
        return .pairs(repetitions: 31) { (try host.time(), try empty.time()) }
      },
      Figure("process.call.10000") { place in
        let (many, one) = (call(place, "ten-thousand"), call(place, "one"))
        return .pairs(repetitions: 31) { (try many.time(), try one.time()) }
      },
      Figure("process.connect") { place in
        let service = try Service.host(place)
        let call = Child([place.program, "--connect", service.control, "call", "Typed", "divide", "number=12"])
        let empty = Child(["\(place.folder)/empty-static"])
        return .pairs(repetitions: 31) { (try call.time(), try empty.time()) }
      },
    ]
  }

  private static func call(_ place: Place, _ folder: String) -> Child {
    Child([place.program, "--plugins", "\(place.folder)/\(folder)", "call", "Typed", "divide", "number=12"])
  }
}
