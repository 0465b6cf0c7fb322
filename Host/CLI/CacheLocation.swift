import Glibc

/// Where the program keeps what components say of themselves, as the rules for users' folders have it (XDG Base Directory).
enum CacheLocation {
  /// `component-host` in `$XDG_CACHE_HOME`, or else in `~/.cache`; nil where neither is known by a whole path, and for a program
  /// that has its rights from its file: the environment is another user's then.
  static func folder(_ environment: (String) -> String?) -> String? {
    guard geteuid() == getuid(), getegid() == getgid() else { return nil }
    // One that is not whole counts as none.
    if let folder = environment("XDG_CACHE_HOME"), folder.utf8.first == UInt8(ascii: "/") {
      return "\(folder)/component-host"
    }
    guard let home = environment("HOME"), home.utf8.first == UInt8(ascii: "/") else { return nil }
    return "\(home)/.cache/component-host"
  }
}
