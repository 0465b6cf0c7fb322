import ComponentHost
import ComponentKit

@testable import HostCLI

/// The description of a component Shop, from lines such as `action Shop.run(x: int)`.
func described(_ lines: String..., target: String = "Shop", version: String = "1.0.0") throws -> FaceDescription {
  try described(lines, target: target, version: version)
}

/// Types, targets, actions (`remote reads progress action …`), routes, keys and events; indented by two a summary or fields, by four a
/// note on a parameter. The first action needs no target of its own.
func described(_ lines: [String], target: String = "Shop", version: String = "1.0.0") throws -> FaceDescription {
  let numbers = version.split(separator: ".").compactMap { UInt32($0) }
  var read = FaceDescription(
    target: target, version: Version(numbers[0], numbers[1], numbers[2]), summary: "", types: TypeNames(),
    typeSummaries: [:], targets: [])
  let types = lines.filter { $0.hasPrefix("type ") }.map { line -> (name: String, definition: String) in
    let parts = line.dropFirst(5).split(separator: " = ", maxSplits: 1).map(String.init)
    return (parts[0], parts[1])
  }
  read.types = try TypeNames(types)
  var last = ""
  for line in lines {
    if line.hasPrefix("  ") {
      try read.add(line, to: last)
      continue
    }
    last = line
    if line.hasPrefix("type ") { continue }
    if line.hasPrefix("target ") {
      read.targets.append(FaceDescription.Target(name: String(line.dropFirst(7)), summary: "", actions: []))
      continue
    }
    if line.hasPrefix("event ") {
      // "event Shop.sold: {id: int}", or without a type.
      let parts = line.dropFirst(6).split(separator: ": ", maxSplits: 1).map(String.init)
      let form = try parts.dropFirst().first.map { try TypeForm(parsing: $0, types: read.types) }
      read.events.append(FaceDescription.Event(name: parts[0], summary: "", form: form))
      continue
    }
    if read.targets.isEmpty { read.targets.append(FaceDescription.Target(name: target, summary: "", actions: [])) }
    let place = read.targets.count - 1
    if let kind = FaceWay.Kind.allCases.first(where: { line.hasPrefix("\($0.rawValue) ") }) {
      let parts = line.dropFirst(kind.rawValue.count + 1).split(separator: " = ", maxSplits: 1).map(String.init)
      read.targets[place].ways.append(FaceWay(kind: kind, name: parts[1], action: parts[0], fields: [:]))
    } else {
      let called = line.split(separator: "action \(read.targets[place].name).", maxSplits: 1).last ?? ""
      let name = called.prefix { $0 != "(" }
      let signature = called.dropFirst(name.count)
      read.targets[place].actions.append(
        FaceDescription.Action(
          name: String(name), summary: "",
          signature: signature.isEmpty ? nil : try Signature(parsing: String(signature), types: read.types),
          notes: [:], isRemote: line.hasPrefix("remote "), tellsProgress: line.contains("progress action "),
          reads: line.contains("reads action ") || line.contains("reads progress action ")))
    }
  }
  return read
}

extension FaceWay {
  // Its fields, or what a route says besides: "rename a b", "fold", "longer", "priority 5".
  fileprivate mutating func add(_ text: String) throws {
    let words = text.split(separator: " ").map(String.init)
    switch words[0] {
    case "rename": query.renames[words[1]] = words[2]
    case "fold": query.foldsCase = true
    case "longer": takesLonger = true
    case "priority": priority = Int(words[1]) ?? 0
    default: fields = try Value(json: text).map ?? [:]
    }
  }
}

extension FaceDescription {
  // What is indented below a line.
  fileprivate mutating func add(_ line: String, to last: String) throws {
    let place = targets.count - 1
    let text = String(line.drop { $0 == " " })
    if last.hasPrefix("type ") {
      typeSummaries[String(last.dropFirst(5).prefix { $0 != " " })] = text
    } else if last.hasPrefix("target ") {
      targets[place].summary = text
    } else if last.hasPrefix("route ") || last.hasPrefix("key ") {
      try targets[place].ways[targets[place].ways.count - 1].add(text)
    } else if line.hasPrefix("    ") {
      let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
      targets[place].actions[targets[place].actions.count - 1].notes[parts[0]] = parts[1]
    } else {
      targets[place].actions[targets[place].actions.count - 1].summary = text
    }
  }
}
