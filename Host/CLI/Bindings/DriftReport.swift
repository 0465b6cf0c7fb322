import ComponentHost
import ComponentKit

/// What `bindings --check` says.
struct DriftReport {
  let drift: Drift
  private let file: FaceFile
  private let component: FaceDescription
  private let isAsPrinted: Bool

  init(_ file: FaceFile, _ component: FaceDescription) {
    self.file = file
    self.component = component
    drift = file.block.drift(to: component)
    isAsPrinted = file.isAsPrinted
  }

  private var verdict: String {
    if drift.breaks { return "broken" }
    return drift.differences.isEmpty ? "up to date" : "fits"
  }

  /// For people: a line with the verdict, one for each difference, and what to do.
  var text: String {
    let installed = "\(component.target) \(component.version)"
    var text = shown(file.path, lineBreaks: false)
    switch verdict {
    case "broken": text += " no longer fits \(installed)\n"
    case "fits": text += " still fits \(installed), but it has changed\n"
    default: text += " is up to date with \(installed)\n"
    }
    for difference in drift.differences {
      text += "  \(difference.breaks ? "breaks" : "fits  ")  \(shown(difference.text, lineBreaks: false))\n"
    }
    if !isAsPrinted { text += "  note    \(DriftReport.edited)\n" }
    if verdict != "up to date" {
      let option = file.block.language == .swift ? "" : " --language \(file.block.language.rawValue)"
      text += "help: print it again with 'host bindings \(component.target)\(option)'\n"
    }
    return text
  }

  private static let edited =
    "it is not what this host prints for its description: somebody edited it, or another version printed it"

  /// For programs. The keys are documented in the command's help.
  var json: Value {
    [
      "file": .text(file.path), "target": .text(component.target), "language": .text(file.block.language.rawValue),
      "verdict": .text(verdict), "printed_for": .text("\(file.block.description.version)"),
      "installed": .text("\(component.version)"), "edited": .bool(!isAsPrinted),
      "differences": .list(drift.differences.map(\.json)),
    ]
  }
}

extension Difference {
  var json: Value {
    [
      "kind": .text(kind.rawValue), "breaks": .bool(breaks), "target": Difference.json(target),
      "action": Difference.json(action), "parameter": Difference.json(place?.parameter),
      "path": Difference.json(place.map { ($0.parameter ?? (action == nil ? "event" : "reply")) + $0.path }),
      "face": Difference.json(was), "component": Difference.json(now), "message": .text(message),
    ]
  }

  private static func json(_ text: String?) -> Value { text.map(Value.text) ?? .null }
}
