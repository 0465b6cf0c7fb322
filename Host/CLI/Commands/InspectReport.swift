import ComponentHost
import ComponentKit

/// What `host inspect` prints.
struct InspectReport {
  let inspection: Inspection

  init(_ inspection: Inspection) { self.inspection = inspection }

  // MARK: for people

  var text: String {
    var lines: [[String]] = []
    func add(_ name: String, _ values: [String]) {
      for (index, value) in values.enumerated() {
        lines.append([index == 0 ? name : "", shown(value, lineBreaks: false)])
      }
    }
    add("file", [inspection.file])
    add("size", ["\(ListText.sizeText(inspection.size)) (\(inspection.size) bytes)"])
    add("kind", [inspection.kind ?? "no ELF file"])
    if let machine = inspection.machine { add("machine", [machine]) }
    add("note", [noteText])
    if let soname = inspection.soname { add("soname", [soname]) }
    if let build = inspection.buildID { add("build id", [build]) }
    if let runtime = inspection.languageRuntime { add("runtime", [runtime]) }
    add("libraries", inspection.libraries.isEmpty ? ["none"] : inspection.libraries.map(\.text))
    add("register", [inspection.definesRegister ? "exported" : "missing"])
    add("exports", inspection.otherExports.isEmpty ? ["nothing else"] : inspection.otherExports)
    add("permissions", inspection.permissionProblems.isEmpty ? ["fine"] : inspection.permissionProblems)
    return ListText.aligned(lines, rightAligned: []) + verdict
  }

  private var noteText: String {
    switch inspection.note {
    case .missing: "missing"
    case .malformed(let why): "malformed: \(why)"
    case .present(let abi, let language): language.isEmpty ? "ABI \(abi)" : "ABI \(abi), \(language)"
    }
  }

  private var verdict: String {
    guard let refusal = inspection.refusal else { return "verdict: ready\n" }
    let help = refusal.help.map { "help: \(shown($0))\n" } ?? ""
    return "verdict: refused: \(shown(refusal.message))\n" + help
  }

  // MARK: for programs

  /// The keys are documented in the command's help.
  var json: Value {
    func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }
    return [
      "file": .text(inspection.file), "size": .int(inspection.size), "kind": optional(inspection.kind),
      "machine": optional(inspection.machine), "note": note, "soname": optional(inspection.soname),
      "build_id": optional(inspection.buildID), "runtime": optional(inspection.languageRuntime),
      "libraries": .list(inspection.libraries.map(\.json)), "register": .bool(inspection.definesRegister),
      "exports": .list(inspection.otherExports.map(Value.text)),
      "permissions": .list(inspection.permissionProblems.map(Value.text)),
      "verdict": inspection.refusal == nil ? "ready" : "refused", "refusal": inspection.refusal?.json ?? .null,
    ]
  }

  private var note: Value {
    switch inspection.note {
    case .missing: ["state": "missing", "abi": nil, "language": nil, "problem": nil]
    case .malformed(let why): ["state": "malformed", "abi": nil, "language": nil, "problem": .text(why)]
    case .present(let abi, let language):
      ["state": "present", "abi": .int(Int(abi)), "language": .text(language), "problem": nil]
    }
  }
}

extension Inspection.Library {
  fileprivate var text: String {
    switch place {
    case .found(let path): "\(name) in \(path)"
    case .beside(let path): "\(name) beside it, \(path)"
    case .missing: "\(name) not found"
    case .unknown: "\(name)"
    }
  }

  fileprivate var json: Value {
    switch place {
    case .found(let path): ["name": .text(name), "place": "found", "path": .text(path)]
    case .beside(let path): ["name": .text(name), "place": "beside", "path": .text(path)]
    case .missing: ["name": .text(name), "place": "missing", "path": nil]
    case .unknown: ["name": .text(name), "place": "unknown", "path": nil]
    }
  }
}
