/// What a figure was in every repetition.
struct Samples {
  var figure: [Double] = []
  var floor: [Double] = []
}

extension Work {
  static let repetitions = 31
  // Nanoseconds. A repetition is several slices of figure and floor by turns, so that drift meets both alike.
  private static let slice = 600_000.0
  private static let slices = 4

  func measure() throws -> Samples {
    var samples = Samples()
    switch self {
    case .loops(let loops):
      let count = Work.calibrate(loops.figure)
      let floorCount = Work.calibrate(loops.floor)
      for _ in 0..<Work.repetitions {
        var (figure, floor) = (0.0, 0.0)
        for _ in 0..<Work.slices {
          floor += time(loops.floor, floorCount)
          figure += time(loops.figure, count)
        }
        samples.figure.append(figure / Double(count * Work.slices) / loops.each)
        samples.floor.append(floor / Double(floorCount * Work.slices) / loops.each)
      }
    case .pairs(let repetitions, let pair):
      // The first one is for warming up.
      _ = try pair()
      for _ in 0..<repetitions {
        let (figure, floor) = try pair()
        samples.figure.append(figure)
        samples.floor.append(floor)
      }
    case .impossible(let reason): throw Complaint(reason)
    }
    return samples
  }

  // How often something is done in one slice. This is its warm-up as well.
  private static func calibrate(_ loop: Loops.Loop) -> Int {
    var count = 1
    while true {
      let taken = time(loop, count)
      if taken >= slice / 2 { return max(1, Int(Double(count) * slice / taken)) }
      count *= 2
    }
  }
}

/// How long a loop takes.
func time(_ loop: Loops.Loop, _ count: Int) -> Double {
  let began = now()
  let made = loop(count)
  let ended = now()
  sink &+= made
  return ended - began
}
