import ComponentHost
import ComponentKit
import Glibc

/// A folder for one check: a copy of the component's file, links to what lies beside it, and room for its data.
///
/// It is locked as long as the check runs. What a check has left that was killed is removed by the next one.
final class CheckScratch {
  let path: String
  /// The folder in which the file itself lies, once it was copied.
  private(set) var source = "/"
  private let lock: Int32

  /// Where the copy lies.
  var plugins: String { "\(path)/plugins" }
  /// Where the component may write.
  var data: String { "\(path)/data" }

  private static let prefix = "host-check-"

  init(_ console: Console) throws(Problem) {
    let named = console.environment("TMPDIR") ?? ""
    let all = named.utf8.first == UInt8(ascii: "/") ? named : "/tmp"
    CheckScratch.sweep(all)
    // Another check that begins may just have taken the folder for one that was left.
    for attempt in 1...3 {
      var pattern = Array("\(all)/\(CheckScratch.prefix)XXXXXX".utf8CString)
      guard mkdtemp(&pattern) != nil else { throw CheckScratch.problem("made in \(quoted(all))", errno) }
      let path = String(decoding: pattern.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      let lock = open("\(path)/lock", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0, mkdir("\(path)/plugins", 0o700) == 0,
        mkdir("\(path)/data", 0o700) == 0
      {
        (self.path, self.lock) = (path, lock)
        return
      }
      let number = errno
      if lock >= 0 { close(lock) }
      CheckScratch.remove(path)
      if attempt == 3 { throw CheckScratch.problem("used", number) }
    }
    throw CheckScratch.problem("used", EBUSY)
  }

  func remove() {
    CheckScratch.remove(path)
    close(lock)
  }

  private static func problem(_ what: String, _ number: Int32) -> Problem {
    Problem(
      .failed, "no_scratch", "a folder for the check can't be \(what): \(systemReason(number))",
      help: ["name another folder for it: TMPDIR=DIR host check …"])
  }

  /// Copies the file, and leads to what lies beside it but other components: those are neighbours, which are named by
  /// `--plugins`.
  func fill(_ file: String, _ name: String) throws(Problem) {
    let folder = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(file[..<$0]) } ?? "."
    guard let resolved = realpath(folder.isEmpty ? "/" : folder, nil) else {
      throw CheckScratch.problem("filled", errno)
    }
    defer { free(resolved) }
    let whole = String(cString: resolved)
    source = whole
    for entry in CheckScratch.names(in: whole)
    where entry.utf8.first != UInt8(ascii: ".") && ComponentName.name(ofFile: entry) == nil {
      // One that is lacking is told where it is needed.
      _ = symlink("\(whole)/\(entry)", "\(plugins)/\(entry)")
    }
    do throws(SystemFault) {
      try FileCopy.copy(file, to: "\(plugins)/lib\(name).so", mode: 0o600)
    } catch {
      throw CheckScratch.problem("filled", error.number)
    }
  }

  private static func names(in folder: String) -> [String] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    return FolderNames.all(in: entries)
  }

  // MARK: removing

  // Whatever a component has left there: no link is followed.
  private static func remove(_ path: String) {
    removeAll(in: AT_FDCWD, path)
    rmdir(path)
  }

  private static func removeAll(in folder: Int32, _ name: String) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var opened = openat(folder, name, flags)
    if opened < 0, errno == EACCES, fchmodat(folder, name, 0o700, 0) == 0 { opened = openat(folder, name, flags) }
    guard opened >= 0 else { return }
    fchmod(opened, 0o700)
    guard let entries = fdopendir(opened) else {
      close(opened)
      return
    }
    defer { closedir(entries) }
    for entry in bytes(of: entries) {
      if unlinkat(opened, entry, 0) == 0 { continue }
      entry.withUnsafeBufferPointer { name in
        guard let name = name.baseAddress else { return }
        removeAll(in: opened, String(cString: name))
        _ = unlinkat(opened, name, AT_REMOVEDIR)
      }
    }
  }

  // Names need not be UTF-8.
  private static func bytes(of entries: OpaquePointer) -> [[CChar]] {
    var names: [[CChar]] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { $0.prefix { $0 != 0 }.map(CChar.init(bitPattern:)) + [0] }
      if name != [46, 0], name != [46, 46, 0] { names.append(name) }
    }
    return names
  }

  // Those of checks that were killed: their lock is free.
  private static func sweep(_ all: String) {
    for name in names(in: all) where name.hasPrefix(prefix) {
      let folder = "\(all)/\(name)"
      var status = stat()
      guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
        continue
      }
      let lock = open("\(folder)/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard lock >= 0 else { continue }
      defer { close(lock) }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { remove(folder) }
    }
  }
}
