import ComponentKit
import Glibc
import Synchronization

// What was loaded before, and what of it stays in memory.
extension Loader {
  /// Puts the bytes of the last generation that answered before a component back in its place, as its next generation.
  func rollBack(_ name: String) throws(Refusal) -> Change {
    let result = inTurn(of: name, until: Deadline(after: settings.stepLimit).nanoseconds) { gone in
      Result { () throws(Refusal) -> Change? in
        defer { letGo() }
        if isClosed { throw .closed }
        let now = loaded[name]
        let before = try earlier(than: now, name)
        return if let now { try goBack(from: now, to: before, &gone) } else { try bringBack(before) }
      }
    }
    guard let change = try result?.get() ?? nil else {
      if isClosed { throw .closed }
      throw Refusal("busy", "'\(name)' is just being changed: by another thread, by this very one or by the host's end")
    }
    return change
  }

  // The last one of other bytes that answered before that one's came; where none is there now, the last one that did. A file
  // that was touched, or put there once more, makes a generation of the same bytes, which nobody means by the one before.
  private func earlier(than now: Generation?, _ name: String) throws(Refusal) -> Generation {
    let all = gate.locked {
      generations[name]?.filter { $0.origin < now?.origin ?? .max && $0.hasAnswered.load(ordering: .acquiring) } ?? []
    }
    if let before = all.last(where: { now?.isMade(ofSame: $0) != true }) { return before }
    guard now != nil else {
      throw Refusal(Refusal.nothingLoaded, "no component '\(name)' is loaded that could be rolled back, and none was")
    }
    throw Refusal("no_earlier_generation", "there is no generation of '\(name)' before the one that answers")
  }

  private func goBack(
    from now: Generation, to before: Generation, _ gone: inout [Generation.Ending]
  ) throws(Refusal) -> Change? {
    let refused = gate.locked { refusedReplacement(now) }
    let source = try source(of: before, beside: now)
    do throws(Refusal) {
      let change = try replace(now, &gone) { () throws(Refusal) in try make(before, source) }
      if let next = loaded[now.name] { note(refused?.untilChanged, on: next) }
      return change
    } catch {
      if gate.locked({ hasTurn(of: now.name) }) { note(refused, on: now) }
      throw error
    }
  }

  // Where its file is gone, or what lies there is refused.
  private func bringBack(_ before: Generation) throws(Refusal) -> Change? {
    let name = before.name
    let known: Slot?? = gate.locked {
      if isClosed { return nil }
      let known = slots[name]
      guard known?.isRefused ?? true else { return nil }
      slots[name] = .loading(pthread_self())
      return .some(known)
    }
    guard let known else { return nil }
    do throws(Refusal) {
      var source = try source(of: before, beside: nil)
      if case .refused(let refused) = known { source.noted = refused }
      let next = try make(before, source)
      guard try bring(next) else { return nil }
      if case .refused(let refused) = known { note(refused.untilChanged, on: next) }
      return Change(name, .replaced(generation: next.number))
    } catch {
      gate.locked {
        if isBooked(name) { slots[name] = known }
        wake(name)
      }
      throw error
    }
  }

  // The earlier one's bytes, and what lies in the folders now: that counts again when it changes.
  private func source(of before: Generation, beside now: Generation?) throws(Refusal) -> Source {
    guard let copy = before.copy, let own = before.file else {
      throw Refusal(
        "not_retained",
        "nothing was kept of generation \(before.number) of '\(before.name)': "
          + (before.isIsolated && !settings.loadsInPlace
            ? "of a component with a process of its own the last \(Loader.keptCopies) files are"
            : "it was not loaded from a copy"))
    }
    var source = Source(file: now?.file ?? own, copy: copy, folder: before.folder, origin: before.origin)
    source.fileCopy = now?.fileCopy
    let file: ComponentFile?
    // What can't be opened is refused, and has not changed before it can be.
    do throws(Refusal) { file = try find(before.name) } catch { return source }
    guard let file else {
      source.lacksFile = true
      return source
    }
    if file.identity == now?.file { return source }
    source.file = file.identity
    source.beside =
      try? SealedCopy(of: file.descriptor, size: file.size, name: "beside", isBound: !before.isIsolated).descriptor
    return source
  }

  private func make(_ before: Generation, _ source: Source) throws(Refusal) -> Generation {
    let name = before.name
    try checkRoom(name)
    guard let copy = source.copy else { throw ComponentFile.gone }
    if before.isIsolated {
      return try makeIsolated(again: copy, name, path: before.file?.path ?? "", source)
    }
    let loaded = try Doing.load.of(name) { () throws(Refusal) in
      try LoadedFile(
        again: copy, size: Int(ByteSource.of(copy).size), name: name, folder: source.folder,
        trustsAny: settings.trustsAny, settling: knowing(), steps(of: name))
    }
    var source = source
    source.copy = loaded.copy
    return try stage(name, loaded, source)
  }

  // Each generation holds a descriptor for good. What a process has left is for what it does, so who has an earlier one stays
  // as it is before the last quarter is begun.
  private func checkDescriptors(_ name: String) throws(Refusal) {
    if gate.locked({ generations[name]?.isEmpty ?? true }) { return }
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return }
    let limit = settings.descriptorLimit ?? Int(clamping: limits.rlim_cur)
    // The system gives the lowest number that is free.
    let free = Glibc.open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if free >= 0 { Glibc.close(free) }
    guard free < 0 || Int(free) >= limit / 4 * 3 else { return }
    let kept = gate.locked {
      let earlier = generations.values.joined().filter { $0.state == .draining || $0.state == .retired }
      // One that was started again from the same copy has that in common with the one before.
      return Set(earlier.compactMap(\.copy).map(ObjectIdentifier.init)).count + refusedImages.values.joined().count
    }
    guard kept >= max(limit / 4, 1) else { return }
    var refusal = Refusal(
      Refusal.tooManyGenerations,
      "earlier generations of all components hold \(kept) descriptors, and of the \(limit) that the process may have "
        + "not much more than a quarter is left: none is ever unmapped",
      help: "restart the host, or let it open more files (ulimit -n)")
    // Others may be closed.
    refusal.retry = .whenCallsEnd
    throw refusal
  }

  /// Whether one more generation of a component may be loaded.
  func checkRoom(_ name: String) throws(Refusal) {
    // Of an isolated one no image is here.
    if settings.isolates(name) { return }
    try checkDescriptors(name)
    // The first one is no replacement.
    let count = gate.locked { (generations[name]?.count ?? 0) + (refusedImages[name]?.count ?? 0) }
    if count == 0 { return }
    let bytes = heldBytes(of: name)
    // As long as there are too few of them all, nobody has to count those that are over.
    if count < settings.retiredLimit, bytes <= settings.retiredBytes { return }
    let (earlier, refused) = gate.locked {
      let earlier = (generations[name] ?? []).count { $0.state == .draining || $0.state == .retired }
      return (earlier, refusedImages[name]?.count ?? 0)
    }
    let isFull = earlier + refused >= settings.retiredLimit
    guard isFull || bytes > settings.retiredBytes else { return }
    let refusals = refused == 0 ? "" : ", and \(refused) that were refused,"
    var refusal = Refusal(
      Refusal.tooManyGenerations,
      "\(earlier) earlier generations of it\(refusals) are still in memory, and all that was loaded of it holds \(bytes) "
        + "bytes: none is ever unmapped, and the host's limit is "
        + (isFull ? "\(settings.retiredLimit)" : "\(settings.retiredBytes) bytes"),
      help: "restart the host, or let it keep more (Settings.\(isFull ? "retiredLimit" : "retiredBytes"))")
    refusal.retry = .whenFileChanges
    throw refusal
  }

  /// What the images of one component hold, of which as many are known as there were when it was asked last.
  struct Held {
    fileprivate var generations = 0
    fileprivate var refused = 0
    fileprivate var bytes = 0
  }

  // What all images of a component hold that are here. None ever goes, so each is looked at once.
  private func heldBytes(of name: String) -> Int {
    var (held, all, refused) = gate.locked {
      (heldBefore[name] ?? Held(), generations[name] ?? [], refusedImages[name] ?? [])
    }
    for place in held.generations..<all.count {
      // One that was started again from the same copy has that in common with the one before.
      let isAgain = place > 0 && all[place].copy.map { $0 === all[place - 1].copy } ?? false
      if !isAgain, !all[place].isIsolated { held.bytes += all[place].footprint.bytes }
    }
    for image in refused.dropFirst(held.refused) { held.bytes += image.footprint.bytes }
    (held.generations, held.refused) = (all.count, refused.count)
    gate.locked { heldBefore[name] = held }
    return held.bytes
  }
}

extension Loader.Refused {
  // Why the file that lies there does not answer: it is not tried again before it changes. One that is being written to
  // just does.
  fileprivate var untilChanged: Loader.Refused {
    var refused = self
    refused.isAnswering = false
    if refusal.isOfChange { return refused }
    refused.refusal.retry = .whenFileChanges
    return refused
  }
}
