import ComponentKit
import Glibc
import Synchronization

// Components that run in processes of their own.
extension Loader {
  /// A generation of a component whose code runs elsewhere: its file is opened, copied and checked here, and what is loaded
  /// there is that very copy.
  func makeIsolated(
    _ name: String, _ file: ComponentFile, _ settling: Settling
  ) throws(Refusal) -> Generation {
    var source = Source(file: file.identity, folder: file.folder)
    if let before = earlier(name, file), let copy = before.copy {
      source.copy = copy
      // One that was rolled back to stays that, and its file stays the one that does not answer.
      if before.isRolledBack { (source.origin, source.fileCopy) = (before.origin, before.fileCopy) }
    } else {
      source.copy = try Doing.load.of(name) { () throws(Refusal) in try checkedCopy(name, file, settling) }
    }
    try judgeLibraries(source.copy ?? file.descriptor, file.folder)
    return try stage(name, ComponentToIsolate(name, file, copy: source.copy, settings), source)
  }

  /// The same of a copy that was loaded before. No image of it is here, so it is loaded again as it is.
  func makeIsolated(
    again copy: Descriptor, _ name: String, path: String, _ source: Source
  ) throws(Refusal) -> Generation {
    try judgeLibraries(copy, source.folder)
    return try stage(name, ComponentToIsolate(name, again: copy, path: path, folder: source.folder, settings), source)
  }

  // In a namespace of users a process does not see which files are root's. So the libraries that it opens are judged
  // here, as only root and this user can change them behind that; root's own workers judge for themselves.
  private func judgeLibraries(_ copy: Descriptor, _ folder: String) throws(Refusal) {
    if geteuid() == 0 || settings.trustsAny { return }
    try Siblings.judge(
      LibraryNeeds(try Verdict(.of(copy)).dynamic), beside: folder, inPlace: settings.loadsInPlace, trustsAny: false,
      settling: nil, LibrarySearch())
  }

  /// So many of the files that have answered are kept for a rollback.
  static let keptCopies = 16

  /// Lets go of what was loaded long ago of a component that runs elsewhere, and of what never came to answer: each copy is
  /// a descriptor, and memory. That of the one that answers stays, and the newest: that is started again from it.
  func dropEarlierCopies(of name: String) {
    let dropped: [Generation] = gate.locked {
      let all = (generations[name] ?? []).filter(\.isIsolated)
      var kept: Set<ObjectIdentifier> = []
      for generation in all.reversed() where generation.hasAnswered.load(ordering: .acquiring) {
        if kept.count == Loader.keptCopies { break }
        if let copy = generation.copy { kept.insert(ObjectIdentifier(copy)) }
      }
      for case let generation? in [all.last, slots[name]?.generation] {
        if let copy = generation.copy { kept.insert(ObjectIdentifier(copy)) }
      }
      return all.filter { generation in generation.copy.map { !kept.contains(ObjectIdentifier($0)) } ?? false }
    }
    for generation in dropped { generation.dropCopies() }
  }

  // Nil where it is loaded in place.
  private func checkedCopy(
    _ name: String, _ file: ComponentFile, _ settling: Settling
  ) throws(Refusal) -> Descriptor? {
    if settings.loadsInPlace {
      try steps(of: name).step("check") { () throws(Refusal) in
        _ = try file.whileStill(settling) { () throws(Refusal) in try Verdict(.of(file)) }
      }
      return nil
    }
    let copy = try steps(of: name).step("copy") { () throws(Refusal) in
      try file.whileStill(settling) { () throws(Refusal) in
        // Bound to this process's addresses it would be of no use in another one.
        try SealedCopy(of: file.descriptor, size: file.size, name: file.name, isBound: false)
      }
    }
    try steps(of: name).step("check") { () throws(Refusal) in _ = try Verdict(copy.content) }
    return copy.descriptor
  }

  // A component that crashed is started from the copy that was checked before, as long as its file is the same.
  private func earlier(_ name: String, _ file: ComponentFile) -> Generation? {
    guard file.identity.isSettled else { return nil }
    return gate.locked { generations[name]?.last { $0.file == file.identity && $0.isIsolated } }
  }

  private func stage(
    _ name: String, _ component: ComponentToIsolate, _ source: Source
  ) throws(Refusal) -> Generation {
    guard let isolator = settings.isolator else {
      throw Refusal(
        "no_isolator", "it is to run in a process of its own, and this program starts none",
        help: "set Settings.isolator, or leave the component out of what is isolated")
    }
    let isolated = try steps(of: name).wait("until a process has loaded \(name)") { () throws(Refusal) in
      try isolator.load(component)
    }
    var source = source
    source.isIsolated = true
    let generation = try stage(name, { isolated.register($0, $1) }, source)
    generation.isolated = isolated
    if gate.locked({ generations[name]?.last })?.copy !== generation.copy { dropEarlierCopies(of: name) }
    watchLoss(of: generation)
    return generation
  }

  /// Has a component taken out whose process ends by itself; at once where that has come already. Asked again each time that
  /// it begins to answer: before that nothing could be taken out.
  func watchLoss(of generation: Generation) {
    generation.isolated?.whenLost { [weak self, unowned generation] in self?.lose(generation) }
  }

  /// Takes a component out whose process has ended by itself, so that the next call has it loaded anew. Nothing is done
  /// where it does not answer any more, or not yet.
  ///
  /// Where it is just being replaced the name becomes that thread's: what comes in its place answers next, and if nothing
  /// does, the end of the turn gives the name back.
  func lose(_ generation: Generation) {
    generation.isLost.store(true, ordering: .releasing)
    takeOut(lost: generation, isHeld: false)
  }

  /// The same of one whose calls this thread may hold.
  func takeOut(lost generation: Generation, isHeld: Bool) {
    let name = generation.name
    let (isOurs, isReplaced) = gate.locked {
      switch slots[name] {
      case .loaded(let now, _) where now === generation: break
      case .held(let now) where isHeld && now === generation: break
      default: return (false, false)
      }
      let refresher = refreshers[name]
      slots[name] = .loading(refresher ?? pthread_self())
      changeovers.begin()
      countChange()
      return (true, refresher != nil)
    }
    guard isOurs else { return }
    // A call meanwhile waits for the name, instead of going to what is lost.
    generation.takeOut()
    if !isReplaced {
      host.removeRoutes(of: .component(name))
      settle(name, nil)
    }
    changeovers.end()
    generation.beginEnd().wait(nil)
  }
}
