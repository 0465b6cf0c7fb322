import ComponentABI
import Glibc

/// A library opened for good: the one file that says `dlopen`.
struct Image {
  private let handle: UnsafeMutableRawPointer

  /// Opens a library. Its constructors run in here.
  ///
  /// Messages leave the path out: it is that of the copy, and the refusal gets the path of the file.
  init(_ path: LoaderPath) throws(Refusal) {
    LoadedLibraries.prepare()
    // NOW: an undefined symbol is found here, not in the middle of a call. LOCAL: components' symbols stay apart.
    // NODELETE: an unmapped Swift image crashes the process at the next dynamic cast.
    guard let handle = path.text.withCString({ dlopen($0, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) }) else {
      let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
      throw Image.refusal(
        reason.hasPrefix(path.text + ": ") ? String(reason.dropFirst(path.text.utf8.count + 2)) : reason, path)
    }
    path.keep()
    self.handle = handle
  }

  /// Whether a library of that name is loaded. One that is stays for good: the question counts as a hold on it.
  static func isLoaded(_ name: String) -> Bool {
    // NOLOAD: only asks.
    name.withCString { dlopen($0, RTLD_LAZY | RTLD_NOLOAD) } != nil
  }

  /// A function by its name, also from the library's dependencies.
  func function(_ name: String) -> UnsafeMutableRawPointer? { name.withCString { dlsym(handle, $0) } }

  private static func refusal(_ reason: String, _ path: LoaderPath) -> Refusal {
    let missing = ": cannot open shared object file: No such file or directory"
    if reason.hasPrefix("undefined symbol: ") || reason.hasPrefix("symbol lookup error") {
      return unlinked(reason)
    }
    if reason.hasSuffix(missing) { return Siblings.missing(String(reason.dropLast(missing.utf8.count))) }
    if isNotRun(path.text) {
      return Refusal(
        "not_loadable", "it lies on a file system that is mounted noexec: \(reason)",
        help: "mount it with exec, or put the file elsewhere")
    }
    var refusal = Refusal("not_loadable", "the dynamic loader says: \(reason)", help: help(reason))
    // The limits of a process pass by themselves.
    refusal.isOfLack = refusal.help != nil
    if !refusal.isOfLack { refusal.retry = .whenLibrariesChange }
    return refusal
  }

  /// Why it can't be linked, in the loader's words.
  static func unlinked(_ reason: String) -> Refusal {
    var refusal = Refusal(
      "undefined_symbol", "it can't be linked: \(reason)",
      help: "link it with the library that has the symbol (-Wl,-z,defs finds this when it is built)")
    refusal.retry = .whenLibrariesChange
    return refusal
  }

  // What lies on some file systems may be read and not run. The loader has no word for that: it can't map the file.
  private static func isNotRun(_ path: String) -> Bool {
    var system = statvfs()
    return statvfs(path, &system) == 0 && system.f_flag & noexec != 0
  }

  // ST_NOEXEC, which Swift does not see.
  private static let noexec: UInt = 8

  // The loader's words for the limits of a process.
  private static func help(_ reason: String) -> String? {
    if reason.hasSuffix(systemReason(EMFILE)) || reason.hasSuffix(systemReason(ENFILE)) {
      return PluginDirectory.moreFiles
    }
    let words = ["failed to map segment", "cannot map", "cannot allocate memory", systemReason(ENOMEM)]
    return words.contains { strstr(reason, $0) != nil }
      ? "let the process have more memory (ulimit -v) and more mappings (sysctl vm.max_map_count)" : nil
  }
}
