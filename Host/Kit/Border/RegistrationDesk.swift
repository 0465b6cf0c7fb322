package import ComponentABI

/// What a component's `register` fills.
public typealias Registration = OpaquePointer

extension Component {
  /// Describes the component to the host: the one line of its `register`.
  public static func register(_ host: HostTable, _ registration: Registration) -> Int32 {
    Home.settle(host)
    let component = Self(mediator: Mediator(host))
    let desk = RegistrationDesk(host, registration)
    desk.describe(component)
    for need in needs { desk.add(need) }
    let own = component.own
    desk.checkName(ofOwn: own)
    desk.add(own.completed(summary, isSerial, component.actions), as: name)
    for target in component.targets { desk.add(target, as: "\(name).\(target.name)") }
    for path in component.paths { desk.add(path, below: name) }
    for key in component.keys { desk.add(key, below: name) }
    for event in component.events { desk.add(event) }
    for observer in component.observers { desk.add(observer) }
    desk.addTypes()
    return desk.status
  }
}

/// Takes one component's facts across the border. The host refuses what is wrong and says why; the first
/// refusal is the result.
private final class RegistrationDesk {
  let host: HostTable
  let registration: Registration
  private(set) var status = COMPONENT_OK
  private var types = TypeTable()

  init(_ host: HostTable, _ registration: Registration) {
    self.host = host
    self.registration = registration
  }

  func describe<C: Component>(_ component: C) {
    lend(C.name, C.summary) { name, summary in
      var about = component_about()
      about.abi = COMPONENT_ABI_VERSION
      about.size = UInt32(MemoryLayout<component_about>.size)
      about.name = name
      about.summary = summary
      about.version = component_version(C.version)
      let life = Life(component.lifecycle, shutdown: component.shutdown)
      about.context = Unmanaged.passRetained(life).toOpaque()
      about.shutdown = { Life.of($0)?.shutDown() }
      about.release = releaseLife
      life.lay(into: &about)
      let described = host.pointee.describe(registration, &about)
      if described != COMPONENT_OK { releaseLife(about.context) }
      note(described)
    }
  }

  func add(_ need: Need) {
    lend(need.name, "") { name, _ in
      var laid = component_need()
      laid.abi = COMPONENT_ABI_VERSION
      laid.size = UInt32(MemoryLayout<component_need>.size)
      laid.name = name
      laid.minimum = component_version(need.minimum)
      laid.flags = need.isOptional ? COMPONENT_NEED_OPTIONAL : 0
      note(host.pointee.add_need(registration, &laid))
    }
  }

  /// The component's own target has its name; under another one its actions would not be found where they are looked for.
  func checkName(ofOwn target: Target) {
    if target.name.isEmpty { return }
    refuse(
      Failure(
        .failed, "named_own_target",
        "'own' is the component's own target and has no name of its own, not \(quoted(target.name)): "
          + "leave the name out, or list it in 'targets'"))
  }

  func add(_ target: Target, as fullName: String) {
    let maker = target.maker
    lend(fullName, target.summary) { name, summary in
      var laid = component_target()
      laid.abi = COMPONENT_ABI_VERSION
      laid.size = UInt32(MemoryLayout<component_target>.size)
      laid.name = name
      laid.summary = summary
      laid.flags = target.isSerial ? COMPONENT_TARGET_SERIAL : 0
      if let maker {
        laid.flags |= maker.flags
        laid.make = { $0.flatMap { Unmanaged<InstanceBody>.fromOpaque($0).takeUnretainedValue().make() } }
        laid.destroy = { context, instance in
          if let context { Unmanaged<InstanceBody>.fromOpaque(context).takeUnretainedValue().destroy(instance) }
        }
        laid.context = Unmanaged.passRetained(maker).toOpaque()
        laid.release = { if let context = $0 { Unmanaged<InstanceBody>.fromOpaque(context).release() } }
      }
      let added = host.pointee.add_target(registration, &laid)
      if added != COMPONENT_OK { laid.release?(laid.context) }
      note(added)
      for action in target.actions { add(action, to: name, fullName) }
    }
  }

  private func add(_ action: Action, to target: component_text, _ targetName: String) {
    if let description = action.description { check(description, targetName) }
    lend(action.name, action.summary) { name, summary in
      lend(action.description?.signature ?? "", action.description?.notes ?? "") { signature, notes in
        lend(action.mediaType, "") { mediaType, _ in
          var laid = component_action(
            abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_action>.size), target: target, name: name,
            summary: summary, flags: action.flags, reserved: 0, run: runBody,
            context: Unmanaged.passRetained(action.body).toOpaque(), release: releaseBody, signature: signature,
            parameter_notes: notes, media_type: mediaType)
          let added = host.pointee.add_action(registration, &laid)
          if added != COMPONENT_OK { releaseBody(laid.context) }
          note(added)
        }
      }
    }
  }

  private func check(_ description: ActionDescription, _ target: String) {
    do throws(Failure) {
      if let failure = description.failure { throw failure }
      guard description.target == target else {
        throw Failure(
          .failed, "foreign_request", "a request of the target '\(description.target)' is answered by '\(target)'")
      }
      try types.add(description.types)
    } catch {
      refuse(error)
    }
  }

  /// Names the types that the signatures used.
  func addTypes() {
    for type in types.all {
      lend(type.name, type.definition) { name, definition in
        var laid = component_type()
        laid.abi = COMPONENT_ABI_VERSION
        laid.size = UInt32(MemoryLayout<component_type>.size)
        laid.name = name
        laid.definition = definition
        note(host.pointee.add_type(registration, &laid))
      }
    }
  }

  func add(_ path: Path, below name: String) {
    path.lend(below: name) { note(host.pointee.add_route(registration, $0)) }
  }

  func add(_ key: Key, below name: String) {
    lend(key.target.isEmpty ? name : "\(name).\(key.target)", key.action) { target, action in
      lend(key.name, "") { text, _ in
        key.hints.withBorrowed { hints in
          var laid = component_key()
          laid.abi = COMPONENT_ABI_VERSION
          laid.size = UInt32(MemoryLayout<component_key>.size)
          laid.key = text
          laid.target = target
          laid.action = action
          laid.hints = UnsafePointer(hints.baseAddress)
          laid.hint_count = hints.count
          note(host.pointee.add_key(registration, &laid))
        }
      }
    }
  }

  func add(_ event: EventDeclaration) {
    if let failure = event.failure { return refuse(failure) }
    guard host.has(\.add_event) else { return refuse(.hostTooOld("take events")) }
    do throws(Failure) {
      try types.add(event.types)
    } catch {
      return refuse(error)
    }
    lend(event.name, event.summary) { name, summary in
      lend(event.type, "") { type, _ in
        var laid = component_event()
        laid.abi = COMPONENT_ABI_VERSION
        laid.size = UInt32(MemoryLayout<component_event>.size)
        laid.name = name
        laid.summary = summary
        laid.type = type
        note(host.pointee.add_event(registration, &laid))
      }
    }
  }

  func add(_ observer: Observer) {
    guard host.has(\.add_observer) else { return refuse(.hostTooOld("tell of events")) }
    note(observer.lend(host) { host.pointee.add_observer(registration, $0) })
  }

  private func refuse(_ failure: Failure) {
    lend(failure.message, "") { message, _ in host.pointee.explain(registration, message) }
    note(COMPONENT_FAILURE_FAILED)
  }

  private func note(_ result: Int32) {
    if status == COMPONENT_OK { status = result }
  }
}

private func lend(_ a: String, _ b: String, _ body: (component_text, component_text) -> Void) {
  var a = a
  var b = b
  a.withUTF8 { a in b.withUTF8 { b in body(component_text(a), component_text(b)) } }
}

extension Path {
  /// Lends it to C, as one route for each of its schemes.
  func lend(below name: String, _ body: (UnsafePointer<component_route>) -> Void) {
    for scheme in schemes.isEmpty ? [""] : schemes { lend(below: name, scheme, body) }
  }

  private func lend(below name: String, _ scheme: String, _ body: (UnsafePointer<component_route>) -> Void) {
    ComponentKit.lend(target.isEmpty ? name : "\(name).\(target)", action) { target, action in
      ComponentKit.lend(pattern, scheme) { pattern, scheme in
        fixed.withBorrowed { fixed in
          Fields(renames.map { ($0.key, .text($0.value)) }).withBorrowed { renames in
            var laid = component_route()
            laid.abi = COMPONENT_ABI_VERSION
            laid.size = UInt32(MemoryLayout<component_route>.size)
            laid.target = target
            laid.action = action
            laid.pattern = pattern
            laid.scheme = scheme
            laid.fixed = UnsafePointer(fixed.baseAddress)
            laid.fixed_count = fixed.count
            laid.renames = UnsafePointer(renames.baseAddress)
            laid.rename_count = renames.count
            laid.flags =
              (foldsCase ? COMPONENT_ROUTE_FOLDS_CASE : 0) | (takesLonger ? COMPONENT_ROUTE_TAKES_LONGER : 0)
            laid.priority = Int32(clamping: priority)
            body(&laid)
          }
        }
      }
    }
  }
}

private let releaseLife: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
  if let context { Unmanaged<Life>.fromOpaque(context).release() }
}

extension component_version {
  package init(_ version: Version) {
    self.init(major: version.major, minor: version.minor, patch: version.patch)
  }
}

extension Version {
  package init(_ version: component_version) {
    self.init(version.major, version.minor, version.patch)
  }
}
