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
    if generation.file != nil, !generation.lacksFile, toldNames?.insert(generation.name).inserted == true {
      events.tell(.added, generation.name)
    }
    events.tell(old == nil ? .loaded : .replaced, generation.name, generation: generation.number)
  }

  /// From now on it is told which files appear: those that are there now have done so before.
  func beginTelling() {
    if gate.locked({ toldNames == nil }), let names = fileNames {
      // What was loaded meanwhile has been there.
      gate.locked { if toldNames == nil { toldNames = names.union(slots.keys) } }
    }
  }

  /// Tells which files have appeared since the last look. As long as nobody has asked, the folders are not read for it.
  func tellAdded() {
    guard let before = gate.locked({ toldNames }), let names = fileNames else { return }
    tellAdded(names, since: before)
  }

  /// - Parameters:
  ///   - names: what a look into the folders found.
  ///   - before: of which it was told before that look.
  func tellAdded(_ names: Set<String>, since before: Set<String>) {
    gate.locked {
      let told = toldNames ?? []
      for name in names.subtracting(told).sorted() { events.tell(.added, name) }
      // What was loaded during the look may have come behind it.
      toldNames = names.union(told.subtracting(before))
    }
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
