import ComponentKit
import Glibc

// What is known of components without any of their code being run.
extension Loader {
  /// What is loaded by a name, else what is kept of the file that the name leads to; nil where it would have to be loaded to
  /// be known. The folders stay open for the next name, until the caller lets go of them.
  ///
  /// - Parameter folders: where they were opened for many names; nil for this one alone.
  func known(
    _ name: String, _ libraries: inout NeededLibraries, in folders: [PluginDirectory.Folder?]? = nil
  ) throws(Refusal) -> Generation? {
    let known: Generation?? = try gate.locked { () throws(Refusal) in
      switch slots[name] {
      case .loaded(let generation, _), .held(let generation): generation
      // Another thread says presently what it is.
      case .loading: .some(nil)
      case .refused, nil: isClosed ? .some(nil) : nil
      }
    }
    if let known { return known }
    guard let descriptions else { return nil }
    guard let file = try find(name, in: folders) else {
      descriptions.forget(name)
      return nil
    }
    if refusal(of: name, file.identity) != nil { return nil }
    return try described(name, file, &libraries)
  }

  /// Whether something is kept of a component's file, which is not even opened for that.
  func isKept(_ name: String, in directory: PluginDirectory, _ folder: PluginDirectory.Folder?) -> Bool {
    guard let descriptions, let folder else { return false }
    var status = stat()
    guard fstatat(folder.descriptor.number, ComponentName.file(name), &status, 0) == 0 else { return false }
    return descriptions.has(name, in: directory.place, ComponentFile.Identity(status, path: ""))
  }

  /// A generation that says what is kept of a file; nil where nothing is. None of the component's code is there: it is in no
  /// table, and its actions would fail. Where a load would be refused for a library or a neighbour that is gone, so is this, also
  /// of what was described before.
  func described(
    _ name: String, _ file: ComponentFile, _ libraries: inout NeededLibraries
  ) throws(Refusal) -> Generation? {
    guard let descriptions else { return nil }
    if let before = descriptions.described(name, file.identity) {
      try check(before.libraries, of: file, name, &libraries)
      try check(before.generation.needs, of: file)
      return before.generation
    }
    guard let kept = descriptions.description(of: name, file) else { return nil }
    try check(kept.libraries, of: file, name, &libraries)
    guard let made = try described(name, file, kept) else { return nil }
    descriptions.remember(made, kept.libraries)
    return made
  }

  private func check(
    _ needs: LibraryNeeds, of file: ComponentFile, _ name: String, _ libraries: inout NeededLibraries
  ) throws(Refusal) {
    guard var refusal = libraries.refusal(of: needs, in: file.folder) else { return }
    noteLacking(name)
    refusal.file = file.path
    throw refusal
  }

  private func check(_ needs: [Need], of file: ComponentFile) throws(Refusal) {
    do throws(Refusal) {
      for need in needs where !need.isOptional && !settings.ignoresNeeds { try checkPresent(need) }
    } catch {
      var refusal = error.ofCode
      refusal.file = file.path
      throw refusal
    }
  }

  func described(
    _ name: String, _ file: ComponentFile, _ kept: KeptDescription
  ) throws(Refusal) -> Generation? {
    let staging = Unmanaged.passRetained(Staging(name: name, isDescription: true)).takeUnretainedValue()
    let declared: Staging.Declarations
    do throws(Refusal) {
      declared = try staging.close(status: kept.say(to: staging))
    } catch {
      // What no component could have registered is not kept of one.
      descriptions?.remove(name, in: file.folder)
      return nil
    }
    try check(declared.needs, of: file)
    let number = gate.locked { (generations[name]?.last?.number ?? 0) + 1 }
    var source = Source(file: file.identity, folder: file.folder)
    source.isDescription = true
    return Generation(
      staging, declared, number: number, source,
      seat: Seat.make(core, settings.program, name: name, directory: file.folder))
  }

  /// Has what a component registered be kept, now that it was accepted: at once where components are only described, on another
  /// thread where the host goes on, and else as it is closed, so that no call waits for it.
  func keepDescription(of generation: Generation) {
    guard let descriptions, !generation.isDescription, !generation.lacksFile,
      // What was written a moment ago may be written once more without a later time.
      let file = generation.file, file.isSettled
    else { return }
    if settings.describesOnly { return descriptions.keep(generation) }
    if descriptions.note(generation, soon: settings.tellsAdded || watch != nil) { crew.bring(Keeping(descriptions)) }
  }
}

/// Keeps what was noted.
private final class Keeping: CrewJob {
  private let descriptions: DescriptionCache
  init(_ descriptions: DescriptionCache) { self.descriptions = descriptions }
  func work() { descriptions.keepNoted() }
}
