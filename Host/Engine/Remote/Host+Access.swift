import ComponentABI
import ComponentKit
import Synchronization

// What callers from outside may reach.
extension Host {
  /// Sees to it that a component is there, if it can be; why it is refused, where it is. Fails once patience with another
  /// thread's load is over.
  func load(root: String, _ patience: Patience, _ trace: ((Step) -> Void)?) throws(Failure) -> Refusal? {
    if let trace, !loader.directories.isEmpty {
      let directories = settings.directories.joined(separator: ", ")
      trace(Step(.component, "looking for \(ComponentName.file(root)) in \(directories)"))
    }
    switch loader.ensure(root, patience) {
    case .loaded(let generation):
      let standing = trace == nil ? "" : LoadedComponent(generation).standing
      trace?(Step(.component, "\(root) is loaded" + (generation.file.map { " from \($0.path)\(standing)" } ?? "")))
    case .absent(let snapshot):
      if let trace {
        let near = failure(.component(root, snapshot), root, nil).near
        trace(
          Step(.component, "there is no component \(quoted(root))\(near)", isObstacle: true, isAbsence: true))
      }
    case .refused(let refusal):
      trace?(Step(.component, "the component \(quoted(root)) is refused: \(refusal.message)", isObstacle: true))
      return refusal
    case .closed: trace?(Step(.component, Failure.closed.message, isObstacle: true))
    case .over(let failure): throw failure.byHost
    }
    return nil
  }

  /// Why nothing is called for who asks for a version of a component; nil where it is there in one that will do.
  ///
  /// - Parameter entry: an action of it that was found; else what its name stands for counts.
  func absence(of name: String, for origin: OutsideOrigin, _ entry: UnsafeMutablePointer<Entry>?) -> Failure? {
    // Then nothing is there, and it is told why.
    if loader.isClosed { return nil }
    let generation =
      entry.map { $0.pointee.generation.takeUnretainedValue() }
      ?? loader.gate.locked { loader.slots[name]?.generation }
    guard let version = generation?.version else {
      return Failure(.notFound, Failure.notHere, "the component \(quoted(name)) is not here").toOutside
    }
    let details: Fields = ["version": .text("\(version)")]
    if let major = origin.majorVersion, version.major != major {
      return Failure(
        .notFound, Failure.otherVersion,
        "the component \(quoted(name)) is here in version \(version), and another major version is asked for",
        details: details
      ).toOutside
    }
    guard let minimum = origin.minimumVersion, version < minimum else { return nil }
    return Failure(
      .notFound, Failure.olderVersion,
      "the component \(quoted(name)) is here in version \(version), and \(minimum) or newer is asked for",
      details: details
    ).toOutside
  }

  /// Why there is no such action, for people; nil where its component is not there.
  func absence(of target: String, _ action: String) -> Step? {
    do throws(Failure) {
      try lookUp(target, action, .endless)
      // It came meanwhile.
      return nil
    } catch {
      switch error.reason {
      case "no_such_component", "component_refused", Failure.closed.reason: return nil
      case "no_such_target":
        return Step(.target, "\(error.message)\(error.near)", isObstacle: true, isAbsence: true)
      default: return Step(.action, "\(error.message)\(error.near)", isObstacle: true, isAbsence: true)
      }
    }
  }

  /// Whether callers from outside may reach an action.
  func access(to entry: UnsafeMutablePointer<Entry>?, _ target: String, _ action: String) -> Access {
    guard let entry else { return .missing }
    if loader.core.pointee.looksAtNames, let objection = settings.policy.objection(to: target, action) {
      return .denied(objection)
    }
    return entry.pointee.isRemote ? .open : .denied("it is not open to callers from outside")
  }

  /// Whether callers from outside reach an action as it is registered now. Nothing is loaded to tell, and nobody is waited for.
  public func isOpenNow(_ target: String, _ action: String) -> Bool {
    if case .open = access(to: liveEntry(target, action), target, action) { true } else { false }
  }

  /// For the host's own log.
  static func denial(of target: String, _ action: String, _ objection: String) -> String {
    "a call from outside to \(target).\(action) was denied: \(objection)"
  }

  /// The same, where what a URL's query says is refused because the policy is strict; nil where it is not.
  func strictDenial(_ told: Failure, _ url: CallURL, _ candidate: Candidate) -> String? {
    guard settings.policy.refusesUnknown, told.isOfUndeclared, told.voice == .outside,
      let name = told.details["parameter"]?.text,
      url.parameters.keys.contains(where: { excerpt($0) == name })
    else { return nil }
    return Host.denial(
      of: candidate.target, candidate.action,
      "it does not declare \(quoted(name)), and the policy refuses what is unknown")
  }

  enum Access { case open, missing, denied(String) }

  /// What answers to a target and an action, also where calls of it are held, or have to look first whether they belong to
  /// a generation before.
  ///
  /// - Parameter patience: whose question it is: within a call of what was taken out that answers still.
  func entry(
    _ target: String, _ action: String, _ patience: Patience = .endless
  ) -> UnsafeMutablePointer<Entry>? {
    let known = liveEntry(target, action)
    // What is live, and no call has to look first, is nobody's but its own.
    if let known, known.pointee.isLive.load(ordering: .acquiring) { return known }
    if let home = patience.home(of: ComponentName.root(of: target.utf8)) { return home.target(target)?.entry(action) }
    // It may have been replaced since the first look.
    return known ?? liveEntry(target, action)
  }

  func liveEntry(_ target: String, _ action: String) -> UnsafeMutablePointer<Entry>? {
    let known = target.utf8.span.withUnsafeBufferPointer { target in
      action.utf8.span.withUnsafeBufferPointer { action in
        let (target, action) = (component_text(target), component_text(action))
        return loader.core.pointee.table.find(nameHash(target, action), target, action)
      }
    }
    guard let known else { return nil }
    let isLive = known.pointee.takesCalls || known.pointee.generation._withUnsafeGuaranteedRef { $0.state == .live }
    return isLive ? known : nil
  }
}

extension Host {
  /// Whether an action is only there until its component was replaced, for whoever can wait for that.
  func isHeld(_ entry: UnsafeMutablePointer<Entry>, for patience: Patience) -> Bool {
    if entry.pointee.takesCalls || patience.isNever { return false }
    return entry.pointee.generation._withUnsafeGuaranteedRef { generation in
      generation.isHeld.load(ordering: .acquiring) && !patience.belongs(to: generation)
    }
  }

  /// What answers to a target and an action once no hand-over of their component is under way: what is said in a URL is
  /// brought together with what that declares.
  func settledEntry(
    _ target: String, _ action: String, _ patience: Patience
  ) throws(Failure) -> UnsafeMutablePointer<Entry>? {
    while let entry = entry(target, action, patience) {
      if !isHeld(entry, for: patience) { return entry }
      // It may be the next one's own doing that it is not there yet.
      if try load(root: ComponentName.root(of: target.utf8), patience, nil) != nil { return nil }
    }
    return nil
  }
}

extension Failure {
  /// The names that may have been meant, behind a clause.
  var near: String {
    let names = details["suggestions"]?.list?.compactMap(\.text).map(quoted) ?? []
    return names.isEmpty ? "" : "; did you mean \(names.joined(separator: " or "))?"
  }
}

extension Dispatch {
  /// What a call from outside ends with that would run an action which is not open to it; the host's log is told why.
  @inline(never)
  func hidden(_ entry: UnsafeMutablePointer<Entry>) -> Failure? {
    // The host's own question to an interceptor.
    if request.pointee.isQuestion || seat.pointee.isOwners { return nil }
    let host = seat.pointee.core.pointee.host.takeUnretainedValue()
    let (target, action) = (entry.pointee.target.string, entry.pointee.action.string)
    guard case .denied(let objection) = host.access(to: entry, target, action) else { return nil }
    host.settings.report(Report(.denied, Host.denial(of: target, action, objection)))
    return Failure(
      .notFound, "no_such_action", "\(target) has no action '\(action)' for callers from outside",
      details: ["target": .text(target), "action": .text(action)])
  }
}

// Calls from outside that may change nothing.
extension Dispatch {
  /// Whether an action may change something that this call must leave as it is.
  func mayChange(_ entry: UnsafeMutablePointer<Entry>) -> Bool { seat.pointee.onlyReads && !entry.pointee.reads }

  /// What such a call ends with.
  @inline(never)
  func changing(_ entry: UnsafeMutablePointer<Entry>) -> Failure? {
    // The host's own question to an interceptor.
    guard mayChange(entry), !request.pointee.isQuestion else { return nil }
    return Failure(
      .denied, Failure.mayChange, "what answers may change something, which a call that only reads must not do"
    ).toOutside
  }
}

extension Failure {
  /// The reason of a call that only reads, and would change something.
  static let mayChange = "may_change"
}
