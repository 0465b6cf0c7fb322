import ComponentKit
import Glibc

/// The libraries that a component needs and the process has not: found, judged and opened before it, so that the dynamic
/// loader knows them by name and searches for nothing by itself.
///
/// It would look for those beside the component relative to the component's file, and a sealed copy has no folder; and
/// it would open whatever it finds. So each library is opened first, through a tiny library that needs them all: from
/// its sealed copy where it lies beside, as the component is, and else from the place where it was judged. A name that
/// is loaded already is never loaded again: that is the loader's rule for libraries, and why components that bring
/// different siblings should give them different names.
struct Siblings {
  private struct Sibling {
    /// What the loader is told to open.
    let path: LoaderPath
    /// What it looks for, where the library does not give itself that name.
    let alias: String?
    /// What it is needed as.
    let name: String
    let needed: [String]
  }

  // A library that was opened from a copy of what lay beside a component.
  private struct Brought {
    let copy: Descriptor
    let needed: [String]
  }

  // By the names that they are needed as: whoever needs one of these has that library, whatever lies beside it.
  private static let brought = Guarded<[String: Brought]>([:])

  /// Those of a component's libraries which are in the process already, and as others than lie beside it now.
  static func stale(_ dynamic: ElfDynamic, beside folder: String, trustsAny: Bool) -> [String] {
    let brought = Siblings.brought.withLock(\.self)
    if brought.isEmpty { return [] }
    let directory = PluginDirectory(path: folder)
    var (stale, seen, names) = ([String](), Set<String>(), dynamic.needed)
    while let name = names.popLast() {
      guard let before = brought[name], seen.insert(name).inserted else { continue }
      names += before.needed
      if let now = try? directory.open(file: ComponentName.lastPart(of: name), trustsAny: trustsAny),
        !now.isSame(as: before.copy, isBound: true)
      {
        stale.append(name)
      }
    }
    return stale.sorted()
  }

  private let trustsAny: Bool
  private let inPlace: Bool
  // Else they are only judged.
  private let opens: Bool
  private let settling: Settling?
  private let search: LibrarySearch
  private var found: [Sibling] = []
  // By name; the system's own are the loader's to find.
  private var known: Set<String> = []
  private var ofSystem: [String] = []

  /// Opens what `dynamic` needs before the component; refuses what can't be found anywhere, or is not trusted.
  static func open(
    _ dynamic: ElfDynamic, beside directory: String, inPlace: Bool, trustsAny: Bool, settling: Settling
  ) throws(Refusal) {
    // Most components need nothing but what the host has loaded itself.
    let needed = dynamic.needed.filter { !isLoaded($0) && !openFromRuntime($0) }
    if needed.isEmpty { return }
    var siblings = Siblings(trustsAny, inPlace, opens: true, settling, LibrarySearch())
    let client = LibrarySearch.Client(directory: directory, dynamic: dynamic)
    try siblings.collect(needed, client)
    try siblings.load(for: client)
  }

  /// Refuses what `open` would, and opens nothing. Without settling libraries that are being written are taken as they
  /// are.
  static func judge(
    _ needs: LibraryNeeds, beside directory: String, inPlace: Bool, trustsAny: Bool, settling: Settling?,
    _ search: LibrarySearch
  ) throws(Refusal) {
    var siblings = Siblings(trustsAny, inPlace, opens: false, settling, search)
    try siblings.collect(
      needs.needed, LibrarySearch.Client(directory: directory, runpath: needs.runpath, rpath: needs.rpath))
  }

  // Each name is asked for once, because the question keeps what is there.
  private static let loaded = Guarded<[String]>([])
  private static let loadedLimit = 64

  private static func isLoaded(_ name: String) -> Bool {
    if loaded.withLock({ $0.contains(name) }) { return true }
    guard Image.isLoaded(name) else { return false }
    loaded.withLock { if $0.count < loadedLimit { $0.append(name) } }
    return true
  }

  // Those of Swift's libraries that the host itself does without come from where it has its others, whatever path the
  // component was linked with: parts of two runtimes don't go together.
  private static func openFromRuntime(_ name: String) -> Bool {
    guard name.hasPrefix("libswift") else { return false }
    if Carried.areKnown, isLoaded(name) { return true }
    let paths = LoadedLibraries.now().runtimePaths(of: name)
    guard let path = paths.first(where: { access($0, F_OK) == 0 }) else { return false }
    return (try? Image(LoaderPath(plain: path))) != nil
  }

  private init(_ trustsAny: Bool, _ inPlace: Bool, opens: Bool, _ settling: Settling?, _ search: LibrarySearch) {
    self.trustsAny = trustsAny
    self.inPlace = inPlace
    self.opens = opens
    self.settling = settling
    self.search = search
  }

  private mutating func collect(_ names: [String], _ client: LibrarySearch.Client) throws(Refusal) {
    for name in names where known.insert(name).inserted && !(opens && Siblings.isLoaded(name)) {
      switch search.find(name, for: client) {
      case .loaded:
        // One of Swift's that the process does not have yet lies where it has its others.
        if opens, name.utf8.starts(with: "libswift".utf8), !Siblings.openFromRuntime(name) {
          throw Siblings.missing(name)
        }
      case .system: ofSystem.append(name)
      case .beside(let path): try add(name, path, isBeside: true)
      case .elsewhere(let path): try add(name, path, isBeside: false)
      case .relative(let path): throw Siblings.relative(name, path)
      case .missing: throw Siblings.missing(name)
      case .unknown(let folder?):
        if !trustsAny { throw Siblings.untold(name, folder) }
      // The system's folders are others than those known here.
      case .unknown(nil): ofSystem.append(name)
      }
    }
  }

  private mutating func add(_ name: String, _ path: String, isBeside: Bool) throws(Refusal) {
    guard found.count < Siblings.limit else {
      throw Refusal("too_many_libraries", "it needs more than \(Siblings.limit) libraries of its own")
    }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    let directory = PluginDirectory(path: slash == path.startIndex ? "/" : String(path[..<slash]))
    let library: (path: LoaderPath, dynamic: ElfDynamic)?
    do throws(Refusal) {
      let file = try directory.open(file: ComponentName.lastPart(of: path), trustsAny: trustsAny)
      library = try file.map { (file) throws(Refusal) in try open(file, as: name, isCopied: isBeside && !inPlace) }
    } catch {
      // What passes by itself says nothing of the library.
      let passes = error.reason == ComponentFile.changing.reason || error.isOfProcess
      let reason = passes ? error.reason : "sibling"
      let what = isBeside ? "\(quoted(name)) beside it" : quoted(path)
      throw Refusal(reason, "the library \(what) is refused: \(error.message)", help: error.help)
    }
    guard let library else { throw Siblings.missing(name) }
    let alias = library.dynamic.soname == name ? nil : alias(of: name, isCopied: isBeside && !inPlace)
    if let alias, alias != name { try claim(alias, for: path, name) }
    found.append(Sibling(path: library.path, alias: alias, name: name, needed: library.dynamic.needed))
    try collect(library.dynamic.needed, LibrarySearch.Client(directory: directory.path, dynamic: library.dynamic))
  }

  // What has a slash is a path, and known by that where it is opened by it. A copy lies where no path leads.
  private func alias(of name: String, isCopied: Bool) -> String? {
    if !name.utf8.contains(UInt8(ascii: "/")) { return name }
    return isCopied ? LibraryPath(name, origin: "/proc/self/fd")?.directory : nil
  }

  // What the paths of copies stand for: all of them lie in the same place, whatever folders they were made of.
  private static let claims = Guarded<[String: String]>([:])

  private func claim(_ alias: String, for path: String, _ name: String) throws(Refusal) {
    if !opens { return }
    let other: String? = Siblings.claims.withLock { claims in
      if let before = claims[alias] { return before == path ? nil : before }
      claims[alias] = path
      return nil
    }
    guard let other else { return }
    throw Refusal(
      "sibling", "the library \(quoted(path)) is known as \(quoted(name)), and so is \(quoted(other)), which is loaded",
      help: "link the library by its name (-l), give it one of its own (-soname), or --in-place")
  }

  private func open(
    _ file: ComponentFile, as name: String, isCopied: Bool
  ) throws(Refusal) -> (path: LoaderPath, dynamic: ElfDynamic) {
    if isCopied { try SealedCopy.checkPossible(file.size) }
    guard let settling else { return (LoaderPath(file), try Siblings.dynamic(.of(file))) }
    return try file.whileStill(settling) { () throws(Refusal) in
      if !isCopied || !opens { return (LoaderPath(file), try Siblings.dynamic(.of(file))) }
      let copy = try SealedCopy(of: file.descriptor, size: file.size, name: name)
      return (LoaderPath(copy.descriptor), try Siblings.dynamic(copy.content))
    }
  }

  private static func dynamic(_ content: ByteSource) throws(Refusal) -> ElfDynamic {
    do throws(ElfFault) {
      let elf = try Elf(content)
      let dynamic = try elf.dynamic()
      try elf.checkForLoader(dynamic)
      return dynamic
    } catch {
      throw Refusal(error.reason, error.description)
    }
  }

  private static let limit = 64

  // A library is known by the name that it gives itself. One that gives itself none, or another, gets a tiny library
  // before it that has the name and needs it.
  private func load(for client: LibrarySearch.Client) throws(Refusal) {
    // The loader looks for the system's where the system has them, unless the component says another place.
    if found.isEmpty, ofSystem.isEmpty || client.runpath == nil && client.rpath == nil { return }
    var paths: [LoaderPath] = []
    for sibling in found {
      guard let alias = sibling.alias else { continue }
      paths.append(LoaderPath(try StubLibrary(named: alias, needing: [sibling.path.text]).file()))
    }
    paths += found.map(\.path)
    _ = try Image(LoaderPath(StubLibrary(named: nil, needing: ofSystem + paths.map(\.text)).file()))
    for path in paths { path.keep() }
    Siblings.brought.withLock { brought in
      for sibling in found {
        guard let copy = sibling.path.descriptor else { continue }
        brought[sibling.name] = Brought(copy: copy, needed: sibling.needed)
      }
    }
  }

  /// Why a component is refused of which a library is nowhere.
  static let missing = "missing_library"

  static func missing(_ name: String) -> Refusal {
    Refusal(
      missing, "it needs \(quoted(name)), which can't be found",
      help: "install the library, or put it beside the component")
  }

  private static func relative(_ name: String, _ path: String) -> Refusal {
    let what = name == path ? quoted(name) : "\(quoted(name)) as \(quoted(path))"
    return Refusal(
      "relative_library", "it needs \(what), which lies elsewhere with each current folder",
      help: "link the library by its name (-l), and put it beside the component")
  }

  private static func untold(_ name: String, _ folder: String) -> Refusal {
    Refusal(
      missing, "it needs \(quoted(name)), and only the dynamic loader can tell where \(quoted(folder)) is",
      help: "put the library beside the component, or --trust-any")
  }
}
