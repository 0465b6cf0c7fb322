/// One named figure, made when it is asked for. Its goal stands in Scripts/Sources/Bench/Figures.swift.
struct Figure {
  let name: String
  let make: (Place) throws -> Work

  init(_ name: String, _ make: @escaping (Place) throws -> Work) {
    self.name = name
    self.make = make
  }

  static var all: [Figure] {
    calls + texts + entrances + events + threads + loads + replacements + processes + serving + assistants + elsewhere
      + exchanges
      + isolated
      + workers
      + lists + descriptions + memory
  }
}

/// How a figure comes about.
enum Work {
  /// By doing it and its floor over and over.
  case loops(Loops)
  /// By a pair of numbers for each repetition: of the figure, of its floor.
  case pairs(repetitions: Int, () throws -> (figure: Double, floor: Double))
  /// Not on this machine, and why.
  case impossible(String)
}

/// Something and its floor, each done as often as asked, and told by a number that depends on every time.
struct Loops {
  typealias Loop = (Int) -> Int
  let figure: Loop
  let floor: Loop
  /// How many of what is counted one time does.
  var each = 1.0
  /// How often it is done to count allocations and instructions.
  var counted = 1000
}

/// Where what the loops made ends up, so that no loop can be left out.
nonisolated(unsafe) var sink = 0  // Only the main thread touches it, and what it holds does not matter.
