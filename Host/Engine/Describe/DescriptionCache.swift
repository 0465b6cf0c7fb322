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
    /// What was described in this process though it is not loaded, by name.
    var described: [String: Generation] = [:]
  }

  init(_ path: String) { self.path = path }

  /// Why nothing is kept; nil where it is, or can be.
  var fault: Refusal? {
    _ = folder(makes: true)
    return state.withLock(\.fault).map {
      Refusal(
        "cache", "what components say of themselves is not kept in \(path): \($0)",
        help: "let it be a folder of your own that nobody else has rights in, or --no-cache")
    }
  }

  // Opened once; where there is none, each time anew until there is one.
  private func folder(makes: Bool) -> CacheFolder? {
    state.withLock { state in
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

  /// What is kept of a file.
  func description(of name: String, _ file: ComponentFile) -> KeptDescription? {
    guard let folder = folder(makes: false),
      let bytes = folder.bytes(of: KeptKey.fileName(name, in: file.folder))
    else { return nil }
    return KeptDescription(bytes, key: KeptKey.bytes(of: file.identity, name), file: file.descriptor)
  }

  /// Whether something is kept of a file, as far as the key says.
  func has(_ name: String, in folder: String, _ identity: ComponentFile.Identity) -> Bool {
    let key = KeptKey.bytes(of: identity, name)
    let bytes = self.folder(makes: false)?.bytes(
      of: KeptKey.fileName(name, in: folder), beginning: KeptDescription.beginning(key: key))
    return bytes.map { KeptDescription.begins($0, key: key) } ?? false
  }

  /// Keeps what a component has registered, unless that is there already.
  func keep(_ generation: Generation) {
    guard let identity = generation.file, let copy = generation.copy,
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

  /// Puts what was loaded among that which is to be kept; whether it is the first, so that somebody has to see to it.
  func note(_ generation: Generation) -> Bool {
    state.withLock { state in
      state.noted.append(generation)
      return !exchange(&state.isAwaited, with: true)
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
  func described(_ name: String, _ file: ComponentFile.Identity) -> Generation? {
    state.withLock { $0.described[name] }.flatMap { $0.file == file ? $0 : nil }
  }

  func remember(_ generation: Generation) { state.withLock { $0.described[generation.name] = generation } }
}
