import ComponentHost
import ComponentKit
import Glibc

/// A plugin folder in which files are put in place, taken out and brought back, so that nobody ever sees half of one.
///
/// Versions that were replaced or taken out lie in its folder `.versions`, which no host looks into:
/// `.versions/libReader.so.7` is later than `.versions/libReader.so.6`. It is locked as long as this lives, so that of two
/// that change it at once one waits.
final class InstallFolder {
  let path: String
  private let folder: Int32

  static let versionsName = ".versions"
  /// So many earlier versions are kept of each component.
  static let versionLimit = 5
  private static let patience = Duration.seconds(30)

  init(_ path: String) throws(Problem) {
    self.path = path
    folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      let number = errno
      throw Problem(
        number == ENOENT || number == ENOTDIR ? .notFound : .failed, "no_folder",
        "the plugin folder \(quoted(path)) can't be opened: \(systemReason(number))",
        help: number == ENOENT ? ["make it: mkdir \(path.shellWord ?? quoted(path))"] : [])
    }
  }

  deinit { close(folder) }

  /// Waits until nobody else changes the folder.
  func lock() throws(Problem) {
    let end = Deadline(after: InstallFolder.patience)
    while flock(folder, LOCK_EX | LOCK_NB) != 0 {
      let number = errno
      if number == EINTR { continue }
      guard number == EWOULDBLOCK else { throw fault("can't be locked", number) }
      if end.hasPassed {
        throw Problem(
          .failed, "busy",
          "another 'host install' or the like has held the folder \(quoted(path)) for \(InstallFolder.patience.components.seconds) s",
          help: ["wait until it has ended, and try again"])
      }
      usleep(20_000)
    }
  }

  func file(_ name: String) -> String {
    path.utf8.last == UInt8(ascii: "/") ? "\(path)lib\(name).so" : "\(path)/lib\(name).so"
  }

  private func fault(_ what: String, _ number: Int32) -> Problem {
    Problem(
      .failed, number == ENOSPC || number == EDQUOT || number == EFBIG ? "no_room" : "not_writable",
      "the folder \(quoted(path)) \(what): \(systemReason(number))",
      notes: ["nothing was changed"])
  }

  // MARK: what is there

  /// What lies at the component's place.
  struct Present {
    let status: stat
    var isLink: Bool { status.st_mode & S_IFMT == S_IFLNK }

    func isSame(as other: stat) -> Bool { status.st_dev == other.st_dev && status.st_ino == other.st_ino }
  }

  /// Nil where nothing is there.
  func present(_ name: String) throws(Problem) -> Present? {
    var status = stat()
    guard fstatat(folder, "lib\(name).so", &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw fault("can't be looked at", errno)
    }
    guard [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else {
      throw Problem(
        .failed, "not_a_file", "\(quoted(file(name))) is no file, and is not replaced",
        help: ["take it away yourself, if it is to go"])
    }
    return Present(status: status)
  }

  /// The numbers of the versions that are kept, the latest last. One that is at the component's place as well does not
  /// count: somebody was interrupted.
  func versions(_ name: String) -> [Int] {
    let begin = "lib\(name).so."
    let present = try? present(name)
    guard let versions = openVersions(makes: false) else { return [] }
    defer { close(versions) }
    return FolderNames.all(in: versions).compactMap { entry -> Int? in
      guard let number = InstallFolder.number(entry, behind: begin) else { return nil }
      var status = stat()
      guard fstatat(versions, entry, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
      return present?.isSame(as: status) == true ? nil : number
    }.sorted()
  }

  // That of a version; nil where it is none. The limit is of what somebody else has put there: there is always a next one.
  private static func number(_ entry: String, behind begin: String) -> Int? {
    guard entry.hasPrefix(begin), let number = Int(entry.dropFirst(begin.count)), number > 0, number < 1 << 40,
      "\(begin)\(number)" == entry
    else { return nil }
    return number
  }

  /// The path of a version.
  func version(_ name: String, _ number: Int) -> String {
    "\(path)/\(InstallFolder.versionsName)/lib\(name).so.\(number)"
  }

  // Nobody else may decide what comes back, so a link there is not followed.
  private func openVersions(makes: Bool) -> Int32? {
    if makes, mkdirat(folder, InstallFolder.versionsName, 0o755) == 0 { follow(folder, InstallFolder.versionsName) }
    let opened = openat(folder, InstallFolder.versionsName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    return opened >= 0 ? opened : nil
  }

  // What root makes in another user's folder is that user's.
  private func follow(_ parent: Int32, _ name: String) {
    var status = stat()
    guard geteuid() == 0, fstat(folder, &status) == 0 else { return }
    _ = fchownat(parent, name, status.st_uid, status.st_gid, AT_SYMLINK_NOFOLLOW)
  }

  // MARK: changes, under the lock

  /// Puts a copy of a file at the component's place; what was there is kept, and more versions than there may be until `prune`.
  ///
  /// - Returns: the number under which the former version is kept; nil where there was none.
  @discardableResult
  func put(_ source: String, _ name: String) throws(Problem) -> Int? {
    let aside = try copy(source, name)
    var isAside = true
    defer { if isAside { unlinkat(folder, aside, 0) } }
    let kept = try present(name) == nil ? nil : keep(name)
    guard renameat(folder, aside, folder, "lib\(name).so") == 0 else { throw fault("can't be written", errno) }
    isAside = false
    fsync(folder)
    return kept
  }

  /// Undoes that, as if it had not been.
  func takeBack(_ name: String, _ kept: Int?) throws(Problem) {
    guard let kept else {
      guard unlinkat(folder, "lib\(name).so", 0) == 0 else { throw fault("can't be written", errno) }
      fsync(folder)
      return
    }
    guard let versions = openVersions(makes: false) else { throw fault("has no earlier versions", errno) }
    defer { close(versions) }
    guard renameat(versions, "lib\(name).so.\(kept)", folder, "lib\(name).so") == 0 else {
      throw fault("can't be written", errno)
    }
    fsync(folder)
    fsync(versions)
  }

  /// Takes a component's file out, and keeps it.
  func takeOut(_ name: String) throws(Problem) -> Int {
    guard let versions = openVersions(makes: true) else { throw fault("has no room for earlier versions", errno) }
    defer { close(versions) }
    let number = next(name)
    guard renameat(folder, "lib\(name).so", versions, "lib\(name).so.\(number)") == 0 else {
      throw fault("can't be written", errno)
    }
    fsync(versions)
    fsync(folder)
    prune(name)
    return number
  }

  /// Puts a version that is kept at the component's place again, as the very file that it was. What was there is kept as
  /// `.versions/libReader.so.undone`, until the next time.
  func bringBack(_ name: String, _ number: Int) throws(Problem) {
    guard let versions = openVersions(makes: false) else { throw fault("has no earlier versions", errno) }
    defer { close(versions) }
    let undone = "lib\(name).so.undone"
    if try present(name) != nil {
      unlinkat(versions, undone, 0)
      // Where the file system knows no second names it is not kept.
      _ = linkat(folder, "lib\(name).so", versions, undone, 0)
    }
    guard renameat(versions, "lib\(name).so.\(number)", folder, "lib\(name).so") == 0 else {
      throw fault("can't be written", errno)
    }
    fsync(folder)
    fsync(versions)
  }

  // MARK: steps

  private func next(_ name: String) -> Int {
    guard let versions = openVersions(makes: false) else { return 1 }
    defer { close(versions) }
    let begin = "lib\(name).so."
    let numbers = FolderNames.all(in: versions).compactMap { InstallFolder.number($0, behind: begin) }
    return (numbers.max() ?? 0) + 1
  }

  // A second name for the very file, so that there is no moment in which it has none.
  private func keep(_ name: String) throws(Problem) -> Int {
    guard let versions = openVersions(makes: true) else { throw fault("has no room for earlier versions", errno) }
    defer { close(versions) }
    let begin = "lib\(name).so."
    // A process that was interrupted may have come as far as this.
    let present = try present(name)
    for entry in FolderNames.all(in: versions) {
      var status = stat()
      guard let number = InstallFolder.number(entry, behind: begin),
        fstatat(versions, entry, &status, AT_SYMLINK_NOFOLLOW) == 0, present?.isSame(as: status) == true
      else { continue }
      return number
    }
    let number = next(name)
    let entry = "lib\(name).so.\(number)"
    if linkat(folder, "lib\(name).so", versions, entry, 0) != 0 {
      // The file is another user's, or the file system has no second names.
      do throws(SystemFault) { try copy(name, to: entry, in: versions) } catch {
        throw fault("can't be written", error.number)
      }
    }
    fsync(versions)
    return number
  }

  // Of the very file, or the very link, whatever its owner makes of the names meanwhile.
  private func copy(_ name: String, to entry: String, in versions: Int32) throws(SystemFault) {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    if readlinkat(folder, "lib\(name).so", &path, path.count - 1) >= 0 {
      guard symlinkat(path, versions, entry) == 0 else { throw SystemFault(number: errno) }
      return
    }
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW
    let from = openat(folder, "lib\(name).so", flags)
    guard from >= 0 else { throw SystemFault(number: errno) }
    defer { close(from) }
    let to = openat(versions, entry, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard to >= 0 else { throw SystemFault(number: errno) }
    defer { close(to) }
    do throws(SystemFault) { try FileCopy.copy(from, to: to) } catch {
      unlinkat(versions, entry, 0)
      throw error
    }
  }

  // Under a name that no host takes for a component's; those that were left by what was killed go.
  private func copy(_ source: String, _ name: String) throws(Problem) -> String {
    let begin = ".lib\(name).so.new"
    for entry in FolderNames.all(in: folder) where entry.hasPrefix(begin) { unlinkat(folder, entry, 0) }
    let from = open(source, O_RDONLY | O_CLOEXEC)
    guard from >= 0 else {
      throw Problem(.failed, "not_readable", "\(quoted(source)) can't be opened: \(systemReason(errno))")
    }
    defer { close(from) }
    let to = openat(folder, begin, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard to >= 0 else { throw fault("can't be written", errno) }
    defer { close(to) }
    do throws(SystemFault) {
      try FileCopy.copy(from, to: to)
      follow(folder, begin)
      guard fchmod(to, mode(name)) == 0, fsync(to) == 0 else { throw SystemFault(number: errno) }
    } catch {
      unlinkat(folder, begin, 0)
      throw fault("can't be written", error.number)
    }
    return begin
  }

  // What the file before had, or any component beside it; nobody but its owner may write to it in any case.
  private func mode(_ name: String) -> mode_t {
    var status = stat()
    let beside = ["lib\(name).so"] + FolderNames.all(in: folder).filter { ComponentName.name(ofFile: $0) != nil }
    for entry in beside {
      guard fstatat(folder, entry, &status, 0) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      return (status.st_mode & 0o755) | 0o400
    }
    return 0o644
  }

  /// Takes away what is older than what is kept.
  func prune(_ name: String) {
    let all = versions(name)
    guard all.count > InstallFolder.versionLimit, let versions = openVersions(makes: false) else { return }
    defer { close(versions) }
    for number in all.dropLast(InstallFolder.versionLimit) { unlinkat(versions, "lib\(name).so.\(number)", 0) }
  }
}

/// The names of what lies in an open folder.
enum FolderNames {
  /// Those that are UTF-8.
  static func all(in folder: Int32) -> [String] {
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let entries = fdopendir(copy) else {
      if copy >= 0 { close(copy) }
      return []
    }
    defer { closedir(entries) }
    return all(in: entries)
  }

  static func all(in entries: OpaquePointer) -> [String] {
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(validating: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
