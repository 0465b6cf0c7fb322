import ComponentABI
import ComponentKit

// What `register` calls.
extension Staging {
  func describe(_ about: UnsafePointer<component_about>) -> Int32 {
    take("describe", about) { about throws(Refusal) in
      if isDescribed { throw Refusal("described_twice", "it describes itself twice") }
      let ownName = try Staging.text(about.name, "its name")
      if ownName != name {
        throw Refusal(
          "name_mismatch", "it says its name is \(quoted(ownName)), but the file's name says '\(name)'",
          help: "name the file \(quoted(ComponentName.file(ownName))), or the component '\(name)'")
      }
      self.about = About(
        summary: try Staging.text(about.summary, "its summary"), version: Version(about.version),
        shutdown: about.shutdown, context: about.context, release: about.release, steps: Staging.steps(about))
    }
  }

  private static func steps(_ about: component_about) -> [(LifeStep.Kind, component_run)] {
    LifeStep.Kind.allCases.compactMap { kind in
      let run =
        switch kind {
        case .start: about.start
        case .memoryPressure: about.memory_pressure
        case .save: about.save
        case .restore: about.restore
        }
      return run.map { (kind, $0) }
    }
  }

  func add(_ need: UnsafePointer<component_need>) -> Int32 {
    lend("add_need", need) { (declared, need) throws(Refusal) in
      let name = try Staging.text(need.name, "a need's name")
      guard ComponentName.isValid(name.utf8) else {
        throw Refusal(
          "invalid_name", "it needs \(quoted(name)), which is no component's name", help: ComponentName.rule)
      }
      let optional = need.flags & COMPONENT_NEED_OPTIONAL != 0
      declared.needs.append(Need(name, from: Version(need.minimum), optional: optional))
    }
  }

  func add(_ target: UnsafePointer<component_target>) -> Int32 {
    lend("add_target", target) { (declared, target) throws(Refusal) in
      let full = try Staging.text(target.name, "a target's name")
      guard full == name || ComponentName.isValidTarget(full.utf8) else {
        throw Refusal("invalid_name", "its target \(quoted(full)) has an invalid name", help: ComponentName.rule)
      }
      guard full == name || ComponentName.root(of: full.utf8) == name else {
        throw Refusal(
          "foreign_target",
          "it registers the target \(quoted(full)), which belongs to \(ComponentName.file(ComponentName.root(of: full.utf8)))",
          help: "its targets are '\(name)' and '\(name).…'")
      }
      guard declared.target(full) == nil else {
        throw Refusal("duplicate_target", "it registers the target '\(full)' twice")
      }
      let isSerial = target.flags & COMPONENT_TARGET_SERIAL != 0
      let summary = try Staging.text(target.summary, "a target's summary")
      let maker = try InstanceMaker(target, full)
      declared.targets.append(Target(name: full, summary: summary, isSerial: isSerial, maker: maker))
      if let release = target.release { declared.endings.append(Ending(release: release, context: target.context)) }
    }
  }

  func add(_ action: UnsafePointer<component_action>) -> Int32 {
    lend("add_action", action) { (declared, action) throws(Refusal) in
      let target = try Staging.text(action.target, "a target's name")
      let name = try Staging.text(action.name, "an action's name")
      guard let index = declared.target(target) else {
        throw Refusal(
          "foreign_target", "it adds the action \(quoted(name)) to \(quoted(target)), a target it has not registered")
      }
      guard ComponentName.isValid(name.utf8) else {
        throw Refusal("invalid_name", "its action \(quoted(name)) has an invalid name", help: ComponentName.rule)
      }
      guard declared.targets[index].names.insert(name) else {
        throw Refusal("duplicate_action", "it registers the action '\(target).\(name)' twice")
      }
      guard unsafeBitCast(action.run, to: UInt.self) != 0 else {
        throw Refusal("no_function", "its action '\(target).\(name)' has no function")
      }
      declared.count += 1
      guard declared.count <= COMPONENT_ACTION_LIMIT else {
        throw Refusal("too_many_actions", "it registers more than \(COMPONENT_ACTION_LIMIT) actions")
      }
      let isRemote = action.flags & COMPONENT_ACTION_REMOTE != 0
      declared.targets[index].actions.append(
        Action(
          name: name, summary: try Staging.text(action.summary, "an action's summary"),
          signature: try Staging.text(action.signature, "a signature", limit: Signature.lengthLimit),
          notes: try Staging.text(action.parameter_notes, "a parameter's note", limit: Signature.lengthLimit),
          mediaType: try Staging.text(action.media_type, "a media type", limit: Int(COMPONENT_MEDIA_TYPE_LIMIT)),
          isRemote: isRemote && !name.lowercased().hasPrefix("native"),
          tellsProgress: action.flags & COMPONENT_ACTION_PROGRESS != 0,
          reads: action.flags & COMPONENT_ACTION_READS != 0, run: action.run, context: action.context))
      if let release = action.release { declared.endings.append(Ending(release: release, context: action.context)) }
    }
  }

  func add(_ type: UnsafePointer<component_type>) -> Int32 {
    lend("add_type", type) { (declared, type) throws(Refusal) in
      guard declared.definitions.count < TypeForm.countLimit else {
        throw Refusal("too_many_types", "it names more than \(TypeForm.countLimit) types")
      }
      let name = try Staging.text(type.name, "a type's name")
      declared.definitions.append(
        (name, try Staging.text(type.definition, "a type's definition", limit: Signature.lengthLimit)))
      declared.typeSummaries[name] = try Staging.text(type.summary, "a type's summary")
    }
  }

  func add(_ event: UnsafePointer<component_event>) -> Int32 {
    lend("add_event", event) { (declared, event) throws(Refusal) in
      let full = try Staging.text(event.name, "an event's name")
      guard EventName.isComponents(full) else {
        throw Refusal(
          "invalid_name", "its event \(quoted(full)) has an invalid name",
          help: "an event is named '\(name).changed'; \(ComponentName.rule)")
      }
      guard ComponentName.root(of: full.utf8) == name else {
        throw Refusal(
          "foreign_event",
          "it declares the event \(quoted(full)), which belongs to \(ComponentName.file(ComponentName.root(of: full.utf8)))",
          help: "its events are '\(name).…'")
      }
      guard !declared.events.contains(where: { $0.name == full }) else {
        throw Refusal("duplicate_event", "it declares the event '\(full)' twice")
      }
      guard declared.events.count < COMPONENT_EVENT_LIMIT else {
        throw Refusal("too_many_events", "it declares more than \(COMPONENT_EVENT_LIMIT) events")
      }
      declared.events.append(
        Event(
          name: full, summary: try Staging.text(event.summary, "an event's summary"),
          type: try Staging.text(event.type, "an event's type", limit: Signature.lengthLimit)))
    }
  }

  func add(_ observer: UnsafePointer<component_observer>) -> Int32 {
    lend("add_observer", observer) { (declared, observer) throws(Refusal) in
      guard declared.observers.count < COMPONENT_EVENT_LIMIT else {
        throw Refusal("too_many_observers", "it adds more than \(COMPONENT_EVENT_LIMIT) observers")
      }
      var checked: Observation.Observer
      do throws(Failure) {
        checked = try Observation.Observer(observer)
      } catch {
        throw Refusal(error.reason, "its observer can't be taken: \(error.message)")
      }
      // It is given back with all the others, also where the component is refused.
      if let release = checked.release { declared.endings.append(Ending(release: release, context: checked.context)) }
      checked.release = nil
      declared.observers.append(checked)
    }
  }

  // What a route and a key bring is copied between the accesses to what was said: an object's `retain` is the component's
  // own, and may register something itself.

  func add(_ route: UnsafePointer<component_route>) -> Int32 {
    take("add_route", route) { route throws(Refusal) in
      guard declared.paths.count < COMPONENT_ROUTE_LIMIT else {
        throw Refusal(RouteFault.Reason.tooMany.rawValue, "it adds more than \(COMPONENT_ROUTE_LIMIT) routes")
      }
      let path = try Path(route)
      guard declared.target(path.target) != nil else {
        throw Refusal(
          "foreign_target",
          "the route \(quoted(path.pattern)) belongs to \(quoted(path.target)), a target it has not registered")
      }
      declared.paths.append(path)
    }
  }

  func add(_ key: UnsafePointer<component_key>) -> Int32 {
    take("add_key", key) { key throws(Refusal) in
      let name = try Staging.text(key.key, "a map key")
      guard ComponentName.isValid(name.utf8) else {
        throw Refusal("invalid_name", "its map key \(quoted(name)) has an invalid name", help: ComponentName.rule)
      }
      guard declared.keys[name] == nil else {
        throw Refusal("duplicate_key", "it registers the map key '\(name)' twice")
      }
      let what = "the map key '\(name)'"
      let (target, action) = try named(key.target, key.action, by: what)
      // Programs read them, and they are never given back.
      let hints = try Staging.fields(key.hints, key.hint_count, what) { hint, value throws(Refusal) in
        guard value.isLocal else { return }
        throw Refusal(
          "invalid_value", "the hint \(quoted(hint)) of \(what) holds an object or a function",
          help: "hints are data that can be written down; take it as a parameter of the action")
      }
      declared.keys[name] = Key(target: target, action: action, hints: hints)
    }
  }

  // The target is there already; whether the action is can only be told at the end.
  private func named(
    _ target: component_text, _ action: component_text, by what: String
  ) throws(Refusal) -> (target: String, action: String) {
    let target = try Staging.text(target, "a target's name")
    guard declared.target(target) != nil else {
      throw Refusal("foreign_target", "\(what) belongs to \(quoted(target)), a target it has not registered")
    }
    return (target, try Staging.text(action, "an action's name"))
  }

  func explain(_ message: component_text) {
    guard isOpen, declared.explanation == nil else { return }
    declared.explanation = (try? Staging.text(message, "its explanation")).map { String($0.prefix(1000)) }
  }
}

extension component_value {
  /// Whether it lives in this process only, or something in it does; its depth was checked.
  fileprivate var isLocal: Bool {
    switch kind {
    case COMPONENT_KIND_OBJECT, COMPONENT_KIND_FUNCTION: true
    case COMPONENT_KIND_LIST: items.contains { $0.isLocal }
    case COMPONENT_KIND_MAP: entries.contains { $0.value.isLocal }
    default: false
    }
  }
}
