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
    func add(_ name: String, _ value: String?) {
      if let value { add(name, [value]) }
    }
    let size = inspection.size
    add("file", inspection.file)
    add("size", size < 1024 ? "\(size) bytes" : "\(ListText.sizeText(size)) (\(size) bytes)")
    add("kind", inspection.kind ?? "no ELF file of this system")
    if inspection.kind != nil {
      add("machine", inspection.machine)
      add("note", noteText)
      add("soname", inspection.soname)
      add("build id", inspection.buildID)
      add("runtime", inspection.languageRuntime)
      add("libraries", inspection.libraries.isEmpty ? ["none"] : inspection.libraries.map(\.text))
      add("register", inspection.definesRegister ? "exported" : "missing")
      add("exports", exports)
    }
    add("permissions", inspection.permissionProblems.isEmpty ? ["fine"] : inspection.permissionProblems)
    add("shadowed", inspection.shadowedBy.map { "by \($0), whose folder goes first" })
    return ListText.aligned(lines, rightAligned: []) + verdict
  }

  // A component that exports all it has would fill the screen.
  private var exports: [String] {
    let all = inspection.otherExports
    if all.isEmpty { return ["nothing else"] }
    return all.count <= 8 ? all : all.prefix(7) + ["and \(all.count - 7) more; --json shows all"]
  }

  private var noteText: String {
    switch inspection.note {
    case .missing: "missing"
    case .malformed(let why): "malformed: \(why)"
    case .present(let abi, let language, let compiler):
      "ABI \(abi)" + (language.isEmpty ? "" : ", \(language)") + (compiler.map { ", built with \($0)" } ?? "")
    }
  }

  private var verdict: String {
    guard let refusal = inspection.refusal else {
      return """
        verdict: nothing in the file is against it; what it registers is judged when it is loaded: \
        \(InspectReport.judging(inspection.file))

        """
    }
    let help = refusal.help.map { "help: \(shown($0))\n" } ?? ""
    let how = refusal.reason == Refusal.quarantined ? "in quarantine" : "refused"
    return "verdict: \(how): \(shown(refusal.message))\n" + help
  }

  // The command that loads it.
  private static func judging(_ file: String) -> String {
    let name = ComponentName.lastPart(of: file)
    let folder = file.utf8.count > name.utf8.count ? String(Substring(file.utf8.dropLast(name.utf8.count + 1))) : "."
    let component = Substring(name.utf8.dropFirst(3).dropLast(3))
    let place = folder.isEmpty ? "/" : folder
    return "host --plugins \(shown(place.shellWord ?? quoted(place), lineBreaks: false)) describe \(component)"
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
      "shadowed_by": optional(inspection.shadowedBy),
      "verdict": inspection.refusal == nil ? "passed" : "refused", "refusal": inspection.refusal?.json ?? .null,
    ]
  }

  private var note: Value {
    switch inspection.note {
    case .missing: ["state": "missing", "abi": nil, "language": nil, "compiler": nil, "problem": nil]
    case .malformed(let why):
      ["state": "malformed", "abi": nil, "language": nil, "compiler": nil, "problem": .text(why)]
    case .present(let abi, let language, let compiler):
      [
        "state": "present", "abi": .int(Int(abi)), "language": .text(language),
        "compiler": compiler.map(Value.text) ?? .null, "problem": nil,
      ]
    }
  }
}

extension Inspection.Library {
  fileprivate var text: String {
    switch place {
    // The program may be Swift's standard library itself.
    case .found(let path): path.hasSuffix("/\(name)") || path == name ? path : "\(name) (in \(path))"
    case .beside(let path): "\(path) (beside it)"
    case .missing: "\(name) (not found)"
    case .unknown: name
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
