import Glibc

/// Tells whether the dynamic loader would find a needed library, without asking it to load anything.
///
/// Goes the way of glibc: what is loaded already, RPATH where there is no RUNPATH, LD_LIBRARY_PATH, RUNPATH, the
/// cache of `ldconfig`, the default folders, and last the component's own folder, where only the host looks. Before all
/// paths comes, for Swift's own libraries, where this process has its others. One search serves many components; it is
/// a snapshot of its process. One thread at a time.
final class LibrarySearch {
  enum Answer: Equatable, Sendable {
    /// The process has it already, or the host opens it from where the process has its others.
    case loaded(path: String)
    /// The system's index or folders have it, as they have what the program itself is made of.
    case system(path: String)
    /// It lies in a place that the component or the environment names.
    case elsewhere(path: String)
    /// It lies in the component's folder or in a place relative to it. The loader can't know that place when it
    /// opens the component's bytes under another name, so the host opens the library first.
    case beside(path: String)
    /// It would be opened from wherever the process happens to stand.
    case relative(path: String)
    case missing
    /// Not found, but not every place could be looked at: a folder that only the loader can tell, or else the system's.
    case unknown(folder: String?)
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
    if let path = loaded.path(of: name) { return .loaded(path: path) }
    // The host opens it from there before it opens the component.
    if let path = loaded.runtimePaths(of: name).first(where: Self.isLibrary) { return .loaded(path: path) }
    guard !name.utf8.contains(UInt8(ascii: "/")) else { return file(name, for: client) }
    var untold: String?
    let early = client.runpath == nil ? LibraryPath.split(client.rpath ?? "", separators: [":"]) : []
    let late = LibraryPath.split(client.runpath ?? "", separators: [":"])
    for directory in early {
      if let answer = find(name, in: directory, client, &untold) { return answer }
    }
    // LD_LIBRARY_PATH is relative to the folder in which the process was started.
    for directory in environment {
      guard let answer = find(name, in: directory, client, &untold) else { continue }
      if case .relative(let path) = answer { return .elsewhere(path: path) }
      return answer
    }
    for directory in late {
      if let answer = find(name, in: directory, client, &untold) { return answer }
    }
    if let path = cache?.paths(of: name).first(where: Self.isLibrary) { return .system(path: path) }
    if let directory = defaults.first(where: { Self.isLibrary($0 + "/" + name) }) {
      return .system(path: directory + "/" + name)
    }
    let sibling = client.directory.isEmpty ? name : client.directory + "/" + name
    if Self.isLibrary(sibling) { return .beside(path: sibling) }
    return untold == nil && cache != nil ? .missing : .unknown(folder: untold)
  }

  private func find(_ name: String, in directory: String, _ client: Client, _ untold: inout String?) -> Answer? {
    guard let path = LibraryPath(directory, origin: client.directory) else {
      untold = untold ?? directory
      return nil
    }
    let file = path.file(name)
    return Self.isLibrary(file) ? place(of: file, path.followsOrigin) : nil
  }

  private func place(of path: String, _ followsOrigin: Bool) -> Answer {
    if followsOrigin { return .beside(path: path) }
    return path.utf8.first == UInt8(ascii: "/") ? .elsewhere(path: path) : .relative(path: path)
  }

  /// A name with a slash is a path and not searched for.
  private func file(_ name: String, for client: Client) -> Answer {
    guard let path = LibraryPath(name, origin: client.directory) else { return .unknown(folder: name) }
    let answer = place(of: path.directory, path.followsOrigin)
    // A relative path is said to be one whether or not a file is there now: it leads elsewhere with the next current
    // folder.
    if case .relative = answer { return answer }
    return Self.isLibrary(path.directory) ? answer : .missing
  }

  /// Whether the loader would take the file: it passes over others, such as scripts for the linker.
  ///
  /// Where the process may open no more files the answer is yes, and the attempt to open the file says why it fails.
  private static func isLibrary(_ path: String) -> Bool {
    do throws(ElfFault) {
      _ = try ElfHeader(ByteSource(path: path))
      return true
    } catch {
      return error == .unreadable(code: EMFILE) || error == .unreadable(code: ENFILE)
    }
  }
}
