import ComponentKit
import Glibc

// From a registration that was accepted to a component that can be called.
extension Loader {
  /// Starts a component and puts it into the table; false if the host was closed meanwhile, and the component goes the
  /// way of the others.
  ///
  /// - Parameter patience: whose need it is brought for.
  func bring(_ generation: Generation, _ patience: Patience = .endless) throws(Refusal) -> Bool {
    try begin(generation, patience)
    let (isIn, gone) = put(generation)
    gone?.retire(waiting: settings.stepLimit)
    return isIn
  }

  /// Starts a component and publishes its routes. Where that fails nothing has changed, and it is on its way out.
  func begin(_ generation: Generation, _ patience: Patience = .endless) throws(Refusal) {
    var none: Upgrade?
    try begin(generation, patience, upgrade: &none)
  }

  func begin(
    _ generation: Generation, _ patience: Patience = .endless, upgrade: inout Upgrade?
  ) throws(Refusal) {
    if generation.has(.start), !settings.describesOnly {
      try prepare(generation, patience)
      return try finish(generation, &upgrade)
    }
    do throws(Refusal) {
      try settle(generation, &upgrade)
    } catch {
      discard(generation)
      throw error.ofCode(of: generation)
    }
    admit(generation)
  }

  // The last that may fail. Behind it nothing of the one before is used for the first time, where that would count.
  private func settle(_ generation: Generation, _ upgrade: inout Upgrade?) throws(Refusal) {
    try upgrade?.close()
    do throws(Refusal) {
      try takeRoutes(of: generation)
    } catch {
      upgrade?.reopen()
      throw error
    }
  }

  /// Has started what a component needs in order to start. Where that fails it is on its way out.
  func prepare(_ generation: Generation, _ patience: Patience = .endless) throws(Refusal) {
    do throws(Refusal) {
      try checkRoutes(of: generation)
    } catch {
      discard(generation)
      throw error.ofCode(of: generation)
    }
    admit(generation)
    // What is admitted later does not find it.
    if isClosed {
      abandon(generation)
      throw .closed
    }
    if settings.ignoresNeeds || !generation.has(.start) { return }
    defer { gate.locked { awaited[generation.name] = nil } }
    do throws(Refusal) {
      var seen: Set<String> = []
      try startNeeds(of: generation, for: generation.name, [], &seen, patience)
    } catch {
      abandon(generation)
      throw isClosed ? Refusal.closed : error.ofCode(of: generation)
    }
  }

  /// The rest of what `begin` does.
  func finish(_ generation: Generation, _ upgrade: inout Upgrade?) throws(Refusal) {
    do throws(Refusal) {
      try start(generation)
      try settle(generation, &upgrade)
    } catch {
      abandon(generation)
      throw isClosed ? Refusal.closed : error.ofCode(of: generation)
    }
  }

  /// Lets go of a component that may have begun, and never came to answer.
  func abandon(_ generation: Generation) {
    gate.locked { starting[generation.name] = nil }
    generation.retire(waiting: settings.stepLimit)
  }

  // Lets it call others from now on.
  private func admit(_ generation: Generation) {
    gate.locked {
      generations[generation.name, default: []].append(generation)
      starting[generation.name] = generation
    }
    generation.admitCalls()
    if generation.has(.memoryPressure) { host.memory.watch() }
  }

  private func start(_ generation: Generation) throws(Refusal) {
    let started = core.trace(.load, "start \(generation.name)", ["component": .text(generation.name)]) {
      generation.run(.start, within: settings.stepLimit)
    }
    guard case .failure(let failure) = started else { return }
    if generation.isIsolated, failure.code == .crashed {
      // Whether it is started again is decided as for one that crashed while it was loaded: by its earlier crashes.
      var refusal = Refusal(Refusal.crashed, "its start failed: \(failure.message)", help: Refusal.mend)
      refusal.retry = .whenCallsEnd
      throw refusal
    }
    let isOfProcess = failure.isOfThreads
    var refusal = Refusal(
      "start_failed", "its start failed: \(failure.message)",
      help: isOfProcess
        ? "it is tried again when it is needed"
        : "once that is put right, touch its file: it is tried again when that has changed")
    if isOfProcess { refusal.retry = .whenCallsEnd }
    throw refusal
  }

  /// Has all that a component can't do without be loaded, which starts it, and all that this can't do without.
  ///
  /// - Parameters:
  ///   - name: the component that is to start.
  ///   - way: by which needs it came to this one.
  private func startNeeds(
    of generation: Generation, for name: String, _ way: [String], _ seen: inout Set<String>,
    _ patience: Patience
  ) throws(Refusal) {
    for need in generation.needs where !need.isOptional && seen.insert(need.name).inserted {
      let way = way + [need.name]
      if let cycle = book(way, for: name) { throw circular(cycle, as: gate.locked { states(of: cycle, for: name) }) }
      // Before it is looked at: what changes meanwhile has changed then.
      let state = gate.locked { needState(need.name) }
      switch ensure(need.name, patience, evenHeld: true) {
      // What has a start has had its own needs started before.
      case .loaded(let other):
        if let (cycle, last) = gate.locked({ cycle(from: other, by: way, to: name) }) {
          // The next one may do without.
          throw circular([name] + cycle, .whenReplaced(last.name, generation: last.number))
        }
        if !other.has(.start) { try startNeeds(behind: other, for: name, way, &seen, patience) }
      case .absent: throw missing(need)
      case .refused(let refusal): throw refused(need, refusal, state, for: name)
      case .closed: throw .closed
      case .over(let failure):
        var refusal = Refusal("need_refused", failure.message)
        refusal.retry = .whenComponentAppears(need.name)
        throw refusal
      }
    }
  }

  // The same for what one that is loaded needs: another generation of that may do without.
  private func startNeeds(
    behind other: Generation, for name: String, _ way: [String], _ seen: inout Set<String>, _ patience: Patience
  ) throws(Refusal) {
    do throws(Refusal) {
      try startNeeds(of: other, for: name, way, &seen, patience)
    } catch {
      var refusal = error
      if case .whenNeedsChange(let needs) = error.retry {
        let state = RefusedNeeds.State(file: nil, generation: other.number)
        refusal.retry = .whenNeedsChange(needs.with(other.name, state, needs.root, for: name))
      }
      throw refusal
    }
  }

  // Says what is at the bottom of it, once, by however many needs it is reached.
  private func refused(_ need: Need, _ refusal: Refusal, _ state: RefusedNeeds.State, for name: String) -> Refusal {
    let known = if case .whenNeedsChange(let needs) = refusal.retry { needs } else { RefusedNeeds([:], nil) }
    let root = known.root ?? RefusedNeeds.Root(name: need.name, message: refusal.message)
    let message =
      root.name == name ? root.message : "it needs the component '\(root.name)', which is refused: \(root.message)"
    var own = Refusal("need_refused", message, help: refusal.help)
    // What this very call is just starting is there for the next one, and so is what was only not ready.
    let isPassing =
      [Refusal.inThisCall, Refusal.crashed, Refusal.quarantined].contains(refusal.reason) || refusal.isOfChange
      || refusal.retry == .whenCallsEnd
    if isPassing {
      own.retry = .whenComponentAppears(need.name)
    } else {
      own.retry = .whenNeedsChange(known.with(need.name, state, root, for: name))
    }
    return own
  }

  /// What there is of a component that another one needs. Under the gate.
  func needState(_ name: String) -> RefusedNeeds.State {
    if let generation = slots[name]?.generation {
      return RefusedNeeds.State(file: nil, generation: generation.number)
    }
    for directory in directories {
      let path = directory.path(of: name)
      var status = stat()
      if stat(path, &status) == 0 {
        return RefusedNeeds.State(file: ComponentFile.Identity(status, path: path), generation: nil)
      }
    }
    return RefusedNeeds.State(file: nil, generation: nil)
  }

  // Of the other members of a circle. Under the gate.
  private func states(of cycle: [String], for name: String) -> [String: RefusedNeeds.State] {
    var states: [String: RefusedNeeds.State] = [:]
    for other in cycle where other != name { states[other] = needState(other) }
    return states
  }

  private func circular(_ cycle: [String], as states: [String: RefusedNeeds.State]) -> Refusal {
    circular(cycle, .whenNeedsChange(RefusedNeeds(states, nil)))
  }

  private func circular(_ cycle: [String], _ retry: Refusal.Retry) -> Refusal {
    var refusal = Refusal(
      "circular_needs", "the needs of components form a cycle: \(cycle.joined(separator: " → "))",
      help: "one of them has to do without another when it starts: declare that need as optional")
    refusal.retry = retry
    return refusal
  }

  // The way back to a component that is replaced, through what is loaded and needs the one before; with what closes it.
  // Under the gate.
  private func cycle(
    from generation: Generation, by way: [String], to name: String
  ) -> (way: [String], last: Generation)? {
    var ways = [(generation, way)]
    var seen: Set<String> = []
    while let (generation, way) = ways.popLast() {
      for need in generation.needs where !need.isOptional && seen.insert(need.name).inserted {
        let way = way + [need.name]
        if need.name == name { return (way, generation) }
        if let next = slots[need.name]?.generation { ways.append((next, way)) }
      }
    }
    return nil
  }

  // Books what a load is about to wait for. Where that waits for this very load in turn, the members of the cycle.
  private func book(_ way: [String], for name: String) -> [String]? {
    gate.locked {
      awaited[name] = way
      var cycle = [name] + way
      while let last = cycle.last, last != name {
        guard case .loading = slots[last], let next = awaited[last] else { return nil }
        cycle += next
        // A cycle that this load is no part of is found by one of its members.
        if cycle.count > slots.count + way.count { return nil }
      }
      return cycle
    }
  }
}
