import ComponentHost
import ComponentKit
import Glibc

// Each in a process of its own: what is loaded stays, and would make the next one slower.
extension Figure {
  static var loads: [Figure] {
    [
      Figure("floor.load") { place in .pairs(repetitions: 21) { try pair(place, "floor-load", "bare") } },
      Figure("floor.load.in-place") { place in
        .pairs(repetitions: 21) { try pair(place, "floor-load-in-place", "bare") }
      },
      Figure("floor.load.c") { place in .pairs(repetitions: 21) { try pair(place, "floor-load-c", "bare-c") } },
      Figure("floor.load.c.in-place") { place in
        .pairs(repetitions: 21) { try pair(place, "floor-load-c-in-place", "bare-c") }
      },
      Figure("load") { place in .pairs(repetitions: 21) { try pair(place, "load", "bare") } },
      Figure("load.in-place") { place in .pairs(repetitions: 21) { try pair(place, "load-in-place", "bare") } },
      Figure("load.c") { place in .pairs(repetitions: 21) { try pair(place, "load-c", "bare-c") } },
      Figure("load.c.in-place") { place in .pairs(repetitions: 21) { try pair(place, "load-c-in-place", "bare-c") } },
    ]
  }

  static var memory: [Figure] {
    [
      Figure("memory.action") { place in .pairs(repetitions: 11) { try pair(place, "actions", "names") } },
      Figure("memory.action.described") { place in .pairs(repetitions: 11) { try pair(place, "described", "names") } },
      Figure("memory.component") { place in
        // What the loader itself takes is the image's.
        .pairs(repetitions: 11) {
          let (all, bare) = try pair(place, "memory", "memory-bare")
          return (all - bare, bare)
        }
      },
    ]
  }

  private static func pair(_ place: Place, _ figure: String, _ floor: String) throws -> (Double, Double) {
    (try probe(place, figure), try probe(place, floor))
  }

  private static func probe(_ place: Place, _ name: String) throws -> Double {
    let numbers = try Child([CommandLine.arguments[0], "probe", place.folder, name]).numbers()
    guard numbers.count == 1 else { throw Complaint("the probe '\(name)' prints no number") }
    return numbers[0]
  }
}
