import ComponentKit
import Glibc

// What the host says of its components. All of it is said in the order in which it happened.
extension Loader {
  var events: Events { core.pointee.host.takeUnretainedValue().events }

  /// Begins the observations that a component has registered, or goes on with those of the one before, and says that it
  /// answers. Under the gate.
  func tellLoaded(_ generation: Generation, instead old: Generation?) {
    generation.beginObserving(events, instead: old)
    // A call may load what appeared since the last look into the folders.
    if let file = generation.file, !generation.lacksFile, let told = toldFiles, told[generation.name] != file {
      toldFiles?[generation.name] = file
      events.tell(told[generation.name] == nil ? .added : .changed, generation.name)
    }
    lacking.remove(generation.name)
    events.tell(old == nil ? .loaded : .replaced, generation.name, generation: generation.number)
  }

  /// From now on it is told what becomes of files: those that are there now have appeared before.
  func beginTelling() {
    if gate.locked({ toldFiles == nil }), let files = files(only: nil, [:]) {
      gate.locked {
        if toldFiles != nil { return }
        // What was loaded meanwhile has been there.
        let loaded = slots.compactMapValues { $0.generation.flatMap { $0.lacksFile ? nil : $0.file } }
        toldFiles = files.merging(loaded) { seen, _ in seen }
      }
    }
  }

  /// Tells which files have appeared, are others or are gone since the last look. As long as nobody has asked, the folders
  /// are not read for it.
  ///
  /// - Parameter names: of the components whose files may be others, nil for all.
  func tellFiles(only names: Set<String>? = nil) {
    guard let before = gate.locked({ toldFiles }), let files = files(only: names, before) else { return }
    tellFiles(files, since: before)
  }

  /// - Parameters:
  ///   - files: what a look into the folders found.
  ///   - before: of which it was told before that look.
  func tellFiles(_ files: [String: ComponentFile.Identity], since before: [String: ComponentFile.Identity]) {
    let changed = files.filter { before[$0.key] != $0.value }.map(\.key) + before.keys.filter { files[$0] == nil }
    if changed.isEmpty { return }
    gate.locked {
      // Of what was told during the look, by a load or by a later look, this one knows less.
      for name in changed.sorted() where toldFiles?[name] == before[name] {
        let event: HostNews = before[name] == nil ? .added : files[name] == nil ? .removed : .changed
        toldFiles?[name] = files[name]
        events.tell(event, name)
      }
    }
  }

  /// Remembers that a component is refused for a library.
  func noteLacking(_ name: String) { gate.locked { _ = lacking.insert(name) } }

  /// Tells of which components the libraries are there by now for which they were refused. Only such libraries are looked at that
  /// lie where a component looks for them: none is opened, and no code runs.
  func tellCured() {
    let names = gate.locked { lacking }
    if names.isEmpty { return }
    defer { letGo() }
    var libraries = NeededLibraries(settings)
    for name in names.sorted() {
      let directory = directories.first { $0.holds(name) }
      let look = directory.map { FirstLook(name, in: $0, nil, &libraries, settings, isBeingWritten: isBeingWritten) }
      if look?.lacksLibrary == true { continue }
      gate.locked {
        // Of what was told during the look, by a load or by a later look, this one knows less; and of a file that is gone it
        // is told as of any.
        guard lacking.remove(name) != nil, look != nil else { return }
        events.tell(.changed, name)
      }
    }
  }

  // The components' files, of which those that can't be others are as they were; nil where a folder can't be read just now.
  private func files(
    only names: Set<String>?, _ before: [String: ComponentFile.Identity]
  ) -> [String: ComponentFile.Identity]? {
    var files: [String: ComponentFile.Identity] = [:]
    for directory in directories {
      do throws(PluginDirectory.NotOpened) {
        for name in try directory.names() where files[name] == nil {
          let known = names?.contains(name) == false ? before[name] : nil
          files[name] = known ?? directory.identity(of: name)
        }
      } catch {
        if error.number != ENOENT, error.number != ENOTDIR { return nil }
      }
    }
    return files
  }

  // Of the components' files; nil where a folder can't be read just now.
  var fileNames: Set<String>? {
    var names: Set<String> = []
    for directory in directories {
      do throws(PluginDirectory.NotOpened) {
        names.formUnion(try directory.names())
      } catch {
        if error.number != ENOENT, error.number != ENOTDIR { return nil }
      }
    }
    return names
  }
}

extension Generation {
  fileprivate func beginObserving(_ events: Events, instead old: Generation?) {
    let seat = UnsafePointer(functions.pointee.seat)
    for observer in observers {
      observations.add {
        guard let observation = old?.observations.handOver(observer.events) else {
          return events.observe(observer.events) { Observation(observer, $0, of: seat) }
        }
        observation.pass(to: observer, of: seat)
        return observation
      }
    }
  }
}
