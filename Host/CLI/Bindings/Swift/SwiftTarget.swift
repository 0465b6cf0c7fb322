import ComponentHost

/// One target in a face, or only the way to those below it.
struct SwiftTarget {
  private let face: SwiftFace
  // Where its actions are in the description; nil where there is no such target.
  private let place: Int?
  // The targets below it, by the next part of their names.
  private var parts: [(name: String, target: SwiftTarget)] = []

  /// The target that the face is for.
  init(_ face: SwiftFace) { self.init(face, at: face.description.target) }

  private let isRoot: Bool

  private init(_ face: SwiftFace, at name: String) {
    self.face = face
    isRoot = name == face.description.target
    place = face.description.targets.firstIndex { $0.name == name }
    var seen: Set<String> = []
    for target in face.description.targets where target.name.hasPrefix("\(name).") {
      let part = String(target.name.dropFirst(name.count + 1).prefix { $0 != "." })
      if seen.insert(part).inserted { parts.append((part, SwiftTarget(face, at: "\(name).\(part)"))) }
    }
  }

  var hasActions: Bool { !actions.isEmpty }

  private var targetName: String { place.map { face.description.targets[$0].name } ?? "" }
  // Those of the face stand in its own struct.
  private var events: [FaceDescription.Event] { isRoot ? face.description.events : [] }
  private var actions: [FaceDescription.Action] { place.map { face.description.targets[$0].actions } ?? [] }

  // What everything in it is called, in the order of the actions and of the parts.
  private struct Names {
    let methods: [String]
    let accessors: [String]
    let requests: [String]
    let structs: [String]
    let services: [String]
    let events: [String]
  }

  private var names: Names {
    var table = face.names.shared
    return Names(
      methods: table.take(actions.map(\.name), or: "_"),
      accessors: table.take(parts.map(\.name), or: "_", name: \.lowerFirst),
      requests: actions.map { $0.signature == nil ? "" : table.take($0.name.upperFirst, or: "Request") },
      structs: parts.map { table.take("\($0.name.upperFirst)Calls", or: "_") },
      services: parts.map { table.take("\($0.name.upperFirst)Service", or: "_") },
      events: events.map { event in
        table.take("observe\(event.words(below: face.description.target).map(\.upperFirst).joined())", or: "_")
      })
  }

  private var written: [SwiftAction] {
    guard let place else { return [] }
    let names = names
    return actions.indices.map { index in
      SwiftAction(
        face, face.description.targets[place].name, actions[index], face.types.actions[place][index],
        method: names.methods[index], request: names.requests[index])
    }
  }

  /// The methods, the requests, and the same for the targets below.
  func writeCalls(to source: inout SourceText) {
    for action in written { action.write(to: &source) }
    let names = names
    for (index, event) in events.enumerated() {
      let type = face.types.events[index].map { face.names.type($0) } ?? "Value"
      source.add()
      FaceText.document(event.summary, in: &source)
      if !event.summary.isEmpty { source.add("///") }
      source.add(
        "/// Observed until the result is cancelled or let go of. The observer also hears how many events it has lost just before."
      )
      source.list(
        "public func \(names.events[index])",
        ["limit: Int = 0", "hear: @escaping @Sendable (_ value: \(type), _ lost: Int) throws -> Void"],
        " throws(Failure) -> Observation {")
      source.indented { source in
        source.add("try mediator.observe(\(SwiftText.literal(event.name)), as: \(type).self, limit: limit, hear: hear)")
      }
      source.add("}")
    }
    for (index, part) in parts.enumerated() {
      let calls = names.structs[index]
      source.add()
      part.target.writeSummary(to: &source)
      source.add("public var \(SwiftWords.written(names.accessors[index])): \(calls) { \(calls)(mediator: mediator) }")
      source.add()
      if part.target.hasActions {
        part.target.writeService(names.services[index], to: &source)
        source.add()
      }
      part.target.writeSummary(to: &source)
      let service = part.target.hasActions ? names.services[index] : "Sendable"
      source.block("public struct \(calls): \(service)") { source in
        source.add("let mediator: Mediator")
        part.target.writeCalls(to: &source)
      }
    }
  }

  private func writeSummary(to source: inout SourceText) {
    if let place { FaceText.document(face.description.targets[place].summary, in: &source) }
  }
}

// The methods as an interface.
extension SwiftTarget {
  /// An interface in a face, its path included.
  struct Service {
    let name: String
    let target: SwiftTarget
    /// The struct that calls through the mediator.
    let calls: String
    /// The mediator's property for it.
    let accessor: String
  }

  /// Those of the target and of all below it.
  func services(_ name: String, calls: String, accessor: String) -> [Service] {
    var services = hasActions ? [Service(name: name, target: self, calls: calls, accessor: accessor)] : []
    let names = names
    for (index, part) in parts.enumerated() {
      services += part.target.services(
        "\(calls).\(names.services[index])", calls: "\(calls).\(names.structs[index])",
        accessor: "\(accessor).\(SwiftWords.written(names.accessors[index]))")
    }
    return services
  }

  /// The protocol.
  ///
  /// - Parameter scope: what the face's own types are sought in.
  func writeService(_ name: String, in scope: String = "", to source: inout SourceText) {
    source.add(
      "/// \(targetName) as an interface, for callers who let something else stand in its place: a double, say.")
    source.add("///")
    source.add("/// A type that has the methods that wait has all of them.")
    source.block("public protocol \(name): Service") { source in
      for action in written { action.writeRequirement(in: scope, to: &source) }
    }
  }

  /// What makes actions of the methods.
  func writeAnswers(_ service: String, calls: String, to source: inout SourceText) {
    source.block("extension \(service)") { source in
      source.add("public static var target: String { \(SwiftText.literal(targetName)) }")
      source.add("@ListBuilder<Action>")
      source.block("public var answers: [Action]") { source in
        for action in written { action.writeAnswer(calls, to: &source) }
      }
    }
  }
}
