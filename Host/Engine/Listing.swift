import ComponentABI
public import ComponentKit

/// One component's file in the plugin folders, as far as it can be told without running any of its code.
public struct Listed: Sendable, Equatable {
  public enum State: Sendable, Equatable {
    case ready
    /// Another file, or a component linked into the program, goes before it.
    case shadowed(by: String)
    case refused(Refusal)
  }

  public let name: String
  public let file: String
  /// The contract's version in its note; nil where there is no readable note.
  public let abi: UInt32?
  /// In bytes; nil where the file can't even be opened.
  public let size: Int?
  public let state: State
  /// The generation that answers in this host; nil where it is not loaded.
  public let generation: Int?
}

/// One loaded component with what it registered.
public struct LoadedComponent: Sendable {
  public let name: String
  public let version: Version
  public let summary: String
  public let generation: Int
  /// Nil for a component that is linked into the program.
  public let file: String?
  public let needs: [Need]
  public let targets: [LoadedTarget]
  /// The named types of its signatures, in the order of their definition.
  public let types: [LoadedType]
  /// Paths of URLs that lead to its actions, in the order of their registration.
  public let routes: [Route]
  /// Short stable names of its actions, sorted.
  public let keys: [LoadedKey]
  package let typeNames: TypeNames
}

public struct LoadedTarget: Sendable {
  public let name: String
  public let summary: String
  public let isSerial: Bool
  /// How long its instances live; nil where it has none.
  public let lifetime: Lifetime?
  public let actions: [LoadedAction]
}

public struct LoadedAction: Sendable {
  public let name: String
  public let summary: String
  /// "(id: int, page: int = 1) -> Detail"; nil where the component does not say what it takes.
  public let signature: String?
  /// What it takes, one by one; empty where it does not say.
  public let parameters: [LoadedParameter]
  /// The form of its reply; nil where it does not say.
  public let reply: String?
  public let isRemote: Bool
  public let tellsProgress: Bool
  package let form: Signature?
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

/// A map key of a component.
public struct LoadedKey: Sendable, Equatable {
  /// As callers write it, with the component's name before it: "BookDetail_cover".
  public let name: String
  public let target: String
  public let action: String
  /// Those that callers may give, with their defaults.
  public let hints: Fields
}

extension Host {
  /// All components' files in the folders, none of their code being run; sorted by name, the winning file first.
  public func list() -> [Listed] {
    let loaded = loader.loaded
    let refusals = loader.refusals
    var winners: [String: String] = loaded.filter { $0.value.file == nil }.mapValues { _ in "the program itself" }
    var listed: [Listed] = []
    var libraries = NeededLibraries()
    for directory in loader.directories {
      let folder = try? directory.opened()
      let names = directory.names() ?? []
      listed.reserveCapacity(listed.count + names.count)
      for name in names {
        let look = FirstLook(name, in: directory, folder, &libraries, trustsAny: settings.trustsAny)
        var state = look.state
        if let winner = winners[name] {
          state = .shadowed(by: winner)
        } else {
          // Where there is one folder, no other file can come after it.
          if loader.directories.count > 1 { winners[name] = look.path }
          if let refusal = refusals[name] { state = .refused(refusal) }
        }
        let generation = loaded[name]
        listed.append(
          Listed(
            name: name, file: look.path, abi: look.abi, size: look.size, state: state,
            generation: generation?.file?.path == look.path ? generation?.number : nil))
      }
    }
    // Each folder's names are sorted already.
    if loader.directories.count == 1 { return listed }
    return listed.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
  }

  /// Names of all components: those in the folders and those linked into the program, sorted.
  public var names: [String] {
    Set(loader.directories.flatMap { $0.names() ?? [] } + loader.loaded.keys).sorted()
  }

  /// Loads a component if need be, and says what it registered; nil where there is none of the name.
  public func load(_ name: String) throws(Refusal) -> LoadedComponent? {
    guard ComponentName.isValid(name.utf8) else { return nil }
    switch loader.ensure(name) {
    case .absent: return nil
    case .refused(let refusal): throw refusal
    case .loaded(let generation): return LoadedComponent(generation)
    }
  }
}

extension LoadedComponent {
  init(_ generation: Generation) {
    name = generation.name
    version = generation.version
    summary = generation.summary
    self.generation = generation.number
    file = generation.file?.path
    needs = generation.needs
    targets = generation.targets.map { target in
      LoadedTarget(
        name: target.name, summary: target.summary, isSerial: target.isSerial,
        lifetime: target.lifetime, actions: target.entries.map(LoadedAction.init))
    }
    types = generation.types.names.map { name in
      LoadedType(
        name: name, definition: generation.types[name].map { "\($0)" } ?? "any",
        summary: generation.typeSummaries[name] ?? "")
    }
    typeNames = generation.types
    routes = generation.routes
    keys = generation.keys.sorted { $0.key < $1.key }.map { key, leads in
      LoadedKey(
        name: "\(generation.name)_\(key)", target: leads.target, action: leads.action, hints: leads.hints)
    }
  }
}

extension LoadedAction {
  init(_ entry: UnsafeMutablePointer<Entry>) {
    name = entry.pointee.action.string
    summary = entry.summary
    let check = entry.pointee.check?.takeUnretainedValue()
    form = check?.signature
    signature = form.map { "\($0)" }
    let types = check?.types ?? TypeNames()
    let notes = parameterNotes(entry.notes)
    parameters = (form?.parameters ?? []).map { parameter in
      LoadedParameter(
        name: parameter.name, type: "\(parameter.type)",
        isRequired: parameter.default == nil && !types.resolve(parameter.type).isOptional,
        default: parameter.default, note: notes[parameter.name] ?? "")
    }
    reply = form?.reply.map { "\($0)" }
    isRemote = entry.pointee.isRemote
    tellsProgress = entry.pointee.tellsProgress
  }
}
