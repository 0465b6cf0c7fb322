import ComponentKit
import Glibc

/// The libraries beside a component that it needs: opened before it, so that the dynamic loader knows them by name.
///
/// The loader would look for them relative to the component's file, and a sealed copy has no folder. So each sibling is
/// opened first under the name by which it is needed, through a tiny library that needs them all. They are
/// checked and sealed as the component is. A name that is loaded already is never loaded again: that is the loader's
/// rule for libraries, and why components that bring different siblings should give them different names.
struct Siblings {
  private struct Sibling {
    let name: String
    let file: ComponentFile
  }

  private let trustsAny: Bool
  private let patience: Patience
  private let search = LibrarySearch()
  private var found: [Sibling] = []

  /// Opens what `dynamic` needs from beside the component; refuses what can't be found anywhere.
  static func open(
    _ dynamic: ElfDynamic, beside directory: String, inPlace: Bool, trustsAny: Bool, patience: Patience
  ) throws(Refusal) {
    // Most components need nothing but what the host has loaded itself.
    let needed = dynamic.needed.filter { !isLoaded($0) && !openFromRuntime($0) }
    if needed.isEmpty { return }
    var siblings = Siblings(trustsAny: trustsAny, patience: patience)
    try siblings.collect(needed, LibrarySearch.Client(directory: directory, dynamic: dynamic))
    try siblings.load(inPlace: inPlace)
  }

  // NOLOAD only asks; what is there is kept by that, for nothing closes it: the same is asked for once.
  private static let loaded = Guarded<[String]>([])
  private static let loadedLimit = 64

  private static func isLoaded(_ name: String) -> Bool {
    if loaded.withLock({ $0.contains(name) }) { return true }
    guard name.withCString({ dlopen($0, RTLD_LAZY | RTLD_NOLOAD) }) != nil else { return false }
    loaded.withLock { if $0.count < loadedLimit { $0.append(name) } }
    return true
  }

  // Those of Swift's libraries that the host itself does without come from where it has its others, whatever path the
  // component was linked with: parts of two runtimes don't go together.
  private static func openFromRuntime(_ name: String) -> Bool {
    guard name.hasPrefix("libswift") else { return false }
    let paths = LoadedLibraries.now().runtimePaths(of: name)
    guard let path = paths.first(where: { access($0, F_OK) == 0 }) else { return false }
    return (try? Image(path: path)) != nil
  }

  private init(trustsAny: Bool, patience: Patience) {
    self.trustsAny = trustsAny
    self.patience = patience
  }

  private mutating func collect(_ names: [String], _ client: LibrarySearch.Client) throws(Refusal) {
    for name in names where !found.contains(where: { $0.name == name }) {
      switch search.find(name, for: client) {
      case .found, .unknown: continue
      case .missing: throw Siblings.missing(name)
      case .beside(let path): try add(name, path)
      }
    }
  }

  private mutating func add(_ name: String, _ path: String) throws(Refusal) {
    guard found.count < Siblings.limit else {
      throw Refusal("too_many_libraries", "it needs more than \(Siblings.limit) libraries from beside it")
    }
    do throws(Refusal) {
      let slash = path.lastIndex(of: "/") ?? path.startIndex
      let directory = PluginDirectory(path: String(path[..<slash]))
      let last = String(path[path.index(after: slash)...])
      guard let file = try directory.open(file: last, trustsAny: trustsAny) else {
        throw Siblings.missing(name)
      }
      found.append(Sibling(name: name, file: file))
      let needs = try file.whileStill(patience) { () throws(Refusal) -> ElfDynamic in
        let content = try ByteSource.of(file)
        do throws(ElfFault) { return try Elf(content).dynamic() } catch {
          throw Refusal(error.reason, error.description)
        }
      }
      try collect(needs.needed, LibrarySearch.Client(directory: directory.path, dynamic: needs))
    } catch {
      if error.reason == "missing_library" || error.reason == "sibling" { throw error }
      throw Siblings.refusal(of: name, error)
    }
  }

  private static func refusal(of name: String, _ why: Refusal) -> Refusal {
    let reason = why.reason == ComponentFile.changing.reason ? why.reason : "sibling"
    return Refusal(reason, "the library \(quoted(name)) beside it is refused: \(why.message)", help: why.help)
  }

  private static let limit = 64

  static func missing(_ name: String) -> Refusal {
    Refusal(
      "missing_library", "it needs \(quoted(name)), which can't be found",
      help: "install the library, or put it beside the component")
  }

  private func load(inPlace: Bool) throws(Refusal) {
    if found.isEmpty { return }
    if inPlace {
      let folders = Set(found.map { $0.file.path.dropLast($0.name.utf8.count + 1) })
      let real = folders.compactMap { folder in
        realpath(String(folder), nil).map { real in
          defer { free(real) }
          return String(cString: real)
        }
      }
      return try StubLibrary(needing: found.map(\.name), from: real.sorted().joined(separator: ":")).open()
    }
    let folder = try TemporaryFolder()
    for sibling in found {
      let file = sibling.file
      let copy: Descriptor
      do throws(Refusal) {
        copy = try file.whileStill(patience) { () throws(Refusal) in
          try SealedCopy(of: file.descriptor, size: file.size, name: sibling.name).descriptor
        }
      } catch {
        throw Siblings.refusal(of: sibling.name, error)
      }
      // Open for good, as the image is.
      _ = Unmanaged.passRetained(copy)
      try folder.link(sibling.name, to: "/proc/self/fd/\(copy.number)")
    }
    try StubLibrary(needing: found.map(\.name), from: folder.path).open()
  }
}

/// A folder of links that lives as long as this object.
private final class TemporaryFolder {
  let path: String
  private var names: [String] = []

  init() throws(Refusal) {
    let variables: [String] = ["XDG_RUNTIME_DIR", "TMPDIR"]
    let named: [String] = variables.compactMap { name in getenv(name).map { String(cString: $0) } }
    for parent in named + ["/tmp", "/dev/shm"] {
      var template = Array("\(parent)/host-XXXXXX".utf8CString)
      if mkdtemp(&template) != nil {
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return
      }
    }
    throw Refusal(
      "no_temporary_folder", "no folder can be made to lay out the libraries beside it: \(systemReason(errno))",
      help: "make $TMPDIR or /tmp writable, or load it with --in-place")
  }

  func link(_ name: String, to target: String) throws(Refusal) {
    guard symlink(target, "\(path)/\(name)") == 0 else {
      throw Refusal(
        "no_temporary_folder", "the library \(quoted(name)) beside it can't be laid out: \(systemReason(errno))")
    }
    names.append(name)
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
