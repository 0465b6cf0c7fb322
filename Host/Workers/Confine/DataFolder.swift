import ComponentHost
import ComponentKit
import Glibc

/// The folder in which a confined component keeps what is its own.
struct DataFolder {
  private let path: String
  // The last folders of the path, which are made where they are missing.
  private let made: [String]

  /// - Parameter path: nil for the component's own, below where the user's programs keep their data.
  init(_ settings: Settings, of component: String, at path: String?) throws(Refusal) {
    if let path {
      self.path = path
      made = [path]
      return
    }
    let base: String
    if let directory = settings.dataDirectory ?? settings.stateDirectory.map({ "\($0)/data" }) {
      base = directory
      made = [directory, "\(directory)/\(component)"]
    } else {
      guard let data = DataFolder.ofUser else {
        throw Confining.refusal(
          "nothing says where its data is to lie", help: "set XDG_DATA_HOME or HOME")
      }
      base = "\(data)/component-host/data"
      made = [data, "\(data)/component-host", base, "\(base)/\(component)"]
    }
    self.path = "\(base)/\(component)"
  }

  // The rules for the variable say that a relative path counts as none.
  private static var ofUser: String? {
    if let data = environment("XDG_DATA_HOME"), data.utf8.first == UInt8(ascii: "/") { return data }
    return environment("HOME").map { "\($0)/.local/share" }
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Its whole path. It is this user's alone.
  func make() throws(Refusal) -> String {
    // HOME has the folders above, but maybe not `.local/share`.
    for folder in DataFolder.above(made[0]) + made where mkdir(folder, 0o700) != 0 && errno != EEXIST {
      throw fault(folder, "can't be made: \(systemReason(errno))")
    }
    // Where others can write somebody could put a link there that leads to what is the user's own, and the component would be
    // granted that.
    let above = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    var status = stat()
    guard stat(above, &status) == 0 else { throw fault(above, systemReason(errno)) }
    if let distrust = FileDistrust.of(status) { throw fault(above, "is not used: \(distrust)") }
    guard lstat(path, &status) == 0 else { throw fault(path, systemReason(errno)) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw fault(path, "is no folder") }
    guard status.st_uid == geteuid() else { throw fault(path, "belongs to user \(status.st_uid), not to you") }
    guard let whole = wholePath(path) else { throw fault(path, "can't be found: \(systemReason(errno))") }
    if status.st_mode & 0o077 != 0, chmod(whole, 0o700) != 0 { throw fault(path, systemReason(errno)) }
    return whole
  }

  private func fault(_ folder: String, _ words: String) -> Refusal {
    Confining.refusal("the folder \(quoted(folder)) for its data \(words)", help: "make it, for you alone")
  }

  // The folders above one that are missing, the outermost first.
  private static func above(_ path: String) -> [String] {
    var missing: [String] = []
    var rest = path
    while let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")), slash != rest.startIndex {
      rest = String(rest[..<slash])
      if access(rest, F_OK) == 0 { break }
      missing.append(rest)
    }
    return missing.reversed()
  }
}

/// The path without links and from the root on; nil where it leads nowhere, with `errno`.
func wholePath(_ path: String) -> String? {
  guard let whole = realpath(path, nil) else { return nil }
  let text = String(cString: whole)
  free(whole)
  return text
}
