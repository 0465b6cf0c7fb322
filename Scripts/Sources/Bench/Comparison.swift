/// Two runs beside each other.
struct Comparison {
  let then: Report
  let now: Report
  /// The figures that both have; below 1 a factor says how much better the ratio to the floor has become.
  let rows: [(then: Measured, now: Measured, factor: Double)]

  /// From here on a ratio is worse.
  static let tolerance = 1.15

  init(then: Report, now: Report) throws {
    self.then = then
    self.now = now
    rows = now.figures.compactMap { now in
      guard let then = then.figures.first(where: { $0.name == now.name && $0.unit == now.unit }) else { return nil }
      let (before, after) = (then.ratio.median, now.ratio.median)
      guard before > 0, after > 0 else { return nil }
      return (then, now, now.unit == Unit.gain.rawValue ? before / after : after / before)
    }
    guard !rows.isEmpty else { throw Complaint("the two runs have no figure in common") }
  }

  /// What keeps the two from being compared: facts of the machine or of the build that differ.
  var differences: [String] {
    let facts = [
      (then.machine, now.machine, ["cpu", "architecture", "processors", "kernel", "swift", "governor"]),
      (then.build, now.build, ["configuration", "flags", "cc"]),
    ]
    return facts.flatMap { then, now, names in
      names.filter { then[$0] != now[$0] }.map {
        "\($0): then \((then[$0] ?? "unknown").shown), now \((now[$0] ?? "unknown").shown)"
      }
    }
  }

  var worse: [String] { rows.filter { $0.factor > Comparison.tolerance }.map(\.now.name.shown) }

  var text: String {
    var table = Table(
      ["figure", "ratio then", "now", "change", "", "instructions then", "now"], right: [1, 2, 3, 5, 6])
    for (then, now, factor) in rows {
      table.add([
        now.name.shown, "\(then.ratio.median.plain) x", "\(now.ratio.median.plain) x", Comparison.change(factor),
        factor > Comparison.tolerance ? "WORSE" : "", then.instructions?.whole ?? "", now.instructions?.whole ?? "",
      ])
    }
    let known = Set(rows.map(\.now.name))
    let new = now.figures.map(\.name).filter { !known.contains($0) }
    return table.text + (new.isEmpty ? "" : "\nnot in both runs: \(new.map(\.shown).joined(separator: ", "))")
  }

  private static func change(_ factor: Double) -> String {
    let percent = ((factor - 1) * 100).rounded()
    return percent > 0 ? "\(percent.plain) % worse" : percent < 0 ? "\((-percent).plain) % better" : "same"
  }
}
