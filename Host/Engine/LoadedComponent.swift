public import ComponentKit
import Synchronization

/// One loaded component with what it registered.
///
/// Each property is put together when it is read: a component may have thousands of actions, and most loads read none
/// of them.
public struct LoadedComponent: Sendable {
  private let loaded: Generation

  init(_ generation: Generation) { loaded = generation }

  public var name: String { loaded.name }
  public var version: Version { loaded.version }
  public var summary: String { loaded.summary }
  public var generation: Int { loaded.number }
  /// Nil for a component that is linked into the program.
  public var file: String? { loaded.file?.path }
  /// Why what was to take its place, from a file that lies where its own lay, was refused, so that it goes on answering;
  /// nil where nothing was.
  public var refusedReplacement: Refusal? {
    let loader = loaded.host.loader
    return loader.gate.locked { loader.refusedReplacement(loaded)?.refusal }
  }
  public var needs: [Need] { loaded.needs }
  public var targets: [LoadedTarget] { loaded.targets.indices.map { LoadedTarget(of: loaded, at: $0) } }
  /// The named types of its signatures, in the order of their definition.
  public var types: [LoadedType] {
    typeNames.names.map { name in
      LoadedType(
        name: name, definition: typeNames[name].map { "\($0)" } ?? "any", summary: loaded.typeSummaries[name] ?? "")
    }
  }
  /// Paths of URLs that lead to its actions, in the order of their registration.
  public var routes: [Route] { loaded.routes }
  /// Those that lead there now: of the ones that it registered those that it has not taken out, then those that it has added
  /// since. One that is only described has what it registered.
  public var routesNow: [Route] {
    guard loaded.hasPublished.load(ordering: .acquiring) else { return loaded.routes }
    var now: [String: Route] = [:]
    var order: [String] = []
    for route in loaded.ownRoutes.all {
      now[route.identity] = route
      order.append(route.identity)
    }
    let registered = loaded.routes.compactMap { now.removeValue(forKey: $0.identity) }
    return registered + order.compactMap { now[$0] }
  }
  /// Short stable names of its actions, sorted.
  public var keys: [LoadedKey] {
    loaded.keys.sorted { $0.key < $1.key }.map { key, leads in
      LoadedKey(name: "\(name)_\(key)", target: leads.target, action: leads.action, hints: leads.hints)
    }
  }
  /// Whether it has a map key, which is named without the component.
  func hasKey(_ key: String) -> Bool { loaded.keys[key] != nil }
  /// What it publishes, in the order of its declarations.
  public var events: [LoadedEvent] { loaded.events.all.map(LoadedEvent.init) }
  /// The names of what it observes for as long as it is loaded, each once.
  public var observed: [String] {
    var names: [String] = []
    for name in loaded.observers.flatMap(\.events) where !names.contains(name) { names.append(name) }
    return names
  }
  package var typeNames: TypeNames { loaded.types }

  /// What is to be said behind its file's path, for people: nothing, unless what lies there is another file by now.
  package var standing: String {
    refusedReplacement.map {
      ": generation \(generation), which goes on answering; what lies there now is refused: \($0.message)"
    } ?? ""
  }
}

/// A target of a component, put together in the same way.
public struct LoadedTarget: Sendable {
  private let loaded: Generation
  private let place: Int

  init(of generation: Generation, at place: Int) {
    loaded = generation
    self.place = place
  }

  private var target: Generation.Target { loaded.targets[place] }

  public var name: String { target.name }
  public var summary: String { target.summary }
  public var isSerial: Bool { target.isSerial }
  /// How long its instances live; nil where it has none.
  public var lifetime: Lifetime? { target.lifetime }
  public var actions: [LoadedAction] { target.entries.map(LoadedAction.init) }

  /// One of its actions; nil where it has none of the name.
  public func action(_ name: String) -> LoadedAction? {
    target.entries.first { $0.pointee.action.string == name }.map(LoadedAction.init)
  }
}

public struct LoadedAction: Sendable {
  public let name: String
  public let summary: String
  /// "(id: int, page: int = 1) -> Detail"; nil where the component does not say what it takes.
  public var signature: String? { form.map { "\($0)" } }
  /// What it takes, one by one; empty where it does not say.
  public var parameters: [LoadedParameter] {
    guard let form, let check else { return [] }
    let notes = notes
    return form.parameters.map { parameter in
      LoadedParameter(
        name: parameter.name, type: "\(parameter.type)",
        isRequired: parameter.default == nil && !check.types.resolve(parameter.type).isOptional,
        default: parameter.default, note: notes[parameter.name] ?? "")
    }
  }
  /// The form of its reply; nil where it does not say.
  public var reply: String? { form?.reply.map { "\($0)" } }
  public let isRemote: Bool
  public let tellsProgress: Bool
  /// Whether it promises to change nothing, so that a call may be made again.
  public let reads: Bool
  /// What a text or bytes is that it replies with; nil where it does not say.
  public let mediaType: MediaType?
  package let form: Signature?
  /// What its calls are checked by; nil where it does not say what it takes.
  private let check: ParameterCheck?
  // A line for each parameter.
  private let noteLines: String
  /// What its parameters mean, by their names, where the component says so.
  var notes: [String: String] { noteLines.isEmpty ? [:] : parameterNotes(noteLines) }
  /// Whether it may have been called; known only where upgrades have to be compatible.
  let isUsed: Bool
}

/// One parameter of an action that has a signature.
public struct LoadedParameter: Sendable, Equatable {
  public let name: String
  /// In the language of signatures: "int", "[text]?", "Detail".
  public let type: String
  public let isRequired: Bool
  /// What the action takes where the parameter is left out.
  public let `default`: Value?
  /// What it means; may be empty.
  public let note: String
}

/// A type that a component's signatures refer to by name.
public struct LoadedType: Sendable, Equatable {
  public let name: String
  /// In the language of signatures: "{id: int, title: text}".
  public let definition: String
  public let summary: String
}

/// An event that a component publishes.
public struct LoadedEvent: Sendable {
  public let name: String
  public let summary: String
  /// What is said of it, in the language of signatures; nil where the component does not say.
  public let type: String?
  package let form: TypeForm?
  /// Whether others than its component observe it.
  let isObserved: Bool

  init(_ event: DeclaredEvent) {
    name = event.name
    summary = event.summary
    form = event.check?.type
    type = form.map { "\($0)" }
    isObserved = event.topic.isObserved(outside: ComponentName.root(of: event.name.utf8))
  }
}

/// A map key of a component.
public struct LoadedKey: Sendable, Equatable {
  /// As callers write it, with the component's name before it: "BookDetail_cover".
  public let name: String
  public let target: String
  public let action: String
  /// Those that callers may give, with their defaults.
  public let hints: Fields
}

extension LoadedAction {
  init(_ entry: UnsafeMutablePointer<Entry>) {
    name = entry.pointee.action.string
    summary = entry.summary
    check = entry.pointee.check?.takeUnretainedValue()
    form = check?.signature
    noteLines = entry.notes
    isRemote = entry.pointee.isRemote
    tellsProgress = entry.pointee.tellsProgress
    reads = entry.pointee.reads
    mediaType = entry.mediaType
    isUsed = !entry.pointee.isUnused.load(ordering: .acquiring)
  }
}
