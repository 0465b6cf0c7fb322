import ComponentKit
import Glibc

// From a file, or what is linked into the program, to a generation.
extension Loader {
  /// Registers what is linked into the program. It goes before any file of the name.
  func register(_ name: String, _ entry: Entry) throws(Refusal) {
    guard ComponentName.isValid(name.utf8) else {
      throw Refusal("invalid_name", "\(quoted(name)) is no component's name", help: ComponentName.rule)
    }
    let isFree = try gate.locked { () throws(Refusal) in
      if isClosed { throw .closed }
      guard slots[name].map({ if case .refused = $0 { true } else { false } }) ?? true else { return false }
      slots[name] = .loading(pthread_self())
      return true
    }
    guard isFree else { throw Refusal("already_loaded", "a component '\(name)' is loaded already") }
    try fill(name) { () throws(Refusal) in try stage(name, entry, Source()) }
  }

  // Has something new answer to a name that this thread has booked.
  private func fill(_ name: String, _ make: () throws(Refusal) -> Generation) throws(Refusal) {
    do throws(Refusal) {
      guard try bring(try make()) else { throw .closed }
    } catch {
      if settle(name, nil) { events.tell(.refused, name, because: error) }
      throw error
    }
  }

  /// Loads a file that somebody names. It goes before any file of the name, and takes the place of what is loaded.
  func load(_ name: String, from file: ComponentFile) throws(Refusal) {
    let result = inTurn(of: name, until: Deadline(after: settings.stepLimit).nanoseconds) { gone in
      Result { () throws(Refusal) -> Bool in
        if let old = loaded[name] {
          return try replace(old, &gone) { () throws(Refusal) in try make(name, file) } != nil
        }
        let isFree = gate.locked {
          guard !isClosed, slots[name]?.isRefused ?? true else { return false }
          slots[name] = .loading(pthread_self())
          return true
        }
        if isFree { try fill(name) { () throws(Refusal) in try make(name, file) } }
        return isFree
      }
    }
    if try result?.get() == true { return }
    throw isClosed ? .closed : Refusal("busy", "'\(name)' is just being loaded or changed")
  }

  /// What a generation is made of.
  struct Source {
    var file: ComponentFile.Identity?
    var copy: Descriptor?
    /// Where other files of the component's are.
    var folder = ""
    var fileCopy: Descriptor?
    /// The same, of a file that no generation was loaded from.
    var beside: Descriptor?
    /// Whether there is none in the folders.
    var lacksFile = false
    /// The number of the generation that its bytes are from, where they are an earlier one's.
    var origin: Int?
    /// Why the file that lies there is refused while an earlier one's bytes come back.
    var noted: Refused?
    /// Whether its code is in another process.
    var isIsolated = false
    /// Whether only what it says of itself is there.
    var isDescription = false
  }

  func make(
    _ name: String, _ file: ComponentFile, _ settling: Settling = Settling()
  ) throws(Refusal) -> Generation {
    try checkRoom(name)
    let settling = knowing(settling)
    if core.pointee.tracer != nil {
      let steps = steps(of: name)
      settling.rest = { rest in steps.wait("until \(name) is written", rest) }
    }
    return try file.patiently(trustsAny: settings.trustsAny, settling) { (file, settling) throws(Refusal) in
      try makeNow(name, file, settling)
    }
  }

  /// The same with what the watch has heard of files.
  func knowing(_ settling: Settling = Settling()) -> Settling {
    if let watch { settling.isWritten = { watch.isWritten($0) } }
    return settling
  }

  /// Whether somebody just writes to a file, as far as the system or the watch tells.
  func isBeingWritten(_ file: ComponentFile) -> Bool {
    file.isBeingWritten { watch?.isWritten(file.name) ?? false }
  }

  private func makeNow(
    _ name: String, _ file: ComponentFile, _ settling: Settling
  ) throws(Refusal) -> Generation {
    do throws(Refusal) {
      if settings.describesOnly {
        var libraries = NeededLibraries(settings)
        if let known = try described(name, file, &libraries) { return known }
      }
      if settings.isolates(name) { return try makeIsolated(name, file, settling) }
      if settings.loadsInPlace { try checkInPlace(name, file) }
      let loaded = try Doing.load.of(name) { () throws(Refusal) in
        try LoadedFile(
          file, inPlace: settings.loadsInPlace, trustsAny: settings.trustsAny, settling: settling, steps(of: name))
      }
      for library in loaded.stale {
        settings.report(
          Report(
            .staleLibrary,
            "the component \(quoted(name)) goes on with the library \(quoted(library)) as it was loaded first: another one "
              + "lies beside it now, and a process loads a name once. Restart the host, isolate the component, or give each "
              + "version of the library a name of its own (-soname)"))
      }
      return try stage(name, loaded, Source(file: file.identity, copy: loaded.copy, folder: file.folder))
    } catch {
      var refusal = error
      refusal.file = file.path
      throw refusal
    }
  }

  /// The same of an image, which stays whatever becomes of it.
  func stage(_ name: String, _ image: LoadedFile, _ source: Source) throws(Refusal) -> Generation {
    do throws(Refusal) {
      return try stage(name, { image.entry($0, $1) }, source)
    } catch {
      keep(RefusedImage(name, source.file, source.copy))
      throw error
    }
  }

  func stage(_ name: String, _ entry: Entry, _ source: Source) throws(Refusal) -> Generation {
    let seat = Seat.make(core, settings.program, name: name, directory: source.folder)
    // Kept for good: the component may hold the pointer.
    let staging = Unmanaged.passRetained(Staging(name: name)).takeUnretainedValue()
    let (status, givenUp) = registering(name, source) {
      steps(of: name).step("register") {
        Doing.register.of(name) { entry(UnsafePointer(seat).handle, staging.handle) }
      }
    }
    do throws(Refusal) {
      return try steps(of: name).step("compile") { () throws(Refusal) in
        let declared = try staging.close(status: status)
        if let givenUp { throw givenUp }
        for need in declared.needs where !need.isOptional && !settings.ignoresNeeds { try checkPresent(need) }
        let number = gate.locked { (generations[name]?.last?.number ?? 0) + 1 }
        return Generation(staging, declared, number: number, source, seat: seat)
      }
    } catch {
      staging.release()
      throw error.ofCode
    }
  }

  // A neighbour's version is checked when it is called; here only whether its file is there.
  func checkPresent(_ need: Need) throws(Refusal) {
    let isKnown = gate.locked { slots[need.name] != nil }
    if !isKnown, !isPresent(need.name) { throw missing(need) }
  }

  func missing(_ need: Need) -> Refusal {
    var refusal = Refusal(
      "missing_need", "it needs the component '\(need.name)', which is not there",
      help: "put \(ComponentName.file(need.name)) into a plugin folder")
    refusal.retry = .whenComponentAppears(need.name)
    return refusal
  }

  /// Puts a component's routes in the place of its earlier ones; if one can't be, nothing has changed. Else it has to be
  /// put into the table next.
  func takeRoutes(of generation: Generation) throws(Refusal) {
    // What has no start can't have changed them before.
    if generation.number == 1, !generation.has(.start), generation.ownRoutes.all.isEmpty {
      return generation.ownRoutes.enforce { _ in }
    }
    do throws(RouteFault) {
      try host.routes.change { (table) throws(RouteFault) in
        try generation.ownRoutes.enforce { (routes) throws(RouteFault) in
          try table.replaceRoutes(by: generation, routes)
        }
        // Just before they are seen: who opens a URL meanwhile waits for the actions.
        beginChangeover(to: generation)
      }
    } catch {
      throw error.refusal
    }
  }

  /// Whether its routes could be put there just now.
  func checkRoutes(of generation: Generation) throws(Refusal) {
    let routes = generation.ownRoutes.all
    if routes.isEmpty { return }
    var table = host.routes.value
    do throws(RouteFault) {
      try table.replaceRoutes(by: generation, routes)
    } catch {
      throw error.refusal
    }
  }
}

extension RouteTable {
  fileprivate mutating func replaceRoutes(by generation: Generation, _ routes: [Route]) throws(RouteFault) {
    let owner = RouteOwner.component(generation.name)
    remove(owner: owner)
    try add(routes, owner: owner, generation: generation.number)
  }
}

extension RouteFault {
  fileprivate var refusal: Refusal { Refusal(reason.rawValue, "\(self)", help: help) }

  // Where the component is not the only one to mend.
  private var help: String? {
    switch rival {
    case .policy(let file): "change the route in the policy file \(quoted(file)), or give it a \"priority\" there"
    case .program: "change the program's route, or give it a priority"
    case .component, nil: nil
    }
  }
}

extension Refusal {
  func ofCode(of generation: Generation) -> Refusal {
    var refusal = ofCode
    refusal.file = generation.file?.path
    return refusal
  }

  /// The same, of what a look into the file shows nothing of.
  var ofCode: Refusal {
    if self == .closed { return self }
    var refusal = self
    if refusal.retry == .always { refusal.retry = .whenFileChanges }
    if refusal.help == nil { refusal.help = Refusal.mend }
    return refusal
  }
}
