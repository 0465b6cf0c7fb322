/// One target in a face, or only the way to those below it.
struct SwiftTarget {
  private let face: SwiftFace
  // Where its actions are in the description; nil where there is no such target.
  private let place: Int?
  // The targets below it, by the next part of their names.
  private var parts: [(name: String, target: SwiftTarget)] = []

  /// The target that the face is for.
  init(_ face: SwiftFace) { self.init(face, at: face.description.target) }

  private init(_ face: SwiftFace, at name: String) {
    self.face = face
    place = face.description.targets.firstIndex { $0.name == name }
    var seen: Set<String> = []
    for target in face.description.targets where target.name.hasPrefix("\(name).") {
      let part = String(target.name.dropFirst(name.count + 1).prefix { $0 != "." })
      if seen.insert(part).inserted { parts.append((part, SwiftTarget(face, at: "\(name).\(part)"))) }
    }
  }

  /// The methods, the requests, and the same for the targets below.
  func writeCalls(to source: inout SourceText) {
    var table = face.names.shared
    let actions = place.map { face.description.targets[$0].actions } ?? []
    let methods = table.take(actions.map(\.name), or: "_")
    let accessors = table.take(parts.map(\.name), or: "_", name: \.lowerFirst)
    let requests = actions.map { $0.signature == nil ? "" : table.take($0.name.upperFirst, or: "Request") }
    let structs = parts.map { table.take("\($0.name.upperFirst)Calls", or: "_") }
    if let place {
      for (index, action) in actions.enumerated() {
        let uses = face.types.actions[place][index]
        let written = SwiftAction(
          face, face.description.targets[place].name, action, uses, method: methods[index], request: requests[index])
        written.write(to: &source)
      }
    }
    for (index, part) in parts.enumerated() {
      source.add()
      part.target.writeSummary(to: &source)
      source.add(
        "public var \(SwiftWords.written(accessors[index])): \(structs[index]) { \(structs[index])(mediator: mediator) }"
      )
      source.add()
      part.target.writeSummary(to: &source)
      source.block("public struct \(structs[index]): Sendable") { source in
        source.add("let mediator: Mediator")
        part.target.writeCalls(to: &source)
      }
    }
  }

  private func writeSummary(to source: inout SourceText) {
    if let place { FaceText.document(face.description.targets[place].summary, in: &source) }
  }
}
