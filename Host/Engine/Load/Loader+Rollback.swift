import ComponentKit
import Synchronization

// What was loaded before, and what of it stays in memory.
extension Loader {
  /// Puts the bytes of the last generation that answered before a component back in its place, as its next generation.
  func rollBack(_ name: String) throws(Refusal) -> Change {
    let result = inTurn { gone in
      Result { () throws(Refusal) -> Change? in
        let now = try present(name)
        let before = try earlier(than: now)
        guard let copy = before.copy, let file = now.file, let content = try? ByteSource.of(copy) else {
          throw Refusal(
            "not_retained",
            "nothing was kept of generation \(before.number) of '\(name)': it was not loaded from a copy")
        }
        let source = Source(file: file, fileCopy: now.fileCopy, origin: before.origin)
        return try replace(now, &gone) { () throws(Refusal) in
          try make(name, from: copy, size: Int(content.size), source)
        }
      }
    }
    guard let change = try result?.get() ?? nil else {
      throw Refusal("busy", "'\(name)' is just being changed, by this very thread or by the host's end")
    }
    return change
  }

  private func present(_ name: String) throws(Refusal) -> Generation {
    guard let now = loaded[name] else {
      throw Refusal("not_loaded", "no component '\(name)' is loaded that could be rolled back")
    }
    return now
  }

  // The last one that answered before that one's bytes came.
  private func earlier(than now: Generation) throws(Refusal) -> Generation {
    let before = gate.locked {
      generations[now.name]?.last { $0.origin < now.origin && $0.hasAnswered.load(ordering: .acquiring) }
    }
    guard let before else {
      throw Refusal("no_earlier_generation", "there is no generation of '\(now.name)' before the one that answers")
    }
    return before
  }

  private func make(_ name: String, from copy: Descriptor, size: Int, _ source: Source) throws(Refusal) -> Generation {
    try checkRoom(name)
    let loaded = try Doing.load.of(name) { () throws(Refusal) in
      try LoadedFile(
        again: copy, size: size, name: name, folder: folder(of: source), trustsAny: settings.trustsAny)
    }
    var source = source
    (source.copy, source.folder) = (loaded.copy, folder(of: source))
    return try stage(name, { loaded.entry($0, $1) }, source)
  }

  private func folder(of source: Source) -> String {
    let path = source.file?.path ?? ""
    let folder = path.dropLast(ComponentName.lastPart(of: path).count + 1)
    return directories.first { $0.path == folder }?.place ?? String(folder)
  }

  /// Whether one more generation of a component may be loaded.
  func checkRoom(_ name: String) throws(Refusal) {
    // As long as there are too few of them all, nobody has to count those that are over.
    if gate.locked({ generations[name]?.count ?? 0 }) < settings.retiredLimit { return }
    let earlier = gate.locked { (generations[name] ?? []).filter { $0.state == .draining || $0.state == .retired } }
    guard earlier.count >= settings.retiredLimit else { return }
    let bytes = earlier.reduce(0) { $0 + $1.footprint.bytes }
    var refusal = Refusal(
      "too_many_generations",
      "\(earlier.count) earlier generations of it are still in memory, with \(bytes) bytes: "
        + "none is ever unmapped, and the host's limit is \(settings.retiredLimit)",
      help: "restart the host, or let it keep more (Settings.retiredLimit)")
    refusal.retry = .whenFileChanges
    throw refusal
  }
}
