import ComponentKit

extension Figure {
  static var entrances: [Figure] {
    [
      Figure("open") { place in
        let (mediator, url) = (place.mediator, unknown("app://Reader/checkDetail?id=1"))
        guard try mediator.open(url) == 2 else { throw Complaint("\(url) is not answered") }
        let figure: Loops.Loop = { count in
          var sum = 0
          for _ in 0..<count { sum &+= (try? mediator.open(url))?.int ?? 0 }
          return sum
        }
        return .loops(Loops(figure: figure, floor: place.floors.lookUp))
      },
      Figure("missing") { place in missing(place, place.mediator) },
      Figure("missing.watched") { place in missing(place, try place.watched().mediator) },
      Figure("missing.action") { place in
        .loops(
          Loops(figure: failing(try place.watched().mediator, "Reader", ["showDetails"]), floor: place.floors.lookUp))
      },
      Figure("missing.action.first") { place in
        // More than a host remembers.
        let names = (0..<1024).map { "showDetails\($0)" }
        return .loops(
          Loops(figure: failing(try place.watched().mediator, "Reader", names), floor: place.floors.lookUp))
      },
    ]
  }

  private static func missing(_ place: Place, _ mediator: Mediator) -> Work {
    let (miss, path) = (place.floors.miss, Kept("\(place.plugins)/libMissing.so"))
    return .loops(Loops(figure: failing(mediator, "Missing", ["run"]), floor: { miss(path.bytes, $0) }))
  }

  // Calls of what is not there.
  private static func failing(_ mediator: Mediator, _ target: String, _ actions: [String]) -> Loops.Loop {
    let (target, actions) = (unknown(target), actions.map(unknown))
    // Goes on where the loop before has ended.
    var turn = 0
    return { count in
      var sum = 0
      for _ in 0..<count {
        turn = (turn + 1) % actions.count
        do throws(Failure) {
          _ = try mediator.call(target, actions[turn])
        } catch {
          sum &+= Int(error.code.rawValue)
        }
      }
      return sum
    }
  }
}
