// What Scripts/bench runs. Prints a line for each result: the figure's name, what it is, and the numbers.
import BenchNative
import Glibc

let usage =
  "usage: Measure measure|allocations|instructions FOLDER NAME…,\n"
  + "Measure probe FOLDER NAME PROCESSOR…, or Measure links FILE FOLDER COUNT"
do {
  let words = CommandLine.arguments
  guard words.count > 3 else { throw Complaint(usage) }
  if words[1] == "probe" {
    let numbers = try Probe(folder: words[2], processors: words[4...].compactMap { Int32($0) }).run(words[3])
    say(numbers.map { "\($0)" }.joined(separator: " "))
    exit(0)
  }
  if words[1] == "links", words.count == 5, let count = Int(words[4]) {
    try Links.make(of: words[2], in: words[3], count)
    exit(0)
  }
  let chosen = try words[3...].map { name in
    guard let figure = Figure.all.first(where: { $0.name == name }) else {
      throw Complaint("nobody measures '\(name)'; Tests/Bench/Sources/Measure/Figure.swift has all that can be")
    }
    return figure
  }
  // All but the threads of some figures stay on one processor, with what they start.
  bench_pin(Processors.allowed.last ?? 0)
  let place = try Place(words[2])
  for (number, figure) in chosen.enumerated() {
    say("\(words[1]) \(number + 1)/\(chosen.count) \(figure.name)", on: STDERR_FILENO)
    do {
      switch words[1] {
      case "measure": try Output.measure(figure, place)
      case "allocations": try Output.allocations(figure, place)
      case "instructions": try Output.instructions(figure, place)
      default: throw Complaint(usage)
      }
    } catch {
      throw Complaint("\(figure.name): \(error)")
    }
  }
} catch {
  say("error: \(error)", on: STDERR_FILENO)
  exit(1)
}
