import ComponentABI
package import ComponentKit
import Glibc
import Synchronization

// Map keys: the component's name or an alias, '_', and a key of its own.
extension Dispatch {
  /// Calls the action of a map key.
  func open(key: component_text) -> Int32 {
    guard seat.pointee.isOpen else { return end(.tooEarly) }
    guard BorderCheck.isText(key) else {
      return end(Failure(.notFound, "invalid_name", "the map key is not valid UTF-8"))
    }
    // The request's own names were not checked. In messages the key stands for them.
    var named = request.pointee
    (named.target, named.action) = (key, component_text())
    return withUnsafePointer(to: &named) { Dispatch(seat: seat, request: $0, waits: waits).openTarget() }
  }

  private func openTarget() -> Int32 {
    let host = seat.pointee.core.pointee.host.takeUnretainedValue()
    let text = request.pointee.target.string
    let (parameters, count) = (request.pointee.parameters, request.pointee.parameter_count)
    if let failure = BorderCheck.fault(parameters, count)?.failure(of: "parameters") ?? hintFault {
      return end(failure)
    }
    let given = UnsafeBufferPointer(
      start: request.pointee.hints, count: request.pointee.hints == nil ? 0 : request.pointee.hint_count)
    let patience = Patience(self)
    if let chain = seat.pointee.core.pointee.chain.load(ordering: .acquiring) {
      if let fault = skipFault { return end(fault) }
      let chain = chain.takeUnretainedValue().without(request.pointee.skipped, host)
      if !chain.interceptors.isEmpty { return open(text, given, through: chain, host, patience) }
    }
    var rounds = Rounds()
    while true {
      if host.loader.isClosed { return end(.closed) }
      var candidate: Candidate
      do throws(Failure) {
        candidate = try host.knownKey(text, patience)
        for hint in given {
          try candidate.take(hint: hint.key.string, Value(copying: hint.value), hint.value.flags)
        }
      } catch {
        return end(error)
      }
      if rounds.areOver { return withOwnRequest(candidate) { $0.runDirectly() } }
      let found = runFound(candidate, from: seat, patience) {
        ($0.parameters, $0.parameter_count) = (parameters, count)
      }
      if let found { return found }
      do throws(Failure) { try rounds.next(patience) } catch { return end(error) }
    }
  }

  private func open(
    _ text: String, _ hints: UnsafeBufferPointer<component_entry>, through chain: Chain, _ host: Host,
    _ patience: Patience
  ) -> Int32 {
    if host.loader.isClosed { return end(.closed) }
    do throws(Failure) {
      let search = try KeySearch(text, hints: hints, host, patience)
      return withOwnRequest(search.known) { $0.intercept(chain, key: search) }
    } catch {
      return end(error)
    }
  }

  // Local parameters may be anything, so they go as they came.
  private func withOwnRequest(_ candidate: Candidate, _ body: (Dispatch) -> Int32) -> Int32 {
    withRequest(candidate) { inner in
      var inner = inner.pointee
      (inner.parameters, inner.parameter_count) = (request.pointee.parameters, request.pointee.parameter_count)
      return withUnsafePointer(to: &inner) { body(Dispatch(seat: seat, request: $0, waits: waits)) }
    }
  }
}

extension Host {
  /// The hints that callers of a map key may give, with their defaults.
  ///
  /// - Parameters:
  ///   - deadline: how long to wait for a component that another thread loads; nil for ever.
  ///   - cancellation: ends that wait.
  package func hints(
    ofKey text: String, until deadline: Deadline?, _ cancellation: Cancellation
  ) throws(Failure) -> Fields {
    try knownKey(text, Patience(text, until: deadline, cancellation)).hints
  }

  /// What a map key stands for, with the hints' defaults; fails where there is none.
  func knownKey(_ text: String, _ patience: Patience) throws(Failure) -> Candidate {
    var misses: [KeyMiss] = []
    if let found = try key(text, patience, missed: { misses.append($0) }) { return found }
    // The component may well have the key.
    for case .refused(let name, let refusal) in misses { throw failure(.refused(name, refusal), name, nil) }
    if loader.isClosed { throw .closed }
    throw noSuchKey(text, misses)
  }

  // Of keys those of loaded components are known.
  private func noSuchKey(_ text: String, _ misses: [KeyMiss]) -> Failure {
    let loaded = loader.loaded
    let names = loaded.keys.map { ($0, $0) } + settings.policy.aliases.map { ($0.key, $0.value) }
    let near = nearNames(
      to: text,
      among: names.lazy.flatMap { name, component in loaded[component]?.keys.keys.map { "\(name)_\($0)" } ?? [] })
    return Failure(
      .notFound, "no_such_key",
      "no component has the map key \(quoted(text))" + (misses.first { $0.isOfAlias }.map { ": \($0)" } ?? ""),
      details: near.isEmpty ? [:] : ["suggestions": .list(near.map(Value.text))])
  }

  /// What a map key stands for, with the hints' defaults.
  ///
  /// - Parameters:
  ///   - known: what is known of a component without asking for it.
  ///   - missed: hears of each component that might have had it.
  func key(
    _ text: String, _ patience: Patience, known: (String) -> Loader.Found? = { _ in nil },
    _ trace: ((Step) -> Void)? = nil, missed: ((KeyMiss) -> Void)? = nil
  ) throws(Failure) -> Candidate? {
    for reading in readings(ofKey: text) {
      let name = reading.component
      // Within a call of what was taken out or replaced meanwhile the keys are its own, as its actions are.
      let found = patience.home(of: name).map(Loader.Found.loaded) ?? known(name) ?? loader.ensure(name, patience)
      switch found {
      case .over(let failure): throw failure.byHost
      case .loaded(let generation):
        guard let key = generation.keys[reading.key] else { break }
        trace?(Step(.key, "the map key \(quoted(text)) of \(name) leads to \(key.target).\(key.action)"))
        return Candidate(target: key.target, action: key.action, hints: key.hints)
          .answered(by: generation.target(key.target)?.entry(key.action))
      case .refused(let refusal): missed?(.refused(name, refusal))
      case .absent, .closed: break
      }
      guard let missed, let alias = reading.alias else { continue }
      let why =
        switch found {
        case .loaded: "has no key \(quoted(reading.key))"
        case .refused(let refusal): "is refused: \(refusal.message)"
        case .absent, .closed, .over: "is not there"
        }
      missed(.alias(alias, of: name, why))
    }
    return nil
  }

  /// The component that a map key belongs to, and the alias by which it does; nil where there is no such key.
  package func holder(ofKey text: String) -> (component: String, alias: String?)? {
    let found = holder(ofKey: text) { name in
      if case .loaded(let generation) = loader.ensure(name) { LoadedComponent(generation) } else { nil }
    }
    return found.map { ($0.component.name, $0.alias) }
  }

  /// The same among the components that are found so.
  func holder(
    ofKey text: String, _ find: (String) -> LoadedComponent?
  ) -> (component: LoadedComponent, alias: String?)? {
    for reading in readings(ofKey: text) {
      guard let component = find(reading.component), component.hasKey(reading.key) else { continue }
      return (component, reading.alias)
    }
    return nil
  }

  /// The components that a map key may belong to.
  func components(ofKey text: String) -> [String] { readings(ofKey: text).map(\.component) }

  // A component's name may have '_' in it as well: the shortest name that there is and that has the rest as a key. An
  // alias goes before a component of that name.
  private func readings(ofKey text: String) -> some Sequence<KeyReading> {
    let aliases = settings.policy.aliases
    // Neither part is longer than a name may be, so of a text that is longer than both nothing is looked at.
    let (bytes, limit) = (text.utf8, ComponentName.limit)
    let isPossible = bytes.count <= 2 * limit + 1
    return bytes.indices.lazy.filter { isPossible && bytes[$0] == UInt8(ascii: "_") }.compactMap { place in
      let prefix = String(text[..<place])
      let rest = String(text[bytes.index(after: place)...])
      // Checked by bytes: Swift takes letters for equal that only look alike, and names are plain letters.
      guard ComponentName.isValid(prefix.utf8), ComponentName.isValid(rest.utf8) else { return nil }
      guard let name = aliases[prefix] else {
        return KeyReading(component: prefix, key: rest, alias: nil)
      }
      return ComponentName.isValid(name.utf8) ? KeyReading(component: name, key: rest, alias: prefix) : nil
    }
  }
}

// One way to take a map key apart.
private struct KeyReading {
  let component: String
  let key: String
  /// The policy's name of the component, if it is that.
  let alias: String?
}

/// Why a component does not have a map key that begins with its name.
enum KeyMiss: CustomStringConvertible {
  case refused(String, Refusal)
  /// The policy's alias goes before whatever component has that name itself.
  case alias(String, of: String, String)

  var isOfAlias: Bool { if case .alias = self { true } else { false } }

  /// One clause for people.
  var description: String {
    switch self {
    case .refused(let name, let refusal): "the component \(quoted(name)) is refused: \(refusal.message)"
    case .alias(let alias, let name, let why):
      "\(quoted(alias)) is an alias of the policy for the component \(quoted(name)), which \(why)"
    }
  }
}
