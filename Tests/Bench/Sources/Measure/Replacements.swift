// Each in a process of its own: what was loaded stays.
extension Figure {
  static var replacements: [Figure] {
    [
      Figure("replaced") { place in
        guard Processors.allowed.count > 1 else { return .impossible("it takes two processors") }
        return .pairs(repetitions: 11) { try pair(probe(place, "taken-over", 2)) }
      },
      Figure("replaced.waits") { place in waits(place) { ($0[0], $0[2]) } },
      Figure("replaced.waits.99") { place in waits(place) { ($0[1], $0[2]) } },
      Figure("replaced.1000") { place in .pairs(repetitions: 11) { try pair(probe(place, "thousand", 2)) } },
    ]
  }

  private static func waits(_ place: Place, _ pair: @escaping ([Double]) -> (Double, Double)) -> Work {
    guard Processors.allowed.count > 1 else { return .impossible("it takes two processors") }
    return .pairs(repetitions: 5) { pair(try probe(place, "waits", 3, preload: "libgates.so")) }
  }

  private static func pair(_ numbers: [Double]) -> (Double, Double) { (numbers[0], numbers[1]) }
}
