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
      Figure("memory.generation") { place in
        .pairs(repetitions: 5) {
          let (all, bare) = try pair(place, "generation", "generation-bare")
          return (all - bare, bare)
        }
      },
    ]
  }

  private static func pair(_ place: Place, _ figure: String, _ floor: String) throws -> (Double, Double) {
    (try probe(place, figure), try probe(place, floor))
  }

  private static func probe(_ place: Place, _ name: String) throws -> Double { try probe(place, name, 1)[0] }

  static func probe(_ place: Place, _ name: String, _ count: Int, preload: String? = nil) throws -> [Double] {
    let words =
      (preload.map { ["/usr/bin/env", "LD_PRELOAD=\(place.folder)/\($0)"] } ?? [])
      + [CommandLine.arguments[0], "probe", place.folder, name] + Processors.allowed.map { "\($0)" }
    let numbers = try Child(words).numbers()
    guard numbers.count == count else { throw Complaint("the probe '\(name)' does not print \(count) numbers") }
    return numbers
  }
}
