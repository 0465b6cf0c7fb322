import ComponentKit

// What components say of themselves, for everything that shows it: lists, pages, documents and tools made of it.
extension Host {
  /// What a component says of itself; nil where there is none of the name.
  ///
  /// A component that is loaded says so itself. Of any other it is what the cache has kept of that very file
  /// (`Settings.cacheDirectory`), and then none of its code runs; what is not kept is loaded. Who may call what is decided
  /// by what is registered here, never by a description.
  public func description(of name: String) throws(Refusal) -> LoadedComponent? {
    var libraries = NeededLibraries(settings)
    return try description(of: name, &libraries)
  }

  private func description(
    of name: String, _ libraries: inout NeededLibraries
  ) throws(Refusal) -> LoadedComponent? {
    guard ComponentName.isValid(name.utf8) else { return nil }
    defer { loader.letGo() }
    if let known = try loader.known(name, &libraries) { return LoadedComponent(known) }
    return try load(name)
  }

  /// What each component says of itself, in the folders or linked into the program, sorted by name.
  ///
  /// - Parameter refused: hears of each that is refused, and why: it is left out. Libraries of components are none.
  public func descriptions(
    refused: (_ name: String, _ refusal: Refusal) -> Void = { _, _ in }
  ) -> [LoadedComponent] {
    var (all, unknown): ([LoadedComponent], [(name: String, refusal: Refusal)]) = ([], [])
    var libraries = NeededLibraries(settings)
    let names = names
    for (name, known) in zip(names, allKnown(names)) {
      do throws(Refusal) {
        if let component = if let known { known } else { try description(of: name, &libraries) } {
          all.append(component)
        }
      } catch {
        unknown.append((name, error))
      }
    }
    tell(unknown, refused)
    return all
  }

  /// Tells which components are refused.
  func tell(_ unknown: [(name: String, refusal: Refusal)], _ refused: (_ name: String, _ refusal: Refusal) -> Void) {
    if unknown.isEmpty { return }
    // A library that a neighbour brings along is no component that somebody got wrong.
    let components = unknown.contains { $0.refusal.reason == Verdict.noNote.reason } ? Set(names(beginning: "")) : nil
    for (name, refusal) in unknown where components?.contains(name) ?? true { refused(name, refusal) }
  }

  /// The same of one component, none of its code being run for it; nil where it is neither loaded nor kept.
  public func known(_ name: String) -> LoadedComponent? {
    defer { loader.letGo() }
    var libraries = NeededLibraries(settings)
    return known(name, &libraries)
  }

  /// The same of many, in their order.
  func allKnown(_ names: [String]) -> [LoadedComponent?] {
    defer { loader.letGo() }
    let host = self
    return Shares.map(names) { names in
      var libraries = NeededLibraries(host.settings)
      let folders = host.loader.directories.map { try? $0.opened() }
      return names.map { host.known($0, &libraries, in: folders) }
    }
  }

  private func known(
    _ name: String, _ libraries: inout NeededLibraries, in folders: [PluginDirectory.Folder?]? = nil
  ) -> LoadedComponent? {
    guard ComponentName.isValid(name.utf8) else { return nil }
    do throws(Refusal) {
      return try loader.known(name, &libraries, in: folders).map(LoadedComponent.init)
    } catch {
      return nil
    }
  }

  /// What the name of a target, and perhaps of an action, leads to in what is known so.
  package func knownLookUp(_ target: String, _ action: String? = nil) -> LookUp? {
    guard ComponentName.isValidTarget(target.utf8), let component = known(ComponentName.root(of: target.utf8)),
      let found = component.targets.first(where: { $0.name == target })
    else { return nil }
    guard let action else { return LookUp(component: component, target: found, action: nil) }
    return found.action(action).map { LookUp(component: component, target: found, action: $0) }
  }

  /// The component that a map key belongs to, among those known so, and the alias by which it does.
  package func knownHolder(ofKey text: String) -> (component: LoadedComponent, alias: String?)? {
    holder(ofKey: text) { name in known(name) }
  }

  /// Whether callers from outside may call an action, as its component and the host's policy say. It is for what is shown to
  /// them: a call is judged anew, by what is registered then.
  public func isOpen(_ action: LoadedAction, of target: LoadedTarget) -> Bool {
    settings.policy.isOpen(action, of: target)
  }

  /// Why nothing that components say of themselves is kept in a folder; nil where it is, or can be.
  package static func fault(ofCache directory: String) -> Refusal? { DescriptionCache(directory).fault }
}
