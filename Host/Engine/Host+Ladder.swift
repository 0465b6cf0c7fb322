import ComponentABI
import ComponentKit
import Glibc
import Synchronization

/// Why no component answers a call.
enum NoAnswer {
  case invalidName(String)
  /// With the names of all components, where they are known already.
  case component(String, NameSnapshot?)
  case target(Generation)
  case action(Generation, Generation.Target)
  case refused(String, Refusal)

  var isOfComponent: Bool { if case .component = self { true } else { false } }

  /// The same words in failures, in a fallback's parameters and in the documentation.
  var reason: String {
    switch self {
    case .invalidName: "invalid_name"
    case .component: "no_such_component"
    case .target: "no_such_target"
    case .action: "no_such_action"
    // It is there for everybody else.
    case .refused(_, let refusal):
      [Refusal.inThisCall, Refusal.quarantined].contains(refusal.reason) ? refusal.reason : "component_refused"
    }
  }
}

// The notFound ladder: what answers a call whose names are not in the table.
extension Host {
  /// Loads what the call needs and runs it, or walks down the ladder.
  func resolve(_ dispatch: Dispatch) -> Int32 {
    guard dispatch.seat.pointee.isOpen else { return dispatch.end(.tooEarly) }
    if loader.isClosed { return dispatch.end(.closed) }
    let request = dispatch.request
    guard request.pointee.hasNames else {
      return dispatch.end(Failure(.notFound, "invalid_name", "the call's target or action is not valid UTF-8"))
    }
    let name = ComponentName.root(of: request.pointee.target.utf8)
    let parent = dispatch.parent(ThreadState.current)
    if let result = stay(dispatch, name, parent) { return result }
    // For a call that only has to look first no lock is taken.
    if let entry = dispatch.entry(request.pointee.target, request.pointee.action), dispatch.looks(at: entry),
      let result = dispatch.runAsked(entry)
    {
      return result
    }
    if let known = loader.absence(request.pointee.target, request.pointee.action) { return answer(dispatch, known) }
    guard ComponentName.isValidTarget(request.pointee.target.utf8) else {
      return dispatch.end(failure(.invalidName(request.pointee.target.string), request))
    }
    guard ComponentName.isValid(request.pointee.action.utf8) else {
      return dispatch.end(failure(.invalidName(request.pointee.action.string), request))
    }
    if !dispatch.waits, let kept = loader.keep(dispatch, of: name) { return kept }
    while true {
      let missing: NoAnswer
      // It may have been replaced since.
      if let result = stay(dispatch, name, parent) { return result }
      switch loader.ensure(name, Patience(dispatch)) {
      case .loaded(let generation):
        if let entry = dispatch.entry(request.pointee.target, request.pointee.action) {
          // The caller's place stands for what was replaced or taken out.
          request.pointee.place?.remember(entry)
          if let result = dispatch.runAsked(entry) { return result }
        }
        // It was taken out, or is held, since it was found.
        guard loader.answers(generation) else { continue }
        // Or it has just begun to take calls from whoever does not look first.
        if generation.takesCalls, let entry = dispatch.entry(request.pointee.target, request.pointee.action),
          entry.pointee.generation.toOpaque() == Unmanaged.passUnretained(generation).toOpaque()
        {
          sched_yield()
          continue
        }
        missing =
          generation.target(request.pointee.target.string).map { .action(generation, $0) } ?? .target(generation)
      case .absent(let snapshot): missing = .component(name, snapshot)
      case .refused(let refusal): missing = .refused(name, refusal)
      case .closed: return dispatch.end(.closed)
      case .over(let failure): return dispatch.end(failure)
      }
      if let result = descend(dispatch, missing) { return result }
    }
  }

  // In the generation that the call belongs to, although another one answers, or none does; nil where it is to go by the
  // names.
  private func stay(_ dispatch: Dispatch, _ name: String, _ parent: UnsafeMutablePointer<Frame>?) -> Int32? {
    guard let home = dispatch.home(of: name, parent) else { return nil }
    let known = home.target(dispatch.request.pointee.target.string)
    if let entry = known?.entry(dispatch.request.pointee.action.string) { return dispatch.stay(in: home, entry) }
    return descend(dispatch, known.map { .action(home, $0) } ?? .target(home), in: home)
  }

  /// Asks the rungs of the ladder, and ends the call where none answers; nil where a rung's component was taken out or held
  /// since it was found.
  ///
  /// - Parameter home: the generation that the call belongs to, where that is another one than answers.
  private func descend(_ dispatch: Dispatch, _ missing: NoAnswer, in home: Generation? = nil) -> Int32? {
    let failure = failure(missing, dispatch.request)
    // For a caller from outside the URL's own end has the fallback: here the names may be others than the URL's.
    if dispatch.isFromOutside { return dispatch.end(failure) }
    if case .action(_, let target) = missing, let rung = target.entry(Host.notFound) {
      return ask(rung, dispatch, failure, stays: home != nil)
    }
    if home == nil, let snapshot = snapshot(of: missing) {
      let request = dispatch.request
      let absence = snapshot.keep(
        failure.byHost, request.pointee.target, request.pointee.action, isOfComponent: missing.isOfComponent)
      return answer(dispatch, absence)
    }
    if mayGoElsewhere, missing.isOfComponent, let result = goElsewhere(dispatch, failure) { return result }
    return askFallback(dispatch, failure) ?? dispatch.end(failure)
  }

  // What the answer may be kept in, for as long as it holds.
  private func snapshot(of missing: NoAnswer) -> NameSnapshot? {
    switch missing {
    case .component(_, let snapshot): return snapshot
    case .action(let generation, _), .target(let generation):
      // The one that answers now has answered when the snapshot was taken.
      guard let snapshot = loader.look(), loader.answers(generation) else { return nil }
      return snapshot
    case .invalidName, .refused: return nil
    }
  }

  private func answer(_ dispatch: Dispatch, _ absence: Absence) -> Int32 {
    if mayGoElsewhere, absence.isOfComponent, !dispatch.isFromOutside,
      let result = goElsewhere(dispatch, absence.answer.failure)
    {
      return result
    }
    // The names say as well whether there is a fallback; one that was taken out answers within its own calls.
    if !dispatch.isFromOutside,
      absence.hasFallback || dispatch.home(of: Host.fallback, dispatch.parent(ThreadState.current)) != nil,
      let result = askFallback(dispatch, absence.answer.failure)
    {
      return result
    }
    let answer = absence.answer
    if dispatch.request.pointee.tell(answer.failure) { return answer.failure.code.rawValue }
    return withExtendedLifetime(answer) { dispatch.end(.borrowedFailure(answer.borrowed)) }
  }

  /// Leaves a call to the fallback; nil where there is none.
  func askFallback(_ dispatch: Dispatch, _ failure: Failure) -> Int32? {
    guard ComponentName.root(of: dispatch.request.pointee.target.utf8) != Host.fallback else { return nil }
    let parent = dispatch.parent(ThreadState.current)
    while true {
      // It may have been replaced since.
      if let home = dispatch.home(of: Host.fallback, parent) {
        guard let rung = home.fallback else { return nil }
        if let result = ask(rung, dispatch, failure, stays: true) { return result }
        continue
      }
      switch loader.ensure(Host.fallback, Patience(dispatch)) {
      case .loaded(let generation):
        guard let rung = generation.fallback else { return nil }
        if let result = ask(rung, dispatch, failure) { return result }
        // It was taken out, or is held, since it was found.
        if loader.answers(generation), !generation.takesCalls { return nil }
        sched_yield()
      case .refused(let refusal) where refusal.reason == PluginDirectory.unreadable: return nil
      // It is missing in its own start, and says so itself.
      case .refused(let refusal) where refusal.reason == Refusal.inThisCall: return nil
      case .refused(let refusal):
        settings.report(Report(.fallbackRefused, "the fallback \(Host.fallback) is refused: \(refusal.message)"))
        return nil
      case .over(let failure): return dispatch.end(failure)
      case .absent, .closed: return nil
      }
    }
  }

  /// The component that answers for whatever is missing.
  static let fallback = "NotFound"
  /// The action that answers for what a target has not.
  static let notFound = "notFound"

  private func ask(
    _ rung: UnsafeMutablePointer<Entry>, _ dispatch: Dispatch, _ failure: Failure, stays: Bool = false
  ) -> Int32? {
    // What answers is not what the caller's place stands for.
    var request = dispatch.request.pointee
    request.place = nil
    return withUnsafePointer(to: &request) {
      ask(rung, Dispatch(seat: dispatch.seat, request: $0, waits: dispatch.waits), because: failure, stays)
    }
  }

  private func ask(
    _ rung: UnsafeMutablePointer<Entry>, _ dispatch: Dispatch, because failure: Failure, _ stays: Bool
  ) -> Int32? {
    let request = dispatch.request
    let original = UnsafeBufferPointer(
      start: request.pointee.parameters, count: request.pointee.parameters == nil ? 0 : request.pointee.parameter_count)
    if let failure = dispatch.fault(original.baseAddress, original.count) { return dispatch.end(failure) }
    let parameters: Fields = [
      "target": .text(request.pointee.target.string), "action": .text(request.pointee.action.string),
      "parameters": .map(Fields(copying: original)), "reason": .text(failure.reason),
      "message": .text(failure.message),
    ]
    return parameters.withBorrowed { parameters in
      Rung(dispatch, failure).run(
        rung, dispatch, UnsafePointer(parameters.baseAddress), parameters.count, stays: stays)
    }
  }

  // MARK: the last rung

  func failure(_ missing: NoAnswer, _ request: UnsafePointer<component_request>) -> Failure {
    failure(missing, request.pointee.target.string, request.pointee.action.string)
  }

  /// What is missing, in words; without an action only the target was asked for.
  func failure(_ missing: NoAnswer, _ target: String, _ action: String?) -> Failure {
    // The keys differ, so the fields are added without a look at those before.
    var details: [(String, Value)] = []
    details.reserveCapacity(6)
    details.append(("target", .text(excerpt(target))))
    if let action { details.append(("action", .text(excerpt(action)))) }
    var code = Failure.Code.notFound
    let message: String
    var near: [String] = []
    switch missing {
    case .invalidName(let name):
      message = "\(quoted(name)) is not a valid name"
      details.append(("rule", .text(ComponentName.rule)))
    case .component(let name, let snapshot):
      message = "no component named '\(name)'"
      details.append(("directories", directoryList))
      near = nearNames(to: name, among: (snapshot ?? loader.look())?.names ?? Set(names))
    case .target(let generation):
      message = "\(generation.name) has no target '\(target)'"
      near = nearNames(to: target, among: generation.targets.map(\.name))
    case .action(_, let known):
      let action = action ?? ""
      message = "\(target) has no action '\(action)'"
      near = nearNames(to: action, among: known.entries.map { $0.pointee.action.string })
    case .refused(let name, let refusal) where refusal.reason == Refusal.inThisCall:
      code = .refused
      message = "the component '\(name)' can't be called: \(refusal.message)"
    case .refused(let name, let refusal):
      code = .refused
      let how = refusal.reason == Refusal.quarantined ? "in quarantine" : "refused"
      message = "the component '\(name)' is \(how): \(refusal.message)"
      details.append(("refusal", .text(refusal.reason)))
      if let file = refusal.file { details.append(("file", .text(file))) }
      if let help = refusal.help { details.append(("help", .text(help))) }
    }
    if !near.isEmpty { details.append(("suggestions", .list(near.map(Value.text)))) }
    return Failure(code, missing.reason, message, details: Fields(unique: details))
  }
}

extension Generation {
  /// What answers for whatever is missing, where it is the fallback.
  fileprivate var fallback: UnsafeMutablePointer<Entry>? { target(Host.fallback)?.entry(Host.notFound) }
}

extension Dispatch {
  fileprivate func looks(at entry: UnsafeMutablePointer<Entry>) -> Bool {
    entry.pointee.generation._withUnsafeGuaranteedRef { $0.looks(at: entry) }
  }

  /// What the table has under that name.
  func entry(_ target: component_text, _ action: component_text) -> UnsafeMutablePointer<Entry>? {
    seat.pointee.core.pointee.table.find(nameHash(target, action), target, action)
  }
}
