import ComponentABI
public import ComponentKit

// URLs, as the embedding program asks about them.
extension Host {
  /// What `open` would call, without calling it; the failure is the one that the caller from outside would get.
  ///
  /// Interceptors are not asked, and neither are handlers that might decline.
  public func canOpen(_ text: String) -> Result<Candidate, Failure> {
    do throws(Failure) {
      let url = try parse(text)
      if settings.policy.outbound[url.scheme] != nil {
        return .success(Candidate(target: "", action: "", parameters: [:], loose: [], hints: [:], route: nil))
      }
      if let failure = settings.policy.refusal(of: url) { throw failure }
      var candidates = try Candidates(url, self)
      guard let candidate = try candidates.next() else { throw Host.unreachable(url) }
      if let failure = parameterFailure(candidate) { throw failure }
      return .success(candidate)
    } catch {
      return .failure(error)
    }
  }

  /// How a URL would be resolved, step by step, with the truth about what callers from outside can't reach.
  public func explain(url text: String) -> [Step] {
    var steps: [Step] = []
    do throws(Failure) {
      let url = try parse(text)
      steps.append(
        Step(
          .parse,
          "scheme \(quoted(url.scheme)), host part \(quoted(url.host)), path \(url.path.map(quoted).joined(separator: " ")), "
            + "\(url.parameters.count) parameters"))
      if let command = settings.policy.outbound[url.scheme] {
        steps.append(Step(.outbound, "it is handed to the system: \(command.joined(separator: " "))"))
        return steps
      }
      if let failure = settings.policy.refusal(of: url) {
        steps.append(Step(.policy, failure.message, isObstacle: true))
        return steps
      }
      steps.append(Step(.policy, "the URL is taken"))
      var candidates = try Candidates(url, self) { steps.append($0) }
      while let candidate = try candidates.next() { end(candidate, &steps) }
    } catch {
      steps.append(Step(.end, error.message, isObstacle: true))
      return steps
    }
    if !steps.contains(where: { $0.stage == .end }) { endNowhere(&steps) }
    return steps
  }

  /// How a local call would be resolved, step by step.
  public func explain(_ target: String, _ action: String) -> [Step] {
    var steps: [Step] = []
    guard ComponentName.isValidTarget(target.utf8), ComponentName.isValid(action.utf8) else {
      return [Step(.parse, "\(quoted("\(target).\(action)")) is not valid: \(ComponentName.rule)", isObstacle: true)]
    }
    let root = ComponentName.root(of: target.utf8)
    if !loader.directories.isEmpty {
      steps.append(
        Step(.component, "looking for \(ComponentName.file(root)) in \(settings.directories.joined(separator: ", "))"))
    }
    load(root: root) { steps.append($0) }
    if entry(target, action) != nil {
      addInterceptors(&steps)
      steps.append(Step(.end, "\(target).\(action) answers"))
      return steps
    }
    if case .loaded(let generation) = loader.ensure(root) {
      if let known = generation.target(target) {
        steps.append(Step(.action, "\(target) has no action '\(action)'", isObstacle: true))
        if known.actions.contains(where: { $0.name == "notFound" }) {
          steps.append(Step(.ladder, "\(target).notFound answers"))
          steps.append(Step(.end, "\(target).notFound answers"))
          return steps
        }
      } else {
        steps.append(Step(.target, "\(root) has no target '\(target)'", isObstacle: true))
      }
    }
    endNowhere(&steps)
    return steps
  }

  private func end(_ candidate: Candidate, _ steps: inout [Step]) {
    let path = "\(candidate.target).\(candidate.action)"
    if let failure = parameterFailure(candidate) {
      steps.append(Step(.parameters, failure.message, isObstacle: true))
    }
    let isFirst = !steps.contains { $0.stage == .end }
    if isFirst { addInterceptors(&steps) }
    steps.append(Step(.end, isFirst ? "\(path) is called" : "\(path) is asked if the one before declines"))
  }

  private func addInterceptors(_ steps: inout [Step]) {
    let names = interceptors.map(\.name)
    if !names.isEmpty {
      steps.append(Step(.interceptors, "on the way are \(names.map(excerpt).joined(separator: ", "))"))
    }
  }

  private func endNowhere(_ steps: inout [Step]) {
    switch loader.ensure(Host.fallback) {
    case .loaded:
      steps.append(Step(.ladder, "the fallback \(Host.fallback) answers"))
      steps.append(Step(.end, "\(Host.fallback).notFound answers"))
    default:
      steps.append(Step(.ladder, "there is no fallback \(Host.fallback)", isObstacle: true))
      steps.append(Step(.end, "the call fails: not found", isObstacle: true))
    }
  }

  private func parameterFailure(_ candidate: Candidate) -> Failure? {
    guard let entry = entry(candidate.target, candidate.action), let check = entry.pointee.check else { return nil }
    return candidate.parameters.withBorrowed(loose: candidate.loose) { parameters in
      guard case .failed(let failure) = check.takeUnretainedValue().check(UnsafeBufferPointer(parameters)) else {
        return nil
      }
      return failure
    }
  }
}

// Routes of the program.
extension Host {
  /// Adds routes of the program: all of them or, if one is wrong or as specific as another, none.
  public func add(_ routes: [Route]) throws(RouteFault) {
    try self.routes.change { (table) throws(RouteFault) in try table.add(routes, owner: .program) }
  }

  /// Takes an owner's routes out, and says how many there were.
  @discardableResult
  public func removeRoutes(of owner: RouteOwner = .program) -> Int {
    routes.change { $0.remove(owner: owner) }
  }

  /// Every route with its owner.
  public var allRoutes: [(route: Route, owner: RouteOwner)] { routes.value.routes }
}
