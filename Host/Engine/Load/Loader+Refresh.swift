import ComponentKit
import Glibc
import Synchronization

// Changes of files.
extension Loader {
  /// Brings all that is loaded in line with the folders, one component after the other. With names, only those.
  ///
  /// - Parameter isAsked: whether somebody asks for the refresh. Then what was refused, and is not loaded, has another
  ///   chance, which it has not where a file has changed that need not be its own; and what is new is told.
  func refresh(only names: Set<String>? = nil, isAsked: Bool = false) -> [Change] {
    if ThreadState.current.pointee.frame?.isInStep == true || isInTurn { return [] }
    defer { letGo() }
    var gone: [Generation.Ending] = []
    var changes: [Change] = []
    if isAsked { forgetRefusals() }
    // One that another thread just changes keeps no other waiting, and may hang there for good.
    let known = beginRefresh(only: names)
    var waiting = known
    for patience in [.zero, settings.stepLimit] {
      var left: [String] = []
      let deadline = Deadline(after: patience).nanoseconds
      for name in waiting {
        let change = inTurn(of: name, until: deadline, &gone) { gone in refresh(name, &gone, Settling()) }
        guard let change else {
          left.append(name)
          continue
        }
        if let change { changes.append(change) }
      }
      waiting = left
    }
    waitFor(gone)
    guard isAsked else { return changes }
    // Those that another thread has longer than a step may take.
    let left = waiting.filter { loaded[$0] != nil && !isClosed }.map { Change($0, .kept(.isBusy)) }
    return changes + left + added(besides: known)
  }

  /// The components to be looked at, those without a file first: these have only to go.
  func beginRefresh(only names: Set<String>?) -> [String] {
    defer { letGo() }
    gate.locked { refreshes += 1 }
    tellFiles(only: names)
    if names == nil { tellCured() }
    let known = loaded.keys.filter { names?.contains($0) ?? true }.sorted()
    let gone = known.filter { !isPresent($0) }
    for name in gone { giveUpReplacement(of: name) }
    return gone + known.filter { !gone.contains($0) }
  }

  /// Brings one of them in line with its file. What goes is waited for by another thread.
  ///
  /// - Parameter tries: whether a file is tried again that calls have kept from being taken, though it is the same.
  func refreshAlone(_ name: String, _ settling: Settling, tries: Bool = true) -> Change? {
    defer { letGo() }
    var gone: [Generation.Ending] = []
    let change = inTurn(of: name, &gone) { gone in refresh(name, &gone, settling, tries) }
    if !gone.isEmpty { crew.bring(EndingWait(gone, self)) }
    return change ?? nil
  }

  /// Puts another registration in the place of a component; nil where that is not to be done just now.
  func replace(_ name: String, _ entry: Entry) throws(Refusal) -> Change? {
    let result = inTurn(of: name, until: Deadline(after: settings.stepLimit).nanoseconds) { gone in
      Result { () throws(Refusal) -> Change? in
        guard let old = loaded[name] else { return nil }
        return try replace(old, &gone, isJudged: true) { () throws(Refusal) in
          try stage(name, entry, Source(file: old.file))
        }
      }
    }
    return try result?.get() ?? nil
  }

  /// Changes what is loaded by a name, one thread after the other: two that find the same new file would both make a
  /// generation of it. Waits behind that for what goes to be shut down. Nil where this very thread is just changing something,
  /// or is in what the host does so with, and where another one was longer at it.
  func inTurn<R>(
    of name: String, until deadline: Int64 = .max, _ body: (_ gone: inout [Generation.Ending]) -> R
  ) -> R? {
    var gone: [Generation.Ending] = []
    let result = inTurn(of: name, until: deadline, &gone, body)
    waitFor(gone)
    return result
  }

  // The same without that wait.
  private func inTurn<R>(
    of name: String, until deadline: Int64 = .max, _ gone: inout [Generation.Ending],
    _ body: (_ gone: inout [Generation.Ending]) -> R
  ) -> R? {
    // A component that does so while the host waits for it would be waited for by itself.
    if ThreadState.current.pointee.frame?.isInStep == true { return nil }
    let isFirst = gate.locked {
      // The same of one that does so in its `register`.
      if hasTurn || isBooked(name) { return false }
      while refreshers[name] != nil { if !gate.wait(until: deadline) { return false } }
      refreshers[name] = pthread_self()
      return true
    }
    guard isFirst else { return nil }
    let result = body(&gone)
    // It was lost meanwhile, and nothing has come in its place. Seen where the turn ends, or the name of one that is lost
    // between the two would be nobody's.
    let isLost = gate.locked {
      // It was given away where this thread took too long.
      guard hasTurn(of: name) else { return false }
      let isLost = isBooked(name)
      if !isLost { endTurn(name) }
      return isLost
    }
    if isLost {
      host.removeRoutes(of: .component(name))
      gate.locked {
        slots[name] = nil
        wake(name)
        endTurn(name)
      }
    }
    return result
  }

  // Under the gate.
  private func endTurn(_ name: String) {
    refreshers[name] = nil
    gate.wake()
  }

  private func isBooked(byThisThread name: String) -> Bool { gate.locked { isBooked(name) } }

  // Whether this thread has booked a name. Under the gate.
  func isBooked(_ name: String) -> Bool {
    if case .loading(let thread) = slots[name] { pthread_equal(thread, pthread_self()) != 0 } else { false }
  }

  /// Whether this thread just changes what is loaded by a name. Under the gate.
  func hasTurn(of name: String) -> Bool { refreshers[name].map { pthread_equal($0, pthread_self()) != 0 } ?? false }

  /// Whether this thread just changes what is loaded.
  var isInTurn: Bool { gate.locked { hasTurn } }

  // Under the gate.
  private var hasTurn: Bool {
    if refreshers.isEmpty { return false }
    return refreshers.values.contains { pthread_equal($0, pthread_self()) != 0 }
  }

  // Behind the turn: a component that is shut down may wait for a thread that wants to refresh as well.
  fileprivate func waitFor(_ gone: [Generation.Ending]) {
    for ending in gone { ending.wait(settings.stepLimit) }
  }

  /// Puts the next generation in the place of one. Where it is refused, or does not start, nothing has changed.
  ///
  /// - Parameter isJudged: whether it has to be one that callers can bear, where the operator asks for that.
  func replace(
    _ old: Generation, _ gone: inout [Generation.Ending], isJudged: Bool = false,
    by make: () throws(Refusal) -> Generation
  ) throws(Refusal) -> Change? {
    // Asked before anything is made: it would stay in memory for nothing.
    if old.has(.save) { try checkNotInside(old) }
    let next = try make()
    var upgrade = isJudged ? try upgrade(of: old, next) : nil
    if old.has(.save) { return try handOver(from: old, to: next, &upgrade, &gone) }
    try begin(next, upgrade: &upgrade)
    let (isIn, before) = steps(of: old.name).step("publish") { put(next) }
    if let before {
      before.takeOut()
      gone.append(before.beginEnd())
    }
    guard isIn else { return nil }
    next.takeUse(of: old)
    return Change(old.name, .replaced(generation: next.number))
  }

  // Brings one loaded component in line with its file. What goes is taken out then, and has still to be shut down.
  private func refresh(
    _ name: String, _ gone: inout [Generation.Ending], _ settling: Settling, _ tries: Bool = true
  ) -> Change? {
    guard let generation = loaded[name], let old = generation.file else { return nil }
    do throws(Refusal) {
      guard let file = try find(name) else {
        if generation.lacksFile { return nil }
        return takeOut(generation, &gone) ? Change(name, .removed) : nil
      }
      let isSame =
        file.identity == old && old.isSettled
        || file.identity.hasContent(of: old) && (generation.fileCopy == nil || generation.isMade(of: file))
      if isSame, !generation.lacksFile {
        if generation.fileCopy != nil, file.identity.isSettled { generation.see(file.identity) }
        // What lies there may have been refused before another one came back.
        if gate.locked({ refusedReplacement(generation)?.file != old }) { note(nil, on: generation) }
        return nil
      }
      let known = gate.locked { refusedReplacement(generation) }
      let still = if let known, isStill(known, name, file) { known } else { Refused?.none }
      if let known = still, !tries && known.refusal.bottom == .whenCallsEnd || !mayRetry(known.refusal) {
        // As it was seen last: once that is some time ago its bytes are not compared any more.
        note(known.seen(as: file.identity), on: generation)
        return nil
      }
      do throws(Refusal) {
        if let still { try startNeeds(of: still, name) }
        return try replace(generation, &gone, isJudged: true) { () throws(Refusal) in
          try make(name, file, settling)
        }
      } catch {
        if error == .closed { return nil }
        let isGone = error.reason == ComponentFile.gone.reason
        // The thread that gave it up has told it, or takes out what is gone, and another may have noted what came later.
        if !gate.locked({ hasTurn(of: name) }) { return isGone ? nil : Change(name, .kept(error), isTold: true) }
        if isGone { return takeOut(generation, &gone) ? Change(name, .removed) : nil }
        // Its process ended on the way: nothing answers before the next call.
        if isBooked(byThisThread: name) { return Change(name, .removed) }
        var refused = Refused(refusal: error, file: file.identity)
        refused.isAnswering = error.reason == Refusal.tooManyGenerations && generation.isMade(of: file)
        note(refused, on: generation)
        let isNews = refused.isNews(after: known)
        return isNews ? kept(name, error) : nil
      }
    } catch {
      let isNews = gate.locked { refusedReplacement(generation)?.refusal != error }
      note(Refused(refusal: error, file: nil), on: generation)
      return isNews ? kept(name, error) : nil
    }
  }

  private func kept(_ name: String, _ refusal: Refusal) -> Change {
    // A file that is being written is no refusal yet.
    if !refusal.isOfChange { events.tell(.refused, name, because: refusal) }
    return Change(name, .kept(refusal))
  }

  /// Why what should take its place was refused; under the gate.
  func refusedReplacement(_ generation: Generation) -> Refused? {
    if case .loaded(let now, let refused) = slots[generation.name], now === generation { refused } else { nil }
  }

  func note(_ refused: Refused?, on generation: Generation) {
    gate.locked {
      if case .loaded(let now, _) = slots[generation.name], now === generation {
        slots[generation.name] = .loaded(generation, refusedReplacement: refused)
      }
    }
  }

  func takeOut(_ generation: Generation, _ gone: inout [Generation.Ending]) -> Bool {
    let isOurs = gate.locked {
      guard case .loaded(let now, _) = slots[generation.name], now === generation else { return false }
      // The name stays taken while the routes go: what is loaded next has routes by the same name.
      slots[generation.name] = .loading(pthread_self())
      changeovers.begin()
      countChange()
      return true
    }
    if isOurs {
      host.removeRoutes(of: .component(generation.name))
      // A call meanwhile waits for the name, instead of having another one loaded beside this one's calls.
      generation.takeOut()
      settle(generation.name, nil)
      changeovers.end()
      gone.append(generation.beginEnd())
    }
    return isOurs
  }
}

extension Refusal {
  fileprivate static let isBusy = Refusal(
    "busy", "another thread is just changing it", help: "refresh again when that has ended")
}

extension Generation {
  /// Whether the bytes of a file are those that it was loaded from.
  fileprivate func isMade(of file: ComponentFile) -> Bool {
    fileCopy.map { file.isSame(as: $0, isBound: !isIsolated) } ?? false
  }

  /// Whether its bytes are those of another one, as far as both are kept.
  func isMade(ofSame other: Generation) -> Bool {
    guard let copy, let earlier = other.copy else { return false }
    return copy === earlier || SealedCopy.areSame(copy, earlier)
  }
}

/// Waits for what was taken out, so that it is told where that hangs.
private final class EndingWait: CrewJob, @unchecked Sendable {
  // Sendable: one thread has it.
  private let gone: [Generation.Ending]
  private let loader: Loader

  init(_ gone: [Generation.Ending], _ loader: Loader) { (self.gone, self.loader) = (gone, loader) }

  func work() { loader.waitFor(gone) }
}
