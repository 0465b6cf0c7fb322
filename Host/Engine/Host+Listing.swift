import ComponentABI
import ComponentKit
import Glibc

/// One component's file in the plugin folders, as far as it can be told without running any of its code.
public struct Listed: Sendable, Equatable {
  public enum State: Sendable, Equatable {
    case ready
    /// Another file, or a component linked into the program, goes before it.
    case shadowed(by: String)
    case refused(Refusal)
  }

  public let name: String
  public let file: String
  /// The contract's version in its note; nil where there is no readable note.
  public let abi: UInt32?
  /// In bytes; nil where the file can't even be opened.
  public let size: Int?
  public let state: State
  /// The generation that answers in this host, an earlier one's where this file is refused; nil where none is loaded.
  public let generation: Int?
  /// Whether that has the bytes of an earlier one, which `Host.rollback` put back: the file, if there is one, does not answer.
  public let isRolledBack: Bool
}

extension Host {
  /// All components' files in the folders, none of their code being run; sorted by name, the winning file first. A file
  /// that is no component, and that a neighbour in its folder names as a library, is left out.
  ///
  /// `missed` hears of each folder that is there and can't be read, and of the system's reason.
  public func list(missed: (_ folder: String, _ reason: String) -> Void = { _, _ in }) -> [Listed] {
    list(describes: false, missed: missed).map(\.listed)
  }

  /// The same with what is kept of them, in a host that only describes components. What is not kept would have to be loaded.
  package func listDescribed(
    missed: (_ folder: String, _ reason: String) -> Void
  ) -> [(listed: Listed, component: LoadedComponent?)] {
    list(describes: settings.describesOnly, missed: missed)
  }

  private func list(
    describes: Bool, missed: (_ folder: String, _ reason: String) -> Void
  ) -> [(listed: Listed, component: LoadedComponent?)] {
    let descriptions = describes ? loader.descriptions : nil
    let loaded = loader.loaded
    var winners: [String: String] = loaded.filter { $0.value.file == nil }.mapValues { _ in "the program itself" }
    var listed: [(listed: Listed, component: LoadedComponent?)] = []
    defer { loader.letGo() }
    let (loader, settings) = (loader, settings)
    for directory in loader.directories {
      let names: [String]
      do throws(PluginDirectory.NotOpened) {
        names = try directory.names()
      } catch {
        if error.number != ENOENT, error.number != ENOTDIR { missed(directory.path, systemReason(error.number)) }
        continue
      }
      listed.reserveCapacity(listed.count + names.count)
      let looks = Shares.map(names) { [winners] names in
        let folder = try? directory.opened()
        var libraries = NeededLibraries(settings)
        return names.map { name in
          FirstLook(
            name, in: directory, folder, &libraries, settings, isBeingWritten: loader.isBeingWritten,
            kept: { descriptions?.description(of: name, $0) },
            described: { (file, kept) throws(Refusal) in
              // What is loaded, linked in or comes first says so itself.
              if loaded[name] != nil || winners[name] != nil { return nil }
              return try loader.described(name, file, kept)
            })
        }
      }
      let beside = Set(looks.flatMap(\.needed))
      for (name, look) in zip(names, looks) {
        // A library that a neighbour brings along is no component that somebody got wrong.
        if look.isNoComponent, beside.contains("lib\(name).so") { continue }
        var state = look.state
        if let winner = winners[name] {
          state = .shadowed(by: winner)
        } else {
          // Where there is one folder, no other file can come after it.
          if loader.directories.count > 1 { winners[name] = look.path }
          if let file = look.file, let refusal = loader.refusal(of: name, file), state == .ready || refusal.isOfChange {
            state = .refused(refusal)
          }
        }
        if look.lacksLibrary, case .refused = state { loader.noteLacking(name) }
        // A file that is refused goes before others, also where it lies in another folder than the one that was loaded.
        var generation = loaded[name]
        if case .refused = state {} else if generation?.file?.path != look.path { generation = nil }
        let file = Listed(
          name: name, file: look.path, abi: look.abi, size: look.size, state: state, generation: generation?.number,
          isRolledBack: generation?.isRolledBack ?? false)
        listed.append((file, state == .ready ? look.description.map(LoadedComponent.init) : nil))
      }
    }
    // One that was rolled back answers though nothing lies there.
    let names = Set(listed.map(\.listed.name))
    for (name, generation) in loaded where generation.lacksFile && !names.contains(name) {
      guard let file = generation.file?.path else { continue }
      let kept = Listed(
        name: name, file: file, abi: nil, size: nil, state: .ready, generation: generation.number, isRolledBack: true)
      listed.append((kept, nil))
    }
    // Each folder's names are sorted already.
    if names.count == listed.count, loader.directories.count == 1 { return listed }
    return listed.enumerated()
      .sorted { ($0.element.listed.name, $0.offset) < ($1.element.listed.name, $1.offset) }.map(\.element)
  }

  /// Names of all components: those in the folders and those linked into the program, sorted.
  public var names: [String] {
    Set(loader.directories.flatMap { (try? $0.names()) ?? [] } + loader.loaded.keys).sorted()
  }

  /// Those that begin so, without the libraries of neighbours, as they are listed. Only files of such names are looked at,
  /// unless one of them may be a library.
  public func names(beginning: String) -> [String] {
    let names = names.filter { $0.utf8.starts(with: beginning.utf8) }
    var libraries = NeededLibraries(settings)
    defer { loader.letGo() }
    for directory in loader.directories {
      let folder = try? directory.opened()
      for name in names
      where !loader.isKept(name, in: directory, folder)
        && FirstLook(name, in: directory, folder, &libraries, settings, isBeingWritten: loader.isBeingWritten)
          .isNoComponent
      {
        let listed = Set(list().map(\.name) + loader.loaded.keys)
        return names.filter(listed.contains)
      }
    }
    return names
  }

  /// Loads a component if need be, and says what it registered; nil where there is none of the name.
  public func load(_ name: String) throws(Refusal) -> LoadedComponent? {
    guard ComponentName.isValid(name.utf8) else { return nil }
    switch loader.ensure(name) {
    case .absent: return nil
    case .refused(let refusal): throw refusal
    // Nobody asks in vain who waits for ever.
    case .closed, .over: throw .closed
    case .loaded(let generation): return LoadedComponent(generation)
    }
  }
}
