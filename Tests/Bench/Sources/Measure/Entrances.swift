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
    ]
  }

  private static func missing(_ place: Place, _ mediator: Mediator) -> Work {
    let (target, action) = (unknown("Missing"), unknown("run"))
    let (miss, path) = (place.floors.miss, Kept("\(place.plugins)/libMissing.so"))
    let figure: Loops.Loop = { count in
      var sum = 0
      for _ in 0..<count {
        do throws(Failure) {
          _ = try mediator.call(target, action)
        } catch {
          sum &+= Int(error.code.rawValue)
        }
      }
      return sum
    }
    return .loops(Loops(figure: figure, floor: { miss(path.bytes, $0) }))
  }
}
