import BenchFace
import ComponentKit

extension Figure {
  static var calls: [Figure] {
    [
      Figure("floor") { place in
        let (pointer, leaf) = (place.floors.pointer, place.floors.leaf)
        return .loops(Loops(figure: place.floors.lookUp, floor: { pointer(leaf, $0) }))
      },
      Figure("floor.contract") { place in contract(place, place.floors.contract) },
      Figure("floor.contract.resolved") { place in contract(place, place.floors.resolved) },
      Figure("floor.guarded") { place in contract(place, place.floors.guarded) },
      Figure("floor.guarded.resolved") { place in contract(place, place.floors.guardedResolved) },
      Figure("call") { place in
        .loops(
          Loops(figure: RawCall(place.table, "Reader", Floors.called).ints, floor: place.floors.lookUp))
      },
      Figure("call.watched") { place in
        let table = try Caller.register(with: place.watched())
        return .loops(Loops(figure: RawCall(table, "Reader", Floors.called).ints, floor: place.floors.lookUp))
      },
      Figure("call.resolved") { place in
        .loops(
          Loops(figure: RawCall(place.table, "Reader", Floors.called).resolved().ints, floor: place.floors.lookUp))
      },
      Figure("call.checked") { place in
        .loops(
          Loops(
            figure: RawCall(place.table, "Reader", ["checkDetail"]).ints, floor: place.floors.lookUp))
      },
      Figure("call.mediator") { place in
        let (mediator, target, actions, key) = (place.mediator, unknown("Reader"), Floors.called, unknown("id"))
        let figure: Loops.Loop = { count in
          var reply = 0
          for _ in 0..<count {
            reply = (try? mediator.call(target, actions[reply & 15], [key: .int(reply)]))?.int ?? 0
          }
          return reply
        }
        return .loops(Loops(figure: figure, floor: place.floors.lookUp))
      },
      Figure("call.mediator.resolved") { place in
        let (key, actions) = (unknown("id"), Floors.called.map { place.mediator.resolved(unknown("Reader"), $0) })
        let figure: Loops.Loop = { count in
          var reply = 0
          for _ in 0..<count { reply = (try? actions[reply & 15].call([key: .int(reply)]))?.int ?? 0 }
          return reply
        }
        return .loops(Loops(figure: figure, floor: place.floors.lookUp))
      },
      Figure("call.typed") { place in
        let mediator = place.mediator
        let figure: Loops.Loop = { count in
          var sum = 0
          for number in 0..<count { sum &+= (try? mediator.divide(number))?.rest ?? 0 }
          return sum
        }
        _ = try mediator.divide(1)
        return .loops(Loops(figure: figure, floor: place.floors.lookUp))
      },
      Figure("call.nested") { place in
        let first = RawCall(place.table, "First", ["run"])
        guard first.int(1) == 4 else { throw Complaint("First does not ask Second, which asks Third") }
        return .loops(Loops(figure: first.ints, floor: RawCall(place.table, "Third", ["run"]).ints))
      },
    ]
  }

  private static func contract(_ place: Place, _ calls: @escaping Floors.Contract) -> Work {
    let (names, action) = (place.floors.names, place.floors.action)
    return .loops(Loops(figure: { calls(names, action, $0) }, floor: place.floors.lookUp))
  }
}
