import Glibc

/// Tells whether the dynamic loader would find a needed library, without asking it to load anything.
///
/// Goes the way of glibc: what is loaded already, RPATH where there is no RUNPATH, LD_LIBRARY_PATH, RUNPATH, the
/// cache of `ldconfig`, the default folders, and last the component's own folder, where only the host looks. Before all
/// paths comes, for Swift's own libraries, where this process has its others. One search serves many components; it is
/// a snapshot of its process. One thread at a time.
final class LibrarySearch {
  enum Answer: Equatable, Sendable {
    /// The loader finds it by itself, or has it already.
    case found(path: String)
    /// It lies in the component's folder or in a place relative to it. The loader can't know that place when it
    /// opens the component's bytes under another name, so the host opens the library first.
    case beside(path: String)
    case missing
    /// Not found, but not every place could be looked at.
    case unknown
  }

  /// The component whose libraries are looked for.
  struct Client {
    /// Where its file lies.
    let directory: String
    let runpath: String?
    let rpath: String?

    init(directory: String, runpath: String? = nil, rpath: String? = nil) {
      self.directory = directory
      self.runpath = runpath
      self.rpath = rpath
    }

    init(directory: String, dynamic: ElfDynamic) {
      self.init(directory: directory, runpath: dynamic.runpath, rpath: dynamic.rpath)
    }
  }

  private let loaded: LoadedLibraries
  private let environment: [String]
  private let cachePath: String
  private let defaults: [String]
  private lazy var cache = LoaderCache(path: cachePath)

  /// `environment` is the value of LD_LIBRARY_PATH. The loader has read it when the process started.
  init(
    loaded: LoadedLibraries = .now(),
    environment: String? = getenv("LD_LIBRARY_PATH").map { String(cString: $0) },
    cachePath: String = LoaderCache.path,
    defaults: [String] = LibrarySearch.defaultDirectories
  ) {
    self.loaded = loaded
    self.environment = LibraryPath.split(environment ?? "", separators: [":", ";"])
    self.cachePath = cachePath
    self.defaults = defaults
  }

  /// The folders that are compiled into the loaders of the known distributions.
  static var defaultDirectories: [String] {
    #if arch(x86_64)
      let multiarch = "x86_64-linux-gnu"
    #elseif arch(arm64)
      let multiarch = "aarch64-linux-gnu"
    #elseif arch(riscv64)
      let multiarch = "riscv64-linux-gnu"
    #else
      let multiarch = "powerpc64le-linux-gnu"
    #endif
    return ["/lib/\(multiarch)", "/usr/lib/\(multiarch)", "/lib64", "/usr/lib64", "/lib", "/usr/lib"]
  }

  /// Where a library comes from that a component names as needed.
  func find(_ name: String, for client: Client) -> Answer {
    if let path = loaded.path(of: name) { return .found(path: path) }
    // The host opens it from there before it opens the component.
    if let path = loaded.runtimePaths(of: name).first(where: Self.isLibrary) { return .found(path: path) }
    guard !name.utf8.contains(UInt8(ascii: "/")) else { return file(name, for: client) }
    var isSure = true
    let early = client.runpath == nil ? LibraryPath.split(client.rpath ?? "", separators: [":"]) : []
    let late = LibraryPath.split(client.runpath ?? "", separators: [":"])
    for directory in early + environment + late {
      guard let path = LibraryPath(directory, origin: client.directory) else {
        isSure = false
        continue
      }
      let file = path.file(name)
      if Self.isLibrary(file) { return path.followsOrigin ? .beside(path: file) : .found(path: file) }
    }
    if let path = cache?.paths(of: name).first(where: Self.isLibrary) { return .found(path: path) }
    if let directory = defaults.first(where: { Self.isLibrary($0 + "/" + name) }) {
      return .found(path: directory + "/" + name)
    }
    let sibling = client.directory.isEmpty ? name : client.directory + "/" + name
    if Self.isLibrary(sibling) { return .beside(path: sibling) }
    return isSure && cache != nil ? .missing : .unknown
  }

  /// A name with a slash is a path and not searched for.
  private func file(_ name: String, for client: Client) -> Answer {
    guard let path = LibraryPath(name, origin: client.directory) else { return .unknown }
    guard Self.isLibrary(path.directory) else { return .missing }
    return path.followsOrigin ? .beside(path: path.directory) : .found(path: path.directory)
  }

  /// Whether the loader would take the file: others, such as scripts for the linker, it passes by.
  private static func isLibrary(_ path: String) -> Bool {
    do throws(ElfFault) {
      _ = try ElfHeader(ByteSource(path: path))
      return true
    } catch {
      return false
    }
  }
}
