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
    do throws(Refusal) {
      guard try bring(try stage(name, entry, Source())) else { throw .closed }
    } catch {
      settle(name, nil)
      events.tell(.refused, name, because: error)
      throw error
    }
  }

  /// What a generation is made of.
  struct Source {
    var file: ComponentFile.Identity?
    var copy: Descriptor?
    /// Where other files of the component's are.
    var folder = ""
    var fileCopy: Descriptor?
    var origin: Int?
  }

  func make(
    _ name: String, _ file: ComponentFile, _ settling: Settling = Settling()
  ) throws(Refusal) -> Generation {
    try checkRoom(name)
    return try file.patiently(trustsAny: settings.trustsAny, settling) { (file, settling) throws(Refusal) in
      try makeNow(name, file, settling)
    }
  }

  private func makeNow(
    _ name: String, _ file: ComponentFile, _ settling: Settling
  ) throws(Refusal) -> Generation {
    do throws(Refusal) {
      let loaded = try Doing.load.of(name) { () throws(Refusal) in
        try LoadedFile(
          file, inPlace: settings.loadsInPlace, trustsAny: settings.trustsAny, settling: settling)
      }
      return try stage(
        name, { loaded.entry($0, $1) }, Source(file: file.identity, copy: loaded.copy, folder: file.folder))
    } catch {
      var refusal = error
      refusal.file = file.path
      throw refusal
    }
  }

  func stage(_ name: String, _ entry: Entry, _ source: Source) throws(Refusal) -> Generation {
    let seat = Seat.make(core, settings.program, name: name, directory: source.folder)
    // Kept for good: the component may hold the pointer.
    let staging = Unmanaged.passRetained(Staging(name: name)).takeUnretainedValue()
    let status = registering(name, source.file) {
      Doing.register.of(name) { entry(UnsafePointer(seat).handle, staging.handle) }
    }
    do throws(Refusal) {
      let declared = try staging.close(status: status)
      for need in declared.needs where !need.isOptional && !settings.ignoresNeeds { try checkPresent(need) }
      let number = gate.locked { (generations[name]?.last?.number ?? 0) + 1 }
      return Generation(staging, declared, number: number, source, seat: seat)
    } catch {
      staging.release()
      throw error.ofCode
    }
  }

  // A neighbour's version is checked when it is called; here only whether its file is there.
  private func checkPresent(_ need: Need) throws(Refusal) {
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

  /// Puts a component's routes in the place of its earlier ones; if one can't be, nothing has changed.
  func takeRoutes(of generation: Generation) throws(Refusal) {
    if generation.routes.isEmpty, generation.number == 1 { return }
    do throws(RouteFault) {
      try host.routes.change { (table) throws(RouteFault) in try table.replaceRoutes(by: generation) }
    } catch {
      throw error.refusal
    }
  }

  /// Whether its routes could be put there just now.
  func checkRoutes(of generation: Generation) throws(Refusal) {
    if generation.routes.isEmpty { return }
    var table = host.routes.value
    do throws(RouteFault) {
      try table.replaceRoutes(by: generation)
    } catch {
      throw error.refusal
    }
  }
}

extension RouteTable {
  fileprivate mutating func replaceRoutes(by generation: Generation) throws(RouteFault) {
    let owner = RouteOwner.component(generation.name)
    remove(owner: owner)
    try add(generation.routes, owner: owner, generation: generation.number)
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
