import ComponentABI

// Paths that come and go while the program runs, and the URLs of requests.
extension Mediator {
  /// Adds a path below the component's own name: it answers from now on, until it is removed, or the component is taken out
  /// or replaced. Fails where it is wrong, or as specific as another one of its priority; then nothing has changed. The
  /// very same once more stays as it is.
  ///
  /// A program's own routes are added to its host.
  public func add(_ path: Path) throws(Failure) {
    var failure: Failure?
    var areNew: [Bool] = []
    try lend(path) { route in
      if failure != nil { return }
      switch outcome({ host.pointee.publish_route(host, route, $0, $1) }) {
      case .success(let reply): areNew.append(reply != false)
      case .failure(let error): failure = error
      }
    }
    guard let failure else { return }
    // Of several schemes all are added, or none; what was there before stays.
    var rest = areNew[...]
    try lend(path) { route in
      if rest.popFirst() == true { _ = outcome { host.pointee.withdraw_route(host, route, $0, $1) } }
    }
    throw failure
  }

  /// Takes a path of the component out; false where it has none of that target, pattern, schemes and priority.
  @discardableResult
  public func remove(_ path: Path) throws(Failure) -> Bool {
    var results: [Result<Value, Failure>] = []
    try lend(path) { route in results.append(outcome { host.pointee.withdraw_route(host, route, $0, $1) }) }
    var wasThere = false
    for result in results { if try result.get() == true { wasThere = true } }
    return wasThere
  }

  private func lend(_ path: Path, _ body: (UnsafePointer<component_route>) -> Void) throws(Failure) {
    guard host.has(\.withdraw_route) else { throw .hostTooOld("add routes while it runs") }
    let name = host.pointee.name.string
    if name.isEmpty { throw Failure(.failed, "no_component", "a program adds its routes to its host, not here") }
    path.lend(below: name, body)
  }

  /// The URL that makes a call, of a scheme such as `app`: that of a route which leads there, or else the one that names the
  /// target and the action. Fails for a call that no URL makes, be it that its action is not open to callers from
  /// outside, or that a parameter can't be written down.
  public func url(
    for target: String, _ action: String, _ parameters: Fields = [:], scheme: String
  ) throws(Failure) -> String {
    var result = Result<Value, Failure>.failure(.hostTooOld("write URLs"))
    if host.has(\.write_url) {
      target.withText { target in
        action.withText { action in
          parameters.withBorrowed { result = written(target, action, UnsafeBufferPointer($0), scheme) }
        }
      }
    }
    return try result.get().text ?? ""
  }

  /// The URL of a typed request, of a scheme such as `app`.
  public func url<R: Request>(for request: R, scheme: String) throws(Failure) -> String {
    guard host.has(\.write_url) else { throw .hostTooOld("write URLs") }
    let layout = try RequestLayout.of(R.self)
    let result = try layout.withEntries(of: request) { entries throws(Failure) in
      written(layout.targetText, layout.actionText, UnsafeBufferPointer(entries), scheme)
    }
    return try result.get().text ?? ""
  }

  private func written(
    _ target: component_text, _ action: component_text, _ entries: UnsafeBufferPointer<component_entry>,
    _ scheme: String
  ) -> Result<Value, Failure> {
    scheme.withText { scheme in
      outcome { ended, context in
        var request = component_request(target, action, flags, ended)
        request.parameters = entries.baseAddress
        request.parameter_count = entries.count
        request.context = context
        return host.pointee.write_url(host, scheme, &request)
      }
    }
  }

  /// What the host answers at once.
  func outcome(_ ask: (@escaping component_outcome, UnsafeMutableRawPointer) -> Int32) -> Result<Value, Failure> {
    var result = Result<Value, Failure>.failure(.noOutcome)
    withUnsafeMutablePointer(to: &result) { result in
      _ = ask(
        { context, reply, failure in
          context?.assumingMemoryBound(to: Result<Value, Failure>.self).pointee = Result(reply, failure)
        }, result)
    }
    return result
  }
}

extension Result<Value, Failure> {
  fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
