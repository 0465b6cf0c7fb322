extension Report {
  /// The run for a terminal.
  var text: String {
    let counts = figures.contains { $0.instructions != nil }
    var head = ["figure", "median", "p25–p75", "floor", "ratio", "allocations"]
    if counts { head += ["instructions", "floor's"] }
    var table = Table(head + ["goal", ""], right: Set(1...(counts ? 7 : 5)))
    for measured in figures {
      guard let figure = Figure.named(measured.name) else { continue }
      var row = [
        figure.name, figure.unit.text(measured.figure.median),
        "\(figure.unit.text(measured.figure.lower))–\(figure.unit.text(measured.figure.upper))",
        figure.unit.text(measured.floor.median), "\(measured.ratio.median.plain) x",
        measured.allocations?.plain ?? "",
      ]
      if counts { row += [measured.instructions?.whole ?? "", measured.floorInstructions?.whole ?? ""] }
      row.append(figure.goals.map { $0.text(figure.unit) }.joined(separator: ", "))
      row.append(verdict(on: measured, figure.goals))
      table.add(row)
    }
    return ([table.text] + limits).joined(separator: "\n")
  }

  // Why what is not met is not.
  private var limits: [String] {
    figures.compactMap { measured in
      guard let figure = Figure.named(measured.name), let limit = figure.limit,
        figure.goals.contains(where: { $0.isMet(by: measured, among: figures) == false })
      else { return nil }
      return "\(figure.name): \(limit)"
    }
  }

  private func verdict(on measured: Measured, _ goals: [Goal]) -> String {
    if goals.isEmpty { return "" }
    let met = goals.map { $0.isMet(by: measured, among: figures) }
    let times = goals.compactMap { $0.other.flatMap { measured.times($0, among: figures) } }.map { ": \($0.plain) x" }
    return (met.contains(false) ? "NOT MET" : met.contains { $0 == nil } ? "not measured" : "met") + times.joined()
  }

  /// What was measured, and where.
  var place: String {
    let dirty = build["dirty"] == "yes" ? " with changes" : ""
    return """
      \(fact("cpu")), \(fact("processors")) processors, Linux \(fact("kernel")), governor \(fact("governor")), \
      load \(fact("load"))
      \(fact("swift"))
      commit \(fact("commit"))\(dirty), \(fact("configuration")) build (\(fact("flags"))), \
      binaries \(fact("binaries").prefix(12))
      """
  }

  private func fact(_ name: String) -> String { (machine[name] ?? build[name] ?? "unknown").shown }
}
