import ComponentABI
public import ComponentKit

// URLs, as the embedding program asks about them.
extension Host {
  /// What `open` would call, without calling it; the failure is the one that the caller from outside would get.
  ///
  /// Interceptors are not asked, but those that are components must be there. Neither are handlers asked that might
  /// decline; a fallback's page is no answer here. What goes to the system has neither target nor action. The host's log
  /// is told which interceptor is missing.
  public func canOpen(_ text: String) -> Result<Candidate, Failure> { canOpen(text, .endless) }

  /// The same; `denied` hears why callers from outside do not get what there is.
  package func canOpen(_ text: String, denied: (String) -> Void) -> Result<Candidate, Failure> {
    canOpen(text, .endless, denied: denied)
  }

  /// The same, with patience for what has to be loaded.
  func canOpen(
    _ text: String, _ patience: Patience, denied: (String) -> Void = { _ in }
  ) -> Result<Candidate, Failure> {
    do throws(Failure) {
      let (url, outbound) = try way(of: text)
      if let failure = interceptorFailure(patience) {
        if failure.isNotLoaded { throw failure }
        settings.report(Report(.failedInside, "\(url.shown) can't be opened from outside: \(failure.message)"))
        throw failure.told(url, nil)
      }
      var candidates = Candidates(Opening(url: url, added: nil), self, patience, isForeign: outbound != nil)
      let found = try candidates.next(patience)
      if candidates.isOut, let outbound { return .success(try outbound.candidate(settings.policy)) }
      guard let candidate = found else {
        if loader.isClosed { throw .closed }
        candidates.denials.words.forEach(denied)
        throw candidates.denials.failure(url)
      }
      if let failure = parameterFailure(candidate, patience) {
        let told = failure.told(url, candidate)
        if let denial = strictDenial(told, url, candidate) { denied(denial) }
        throw told
      }
      return .success(candidate)
    } catch {
      return .failure(error)
    }
  }

  /// How a URL would be resolved, step by step, with the truth about what callers from outside can't reach.
  public func explain(url text: String) -> [Step] {
    var steps: [Step] = []
    // Where something was replaced meanwhile the steps are of both generations.
    for _ in 0..<10 {
      var isWhole = true
      steps = explain(url: text, &isWhole)
      if isWhole { break }
    }
    return steps
  }

  private func explain(url text: String, _ isWhole: inout Bool) -> [Step] {
    let (url, outbound): Way
    do throws(Failure) { (url, outbound) = try way(of: text) } catch { return refusing(text, error) }
    var steps: [Step] = []
    if url.isCall { steps.append(Step(.parse, url.outline)) }
    steps.append(Step(.policy, "the URL is taken"))
    var asked: [Step] = []
    let failure = addInterceptors(&asked)
    steps += asked
    if let failure {
      steps.append(Step(failure: failure.told(url, nil)))
      return steps
    }
    let opening = Opening(url: url, added: nil)
    var candidates = Candidates(opening, self, .endless, isForeign: outbound != nil) { steps.append($0) }
    defer { isWhole = !candidates.hasBegunAnew && !candidates.mayBeOthers }
    do throws(Failure) {
      let found = try candidates.next(.endless)
      if candidates.isOut, let outbound {
        steps = [Step(.policy, "the URL is taken")] + asked
        do throws(Failure) { try outbound.check(settings.policy) } catch {
          return steps + [Step(.outbound, error.message, isObstacle: true), Step(failure: error)]
        }
        return steps + [outbound.step]
      }
      guard let first = found else {
        // Where something may not be reached, what else does not fit says nothing.
        if candidates.denials.isEmpty { steps += misses(url) }
        // Where a route takes the URL, the action that its own words name need not be there.
        if steps.contains(where: { $0.stage == .route && !$0.isObstacle }) {
          let meant = steps.filter { !$0.isAbsence }
          steps = steps.filter { !$0.isAbsence || !meant.contains($0.meant) }.map { $0.isAbsence ? $0.passed : $0 }
        }
        endNowhere(&steps, candidates.denials.isForNow ? Host.unavailable(url) : nil)
        return steps
      }
      let ends = ends(first, url, &candidates)
      // What does not lead there by one way does no harm where another does.
      return steps.map(\.passed) + ends
    } catch {
      // What stops it came behind all that it got past.
      return steps.map(\.passed) + stops(error)
    }
  }

  // A URL that is not taken, as far as it can be read.
  private func refusing(_ text: String, _ failure: Failure) -> [Step] {
    guard !loader.isClosed else { return [Step(failure: failure)] }
    let url = text.utf8.span.withUnsafeBytes { bytes in
      Result { () throws(Failure) in try parse(bytes) }
    }
    guard case .success(let url) = url else {
      return [Step(.parse, failure.message, isObstacle: true), Step(failure: failure)]
    }
    return [Step(.parse, url.outline)] + stops(failure)
  }

  // What stops a URL, and how its call ends.
  private func stops(_ failure: Failure) -> [Step] {
    let stage: Step.Stage? =
      switch failure.code {
      case .invalidParameters: .parameters
      case .denied: .policy
      default: nil
      }
    return (stage.map { [Step($0, failure.message, isObstacle: true)] } ?? []) + [Step(failure: failure)]
  }

  /// How a local call would be resolved, step by step.
  public func explain(_ target: String, _ action: String) -> [Step] {
    var steps: [Step] = []
    if loader.isClosed { return [Step(failure: .closed)] }
    if let failure = addInterceptors(&steps) {
      steps.append(Step(failure: failure))
      return steps
    }
    guard ComponentName.isValidTarget(target.utf8), ComponentName.isValid(action.utf8) else {
      steps.append(
        Step(.parse, "\(quoted("\(target).\(action)")) is not valid: \(ComponentName.rule)", isObstacle: true))
      return steps
    }
    let root = ComponentName.root(of: target.utf8)
    _ = try? load(root: root, .endless) { steps.append($0) }
    if entry(target, action) != nil {
      steps.append(Step(.end, "\(target).\(action) answers"))
      return steps
    }
    if case .absent = loader.ensure(root), settings.policy.elsewhere.covers(target) {
      let (step, isEnd) = elsewhereStep(root, "\(target).\(action)")
      if isEnd { return steps.map(\.passed) + [step, Step(.end, "\(target).\(action) is called elsewhere")] }
      steps.append(step)
    }
    if case .loaded(let generation) = loader.ensure(root) {
      if let step = absence(of: target, action) { steps.append(step) }
      if generation.target(target)?.entry(Host.notFound) != nil {
        steps.append(Step(.ladder, "\(target).notFound answers"))
        steps.append(Step(.end, "\(target).notFound answers"))
        return steps
      }
    }
    endNowhere(&steps)
    return steps
  }

  // What becomes of a call that the policy lets be made elsewhere, and whether it goes there.
  private func elsewhereStep(_ name: String, _ path: String) -> (Step, isEnd: Bool) {
    guard let elsewhere else {
      return (Step(.elsewhere, "the policy lets it be called elsewhere, but this host is in no cluster"), false)
    }
    guard let known = elsewhere.known(name) else {
      return (
        Step(.elsewhere, "the policy lets it be called elsewhere, where nobody has said yet that it is there"), true
      )
    }
    let hosts = known.hosts == 1 ? "1 host" : "\(known.hosts) hosts"
    return (
      Step(
        .elsewhere,
        "the policy lets it be called elsewhere: in \(known.version) on \(hosts), as was said "
          + "\(known.age.components.seconds) s ago\(known.words(of: path))"), true
    )
  }

  // What answers, and what is asked if that leaves the call to others. All steps of the search come before.
  private func ends(_ first: Candidate, _ url: CallURL, _ candidates: inout Candidates) -> [Step] {
    var steps = first.words
    if let failure = parameterFailure(first) {
      steps.append(Step(.parameters, failure.words(url, first), isObstacle: true))
      steps.append(Step(failure: failure.told(url, first)))
      return steps
    }
    var ends = [Step(.end, "\(first.target).\(first.action) is called")]
    do throws(Failure) {
      while let candidate = try candidates.next(.endless) {
        let path = "\(candidate.target).\(candidate.action)"
        steps += candidate.words
        if let failure = parameterFailure(candidate) {
          steps.append(Step(.parameters, "\(path): \(failure.words(url, candidate))"))
        }
        ends.append(Step(.end, "\(path) is asked if the one before declines"))
      }
    } catch {
      steps.append(Step(.parameters, error.message))
    }
    return steps + ends
  }

  // Those that are asked before all else, and how the call fails where one of them can't be.
  private func addInterceptors(_ steps: inout [Step]) -> Failure? {
    let names = interceptors.map(\.name)
    if names.isEmpty { return nil }
    // One of them may refuse the call all the same.
    let (verb, all) = (names.count == 1 ? "is" : "are", names.map(excerpt).joined(separator: ", "))
    steps.append(Step(.interceptors, "on the way \(verb) \(all), which \(verb) not asked here"))
    let failure = interceptorFailure(.endless)
    if let failure { steps.append(Step(.interceptors, failure.message, isObstacle: true)) }
    return failure
  }

  // How every call fails because one of them can't be asked; nil where all can be.
  private func interceptorFailure(_ patience: Patience) -> Failure? {
    for interceptor in interceptors {
      if let target = interceptor.asked, let failure = interceptorFailure(target, patience) { return failure.byHost }
    }
    return nil
  }

  private func endNowhere(_ steps: inout [Step], _ failure: Failure? = nil) {
    switch loader.ensure(Host.fallback) {
    case .loaded:
      steps.append(Step(.ladder, "the fallback \(Host.fallback) answers"))
      steps.append(Step(.end, "\(Host.fallback).notFound answers"))
    default:
      steps.append(Step(.ladder, "there is no fallback \(Host.fallback)", isObstacle: true))
      steps.append(failure.map { Step(failure: $0) } ?? Step(.end, "the call fails: not found", isObstacle: true))
    }
  }

  /// Why the action of a URL would not run with what it says; nil where it would.
  func parameterFailure(_ candidate: Candidate, _ patience: Patience = .endless) -> Failure? {
    guard let entry = entry(candidate.target, candidate.action, patience), let check = entry.pointee.check else {
      return nil
    }
    var failure: Failure?
    _ = candidate.withBorrowedParameters { parameters in
      if case .failed(let found) = check.takeUnretainedValue().check(UnsafeBufferPointer(parameters)) {
        failure = found.suggesting(candidate.hints).byHost
      }
      return COMPONENT_OK
    }
    return failure
  }
}

extension Candidate {
  /// What became of the URL's query, for people.
  fileprivate var words: [Step] {
    let renamed = notes?.renamed.map { "\(quoted($0.said)) is taken as \(quoted($0.name))" } ?? []
    return (renamed + ignored.map { "\($0)" }).map { Step(.parameters, $0) }
  }
}

extension Failure {
  // What is wrong with parameters, for people.
  fileprivate func words(_ url: CallURL, _ candidate: Candidate) -> String {
    countingValues(of: url, candidate).message + near
  }
}

extension CallURL {
  // What was read, for people.
  fileprivate var outline: String {
    let limit = 8
    let parts = path.prefix(limit).map(quoted) + (path.count > limit ? ["… (\(path.count) parts)"] : [])
    return "scheme \(quoted(scheme)), host part \(quoted(host)), "
      + (parts.isEmpty ? "no path, " : "path \(parts.joined(separator: " ")), ")
      + (parameters.count == 1 ? "1 parameter" : "\(parameters.count) parameters")
  }
}

// Routes of the program.
extension Host {
  /// Adds routes of the program: all of them or, if one is wrong or as specific as another, none.
  public func add(_ routes: [Route]) throws(RouteFault) {
    try self.routes.change { (table) throws(RouteFault) in try table.add(routes, owner: .program) }
  }

  /// Takes one route of the program out: that of the same URLs, priority, target and action; false where there is none.
  @discardableResult
  public func remove(_ route: Route) -> Bool {
    routes.change { table in
      table.remove(route, owner: .program) { there, _ in there.target == route.target && there.action == route.action }
    }
  }

  /// Takes an owner's routes out, and says how many there were.
  @discardableResult
  public func removeRoutes(of owner: RouteOwner = .program) -> Int {
    routes.change { $0.remove(owner: owner) }
  }

  /// Why no URL of a route gets through to its action, though its action is there: the route says what the action can't
  /// take, in whatever way its pattern is read; nil where some get through. JSON in a path, which can be a list, is no way
  /// to write one.
  package func misfit(of route: Route) -> String? {
    guard let check = entry(route.target, route.action)?.pointee.check?.takeUnretainedValue(),
      let variants = try? route.compiled()
    else { return nil }
    let misfits = variants.map { route.misfit($0, check) ?? route.noText($0, check) }
    return misfits.contains(nil) ? nil : misfits.first?.map { "it \($0)" }
  }

  /// What a route renames in vain, whatever comes by it; nil where it does not.
  package func vainRename(of route: Route) -> String? {
    guard let check = entry(route.target, route.action)?.pointee.check?.takeUnretainedValue() else { return nil }
    return route.vainRename(check).map { "it \($0)" }
  }

  /// Every route with its owner.
  public var allRoutes: [(route: Route, owner: RouteOwner)] { routes.value.routes }
}

extension ElsewhereKnowledge {
  // What was said of an action; nothing where nobody has.
  fileprivate func words(of path: String) -> String {
    guard let actions else { return "" }
    let words =
      switch actions.reads[path] {
      case nil: "\(path) was not among what is open there"
      case true?: "\(path) is open there, and only reads"
      case false?: "\(path) is open there"
      }
    return "; \(words), as was said \(actions.age.components.seconds) s ago"
  }
}
