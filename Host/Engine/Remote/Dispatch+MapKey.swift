import ComponentABI
package import ComponentKit

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
    if host.loader.isClosed { return end(.closed) }
    let given = UnsafeBufferPointer(
      start: request.pointee.hints, count: request.pointee.hints == nil ? 0 : request.pointee.hint_count)
    var candidate: Candidate
    do throws(Failure) {
      guard let found = try host.key(text, Patience(self), nil) else { throw host.noSuchKey(text) }
      candidate = found
      for hint in given {
        try candidate.take(hint: hint.key.string, Value(copying: hint.value), isLoose: hint.value.isLooseText)
      }
    } catch {
      return end(error)
    }
    return withRequest(candidate) { inner in
      var inner = inner.pointee
      // Local parameters may be anything, so they go as they came.
      inner.parameters = parameters
      inner.parameter_count = count
      return withUnsafePointer(to: &inner) { Dispatch(seat: seat, request: $0, waits: waits).run() }
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
    guard let found = try key(text, Patience(text, until: deadline, cancellation), nil) else { throw noSuchKey(text) }
    return found.hints
  }

  // Of keys those of loaded components are known.
  fileprivate func noSuchKey(_ text: String) -> Failure {
    let loaded = loader.loaded
    let names = loaded.keys.map { ($0, $0) } + settings.policy.aliases.map { ($0.key, $0.value) }
    let near = nearNames(
      to: text,
      among: names.lazy.flatMap { name, component in loaded[component]?.keys.keys.map { "\(name)_\($0)" } ?? [] })
    return Failure(
      .notFound, "no_such_key", "no component has the map key \(quoted(text))",
      details: near.isEmpty ? [:] : ["suggestions": .list(near.map(Value.text))])
  }

  /// What a map key stands for, with the hints' defaults.
  func key(_ text: String, _ patience: Patience, _ trace: ((Step) -> Void)?) throws(Failure) -> Candidate? {
    // A component's name may have '_' in it as well: the shortest name that there is and that has the rest as a key.
    for place in text.utf8.indices where text.utf8[place] == UInt8(ascii: "_") {
      let prefix = String(text[..<place])
      let rest = String(text[text.utf8.index(after: place)...])
      // Checked by bytes: Swift takes letters for equal that only look alike, and names are plain letters.
      guard ComponentName.isValid(prefix.utf8), ComponentName.isValid(rest.utf8) else { continue }
      let name = settings.policy.aliases[prefix] ?? prefix
      guard ComponentName.isValid(name.utf8) else { continue }
      let found = loader.ensure(name, patience)
      if case .over(let failure) = found { throw failure.byHost }
      guard case .loaded(let generation) = found, let key = generation.keys[rest] else { continue }
      trace?(Step(.key, "the map key \(quoted(text)) of \(name) leads to \(key.target).\(key.action)"))
      return Candidate(target: key.target, action: key.action, hints: key.hints)
    }
    return nil
  }
}
