import ComponentKit
import Glibc

/// What components have said of themselves, kept for the next process.
///
/// It only shows: nothing that it says lets anybody do anything. One file is kept for each path of a component, and counts as
/// long as the file there is the very same. Any number of processes may read and write at once. What can't be read, written
/// or trusted is as if it were not there.
final class DescriptionCache: Sendable {
  let path: String
  private let state = Guarded(State())
  // Of what is noted one thread keeps all.
  private let turn = Guarded(())

  private struct State {
    var folder: CacheFolder?
    var fault: String?
    /// What was loaded and is still to be kept.
    var noted: [Generation] = []
    /// Whether a thread is to keep it.
    var isAwaited = false
    /// What was described in this process though it is not loaded, by name, and the libraries that its file names.
    var described: [String: (generation: Generation, libraries: LibraryNeeds)] = [:]
  }

  init(_ path: String) { self.path = path }

  /// Why nothing is kept; nil where it is, or can be.
  var fault: Refusal? {
    let folder = folder(makes: true)
    return (state.withLock(\.fault) ?? folder?.writeFault).map {
      Refusal(
        "cache", "what components say of themselves is not kept in \(path): \($0)",
        help: "let it be a folder of your own that nobody else has rights in, or --no-cache")
    }
  }

  // Opened once; where there is none, each time anew until there is one, and before something is written where it has gone.
  private func folder(makes: Bool) -> CacheFolder? {
    state.withLock { state in
      if makes, state.folder?.isGone == true { state.folder = nil }
      if state.folder != nil || state.fault != nil { return state.folder }
      do throws(CacheFolder.Unusable) {
        do throws(CacheFolder.Unusable) { state.folder = try CacheFolder(opening: path) } catch {
          guard error.isMissing else { throw error }
          if !makes { return nil }
          try CacheFolder.make(path)
          state.folder = try CacheFolder(opening: path)
        }
      } catch {
        state.fault = error.reason
      }
      return state.folder
    }
  }

  /// What is kept of a file. What is of that file and broken all the same is taken away, so that it is kept anew.
  func description(of name: String, _ file: ComponentFile) -> KeptDescription? {
    let kept = KeptKey.fileName(name, in: file.folder)
    guard let folder = folder(makes: false), let bytes = folder.bytes(of: kept) else { return nil }
    let key = KeptKey.bytes(of: file.identity, name)
    if let description = KeptDescription(bytes, key: key, file: file.descriptor) { return description }
    if KeptDescription.begins(bytes, key: key) { folder.remove(kept) }
    return nil
  }

  /// Takes away what says of a component what none could register.
  func remove(_ name: String, in folder: String) {
    self.folder(makes: false)?.remove(KeptKey.fileName(name, in: folder))
  }

  /// Whether something is kept of a file, as far as the key says.
  func has(_ name: String, in folder: String, _ identity: ComponentFile.Identity) -> Bool {
    let key = KeptKey.bytes(of: identity, name)
    let bytes = self.folder(makes: false)?.bytes(
      of: KeptKey.fileName(name, in: folder), beginning: KeptDescription.beginning(key: key))
    return bytes.map { KeptDescription.begins($0, key: key) } ?? false
  }

  /// Keeps what a component has registered, unless that is there already, or another file has come where its own was.
  func keep(_ generation: Generation) {
    guard let identity = generation.file, let copy = generation.copy,
      identity.isStill(at: "\(generation.folder)/\(ComponentName.file(generation.name))"),
      !has(generation.name, in: generation.folder, identity), let registered = try? generation.registered(),
      let image = try? Elf(ByteSource(file: copy)),
      let bytes = try? KeptDescription.file(
        key: KeptKey.bytes(of: identity, generation.name), image, registered),
      bytes.count <= KeptDescription.limit, let folder = folder(makes: true)
    else { return }
    folder.replace(KeptKey.fileName(generation.name, in: generation.folder), with: bytes)
    folder.sweep()
  }

  // MARK: later

  /// Puts what was loaded among that which is to be kept; whether somebody has to see to it now.
  ///
  /// - Parameter soon: whether nothing waits until the host is closed. Only so much does in any case.
  func note(_ generation: Generation, soon: Bool) -> Bool {
    state.withLock { state in
      state.noted.append(generation)
      return (soon || state.noted.count >= 64) && !exchange(&state.isAwaited, with: true)
    }
  }

  /// Keeps what was noted, and all of it is kept when it returns, whichever thread did so. The files are written under the lock;
  /// no code of any component runs for that.
  func keepNoted() {
    turn.withLock { _ in
      let noted = state.withLock { state in
        state.isAwaited = false
        return exchange(&state.noted, with: [])
      }
      for generation in noted { keep(generation) }
    }
  }

  // MARK: in this process

  /// What was described of a file before.
  func described(
    _ name: String, _ file: ComponentFile.Identity
  ) -> (generation: Generation, libraries: LibraryNeeds)? {
    state.withLock { $0.described[name] }.flatMap { $0.generation.file == file ? $0 : nil }
  }

  func remember(_ generation: Generation, _ libraries: LibraryNeeds) {
    state.withLock { $0.described[generation.name] = (generation, libraries) }
  }

  /// What has no file any more is remembered no longer.
  func forget(_ name: String) { state.withLock { $0.described[name] = nil } }
}
