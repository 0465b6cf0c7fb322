// What Scripts/bench says and decides; measuring is another program's part.
//
//   Bench list                                       the figures, with what they are
//   Bench names [NAME…]                              the names of the figures that are asked for
//   Bench read FILE                                  whether it is a run that can be compared
//   Bench report LINES FACTS JSON                    makes a run of what was measured, writes and shows it
//   Bench compare THEN NOW yes|no                    compares two runs, also across machines and builds
//
// The result is 0, 1 where a ratio is worse, 2 where something can't be done.
import Foundation

func run(_ words: [String]) throws -> Int32 {
  switch words.first {
  case "list":
    var table = Table(["figure", "what it is", "floor", "goal"], right: [])
    for figure in Figure.all {
      table.add([
        figure.name, figure.about, figure.floor, figure.goals.map { $0.text(figure.unit) }.joined(separator: ", "),
      ])
    }
    print(table.text)
  case "names": for figure in try Names.chosen(Array(words.dropFirst())) { print(figure.name) }
  case "read": _ = try Report.read(words[1])
  case "report":
    let facts = try Facts(words[2])
    let report = Report(
      schema: Report.schema, machine: facts.machine, build: facts.build, figures: try Lines(words[1]).measured())
    try report.write(to: words[3])
    print("\(report.place)\n\n\(report.text)")
  case "compare":
    let comparison = try Comparison(then: try Report.read(words[1]), now: try Report.read(words[2]))
    let differences = comparison.differences
    if !differences.isEmpty {
      let told = differences.map { "\n  \($0)" }.joined()
      guard words[3] == "yes" else {
        throw Complaint(
          "the two runs are not of the same machine and kind of build; --across compares them all the same\(told)")
      }
      print("not the same machine and kind of build:\(told)\n")
    }
    print("then: \(comparison.then.place)\n\nnow: \(comparison.now.place)\n\n\(comparison.text)")
    let worse = comparison.worse
    guard worse.isEmpty else {
      FileHandle.standardError.write(Data("worse by more than 15 %: \(worse.joined(separator: ", "))\n".utf8))
      return 1
    }
  default: throw Complaint("Bench does not know \(words.first ?? "nothing")")
  }
  return 0
}

do {
  exit(try run(Array(CommandLine.arguments.dropFirst())))
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(2)
}
