import ComponentHost
import ComponentKit

/// One component's file as `host list` shows it.
struct ListRow: Sendable {
  let name: String
  let file: String
  let abi: UInt32?
  let size: Int?
  var state: Listed.State
  /// The one that answers in this process.
  let generation: Int?
  /// Whether that is not what lies in the file, but what was rolled back to.
  let isRolledBack: Bool
  /// What it registered, if it was loaded.
  var component: LoadedComponent?

  init(
    name: String, file: String, abi: UInt32?, size: Int?, state: Listed.State, generation: Int? = nil,
    isRolledBack: Bool = false, component: LoadedComponent? = nil
  ) {
    self.name = name
    self.file = file
    self.abi = abi
    self.size = size
    self.state = state
    self.generation = generation
    self.isRolledBack = isRolledBack
    self.component = component
  }

  init(_ listed: Listed) {
    self.init(
      name: listed.name, file: listed.file, abi: listed.abi, size: listed.size, state: listed.state,
      generation: listed.generation, isRolledBack: listed.isRolledBack)
  }

  /// The same, loaded if the loader takes it; else it is refused for the loader's reason. Of what is refused and was not
  /// before, what goes on answering.
  ///
  /// - Parameter known: what is kept of it: it is not loaded then.
  init(_ listed: Listed, _ known: LoadedComponent?, loadedBy host: Host) {
    self.init(listed)
    if let known, state == .ready {
      component = known
      return
    }
    if case .shadowed = state { return }
    if state != .ready {
      if generation != nil { component = try? host.load(name) }
      return
    }
    do throws(Refusal) { component = try host.load(name) } catch { state = .refused(error) }
  }

  /// The same with what is known of the component that its name stands for, or why that is not known: it is refused then.
  init(_ listed: Listed, _ said: Result<LoadedComponent?, Refusal>?) {
    self.init(listed)
    switch (state, said) {
    case (.ready, .success(let known)?): component = known
    case (.ready, .failure(let refusal)?): state = .refused(refusal)
    // What goes on answering.
    case (.refused, .success(let known)?) where generation != nil: component = known
    default: break
    }
  }

  /// "ready", "shadowed by ./lib/libReader.so", "refused: why; generation 1 goes on answering"
  var stateText: String {
    switch state {
    case .ready:
      if isRolledBack, let generation {
        "\(size == nil ? "gone" : "ready"); generation \(generation) answers, which was rolled back to"
      } else {
        "ready"
      }
    case .shadowed(let winner): "shadowed by \(shown(winner, lineBreaks: false))"
    case .refused(let refusal):
      "refused: \(shown(refusal.message))" + (generation.map { "; generation \($0) goes on answering" } ?? "")
    }
  }
}

// For programs. The keys are documented in the command's help.
extension ListRow {
  func json(withTargets: Bool) -> Value {
    var fields: Fields = [
      "name": .text(name), "file": .text(file), "abi": abi.map { .int(Int($0)) } ?? nil,
      "size": size.map(Value.int) ?? nil,
      "state": "ready", "by": nil, "refusal": nil, "generation": generation.map(Value.int) ?? nil,
    ]
    switch state {
    case .ready: break
    case .shadowed(let winner):
      fields["state"] = "shadowed"
      fields["by"] = .text(winner)
    case .refused(let refusal):
      fields["state"] = "refused"
      fields["refusal"] = refusal.json
    }
    if withTargets {
      fields["version"] = .some(component.map { .text("\($0.version)") } ?? .null)
      fields["summary"] = .some(component.map { .text($0.summary) } ?? .null)
      fields["needs"] = .some(component.map { .list($0.needs.map(\.json)) } ?? .null)
      fields["targets"] = .some(
        component.map { .list($0.targets.map { target in target.json(target.actions.map { .map($0.brief) }) }) }
          ?? .null)
    }
    return .map(fields)
  }
}

extension ListedGeneration {
  var json: Value {
    [
      "name": .text(name), "number": state == .refused ? nil : .int(number),
      "version": state == .refused ? nil : .text("\(version)"),
      "file": file.map(Value.text) ?? nil, "build": buildID.map(Value.text) ?? nil, "state": .text(state.rawValue),
      "calls": .int(calls), "loaded": .text("\(loaded)"), "bytes": .int(bytes), "descriptors": .int(descriptors),
    ]
  }
}
