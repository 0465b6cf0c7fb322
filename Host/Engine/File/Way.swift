import Glibc

/// The folders through which a path leads, links followed by hand: a user who owns one of them or can write to it
/// decides where the path leads.
///
/// As strict as OpenSSH is with the files of its users, with two exceptions. In a sticky folder of root's that all can
/// write to, as the system's temporary folder is, what belongs to root or to this user stays theirs. And Kubernetes
/// projects a volume as root's links in a folder that is open to all.
struct Way {
  /// A folder that is not trusted.
  struct Fault: Equatable, Sendable {
    let folder: String
    let distrust: Distrust
  }

  /// What the path leads to; nil where that is nothing, or can't be told: such a way is not trusted, faults or not.
  private(set) var end: FileStatus?
  /// The faults on the way, from its start to its end, each folder once.
  private(set) var faults: [Fault] = []

  private let user: UInt32
  // The folder that was reached: its path without links.
  private var path = "/"
  private var folder: FileStatus
  // What comes next, the last one first.
  private var pending: [String]
  private var linksLeft = 40
  // The folder that the link `..data` of a projected volume leads to.
  private var projected: String?

  /// Goes the way to a file or folder, which itself is not judged.
  init?(to path: String, user: UInt32 = geteuid()) {
    self.user = user
    guard let root = Way.status(of: "/"), let start = Way.isWhole(path) ? "" : Way.current else { return nil }
    folder = root
    pending = Way.parts(of: path) + Way.parts(of: start)
    while let part = pending.popLast() {
      guard step(to: part) else { return }
    }
    if end == nil { end = folder }
  }

  // False where the way ends.
  private mutating func step(to part: String) -> Bool {
    let next = self.path == "/" ? "/\(part)" : "\(self.path)/\(part)"
    if part == ".." {
      path = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
      if path.isEmpty { path = "/" }
      guard let above = Way.status(of: path) else { return false }
      folder = above
      return true
    }
    guard let entry = Way.status(of: next) else { return false }
    let target = entry.isLink ? Way.target(of: next) : nil
    if entry.isLink, target == nil { return false }
    judge(part, entry, target)
    if let target {
      linksLeft -= 1
      if linksLeft < 0 { return false }
      pending += Way.parts(of: target)
      if Way.isWhole(target) {
        guard let root = Way.status(of: "/") else { return false }
        (path, folder) = ("/", root)
      }
      return true
    }
    if entry.isDirectory {
      (path, folder) = (next, entry)
      return true
    }
    end = entry
    return false
  }

  // Whether another user can put another thing in the place of an entry.
  private mutating func judge(_ name: String, _ entry: FileStatus, _ target: String?) {
    guard let distrust = Trust.distrust(of: folder, user: user) else { return }
    if case .foreignOwner = distrust {
    } else if folder.owner == 0 {
      let isHeld = folder.permissions & 0o1000 != 0 && (entry.owner == 0 || entry.owner == user)
      // A file itself has to lie in a folder that is trusted.
      if isHeld, target != nil || entry.isDirectory { return }
      if isOfProjection(name, entry, target) { return }
    }
    if !faults.contains(where: { $0.folder == path }) { faults.append(Fault(folder: path, distrust: distrust)) }
  }

  // `libReader.so -> ..data/libReader.so`, `..data -> ..2024_11_22_09_30_00.1`, and that folder: all of them root's, in
  // one mount. Nothing else in such a folder has the exception.
  private mutating func isOfProjection(_ name: String, _ entry: FileStatus, _ target: String?) -> Bool {
    guard entry.owner == 0, entry.device == folder.device else { return false }
    guard let target else { return entry.isDirectory && projected == "\(path)/\(name)" }
    if name != "..data" { return target.hasPrefix("..data/") }
    guard target.hasPrefix(".."), target != "..", !target.utf8.contains(UInt8(ascii: "/")) else { return false }
    projected = "\(path)/\(target)"
    return true
  }

  private static func isWhole(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  private static func parts(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).reversed().map { String(Substring($0)) }.filter { $0 != "." }
  }

  private static func status(of path: String) -> FileStatus? {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 ? FileStatus(status) : nil
  }

  // Nil also for what is no UTF-8: decoded with replacements it would lead elsewhere.
  private static func target(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    return String(validating: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static var current: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
