import ComponentHost
import ComponentKit

/// What `host check` prints.
struct CheckReport {
  let file: String
  let inspection: Inspection
  let component: CheckedComponent?
  let results: [CheckResult]
  let isQuick: Bool
  let seed: UInt64
  /// What the command line has to say once more to repeat it.
  let repeats: String

  var findings: [CheckFinding] { results.flatMap(\.findings) }
  var hasPassed: Bool { findings.isEmpty }

  // MARK: for people

  func text(isColoured: Bool) -> String {
    var text = "\(head)\n"
    let width = CheckStep.allCases.map(\.rawValue.count).max() ?? 0
    for result in results {
      let name = result.step.rawValue + String(repeating: " ", count: width - result.step.rawValue.count)
      text += "  \(name)  \(line(result, isColoured))\n"
      for note in result.notes where result.step != .registration || !CheckReport.isTime(note) {
        text += "    note: \(shown(note, lineBreaks: false))\n"
      }
      for finding in result.findings { text += lines(finding, isColoured) }
    }
    return text + verdict(isColoured)
  }

  private var head: String {
    var parts: [String] = []
    if let component {
      parts.append(component.version)
      parts.append(component.actions.count == 1 ? "1 action" : "\(component.actions.count) actions")
    }
    return shown(([file] + parts).joined(separator: ", "), lineBreaks: false)
  }

  private static func isTime(_ note: String) -> Bool { note.hasSuffix(" ms") }

  private func line(_ result: CheckResult, _ isColoured: Bool) -> String {
    if let skipped = result.skipped { return "skipped: \(skipped)" }
    var facts: [String] = []
    if result.calls > 0 { facts.append(result.calls == 1 ? "1 call" : "\(result.calls) calls") }
    if result.step == .registration { facts += result.notes.filter(CheckReport.isTime) }
    let count = result.findings.count
    if count == 0 { return "ok" + (facts.isEmpty ? "" : "      \(facts.joined(separator: ", "))") }
    return paint("FAILED", .red, isColoured) + "  "
      + (["\(count) \(count == 1 ? "finding" : "findings")"] + facts).joined(separator: ", ")
  }

  private func lines(_ finding: CheckFinding, _ isColoured: Bool) -> String {
    var text = "    \(finding.reason): \(shown(finding.message, lineBreaks: false))\n"
    func add(_ name: String, _ value: String) {
      text += "      \(name): \(shown(value, lineBreaks: false))\n"
    }
    if let name = finding.place.name {
      add("call", finding.place.about.isEmpty ? name : "\(name), \(finding.place.about)")
      if let parameters = finding.place.parameters { add("parameters", parameters) }
    }
    for line in finding.lines.suffix(5) { add("stderr", line) }
    if let help = finding.help { add("help", help) }
    return text
  }

  private func verdict(_ isColoured: Bool) -> String {
    let count = findings.count
    if count == 0 { return "passed\(isQuick ? " the quick check; no action was called" : ", seed \(seed)")\n" }
    let text = "\(paint("failed", .red, isColoured)): \(count) \(count == 1 ? "finding" : "findings")"
    return isQuick ? "\(text)\n" : "\(text), seed \(seed)\nrepeat it with: \(repeats)\n"
  }

  // MARK: for programs

  /// The keys are documented in the command's help.
  var json: Value {
    [
      "file": .text(file),
      "component": (ComponentName.name(ofFile: ComponentName.lastPart(of: file)).map(Value.text) ?? nil),
      "version": component.map { .text($0.version) } ?? nil, "build_id": inspection.buildID.map(Value.text) ?? nil,
      "verdict": hasPassed ? "passed" : "failed", "quick": .bool(isQuick), "seed": .text("\(seed)"),
      "steps": .list(
        results.map { result in
          [
            "step": .text(result.step.rawValue),
            "result": result.skipped != nil ? "skipped" : result.findings.isEmpty ? "passed" : "failed",
            "skipped": result.skipped.map(Value.text) ?? nil, "calls": .int(result.calls),
            "notes": .list(result.notes.map(Value.text)),
          ]
        }), "findings": .list(findings.map(\.json)),
    ]
  }
}
