/// What became of all mutants, in classes.
struct MutantReport {
  let count: Int
  let seed: UInt64
  let originals: [Original]
  let endings: [Ending]

  /// Of what the check accepts, ld.so may die of no more: in percent.
  private static let limit = 1.0
  /// So many of a class are shown.
  private static let shownLimit = 10

  private func number(_ ending: Ending) -> Int { endings.count { $0 == ending } }

  private var accepted: Int {
    count - number(.refusedByCheck) - number(.diedInCheck) - number(.notRun)
  }

  var holds: Bool {
    number(.diedInCheck) == 0 && number(.diedInHost) == 0 && number(.notRun) == 0 && accepted > 0
      && MutantReport.percent(number(.diedInLoader), of: accepted) <= MutantReport.limit
  }

  var text: String {
    var lines = ["\(count) mutants of \(originals.count) libraries, seed \(seed)"]
    lines.append(line(.refusedByCheck, of: count))
    lines.append("\(MutantReport.padded("\(accepted)", 8))  accepted by the check, and of those:")
    for ending in Ending.allCases where ending != .refusedByCheck && ending != .diedInCheck && ending != .notRun {
      lines.append(line(ending, of: accepted))
    }
    for ending in [Ending.diedInCheck, .notRun] where number(ending) > 0 { lines.append(line(ending, of: count)) }
    for ending in [Ending.diedInLoader, .diedBehindOwnCode, .diedInHost, .late, .diedInCheck, .notRun] {
      let numbers = endings.indices.filter { endings[$0] == ending }
      if !numbers.isEmpty { lines.append("\(ending.words):") }
      for index in numbers.prefix(MutantReport.shownLimit) {
        lines.append("  \(index): \(Mutant(index, of: originals, seed: seed))")
      }
    }
    if !holds {
      let limit = "at most \(MutantReport.limit) % may die in ld.so, and none in the host by itself"
      lines.append("error: of what the check accepts, \(limit)")
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ ending: Ending, of all: Int) -> String {
    let tenths = Int((MutantReport.percent(number(ending), of: all) * 100).rounded())
    let percent = "\(tenths / 100).\(tenths / 10 % 10)\(tenths % 10) %"
    return "\(MutantReport.padded("\(number(ending))", 8))  \(MutantReport.padded(percent, 8))  \(ending.words)"
  }

  private static func percent(_ part: Int, of all: Int) -> Double { all == 0 ? 0 : Double(part) * 100 / Double(all) }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.utf8.count)) + text
  }
}
