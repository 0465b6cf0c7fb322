import ComponentHost
import ComponentKit
import Glibc

/// A folder that only root and this user can have written to, by its descriptor: what its path leads to later is all the
/// same.
final class OpenFolder: Sendable {
  let path: String
  private let number: Int32

  // No file in it is longer.
  private static let limit = 1 << 18

  /// How long another process may have it to itself. Whoever may read the folder can, so nobody waits longer.
  private static let patience = Duration.seconds(1)

  /// Opens the second of two folders, the first of which it lies in; both are made where they are missing.
  init(_ parent: String, _ path: String) throws(Refusal) {
    self.path = path
    if mkdir(parent, 0o700) != 0, errno != EEXIST { throw OpenFolder.fault(parent, systemReason(errno)) }
    // The first may be a link of whoever named it. From there on it is that very folder, wherever its path leads by now.
    let above = try OpenFolder.trusted(parent, open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    defer { close(above) }
    let name = String(path.dropFirst(parent.count + 1))
    if mkdirat(above, name, 0o700) != 0, errno != EEXIST { throw OpenFolder.fault(path, systemReason(errno)) }
    number = try OpenFolder.trusted(path, openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
  }

  deinit { close(number) }

  // The folder that was opened, unless others may write there.
  private static func trusted(_ path: String, _ number: Int32) throws(Refusal) -> Int32 {
    guard number >= 0 else {
      throw fault(path, errno == ELOOP || errno == ENOTDIR ? "it is no folder" : systemReason(errno))
    }
    var status = stat()
    let distrust = fstat(number, &status) == 0 ? FileDistrust.of(status) : systemReason(errno)
    guard let distrust else { return number }
    close(number)
    throw fault(path, distrust)
  }

  // ".NAME.draft.PROCESS.TIME"
  private func isDraft(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    return name.hasPrefix(".") && parts.count > 3 && parts[parts.count - 3] == "draft"
  }

  /// Does something while no other process does, unless that one takes too long.
  func locked(_ body: () throws(Refusal) -> Void) throws(Refusal) {
    // Of its own, or two threads would be one to the lock.
    let own = openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if own >= 0 { close(own) } }
    let deadline = Deadline(after: OpenFolder.patience)
    var isOwn = false
    while own >= 0, !isOwn, !deadline.hasPassed {
      isOwn = flock(own, LOCK_EX | LOCK_NB) == 0
      if !isOwn { usleep(1000) }
    }
    // A process that was killed while it wrote has left its draft.
    if isOwn { for name in names(where: isDraft).all { unlinkat(number, name, 0) } }
    try body()
  }

  private static func fault(_ path: String, _ reason: String) -> Refusal {
    Refusal("state", "the state folder \(path) is not used: \(reason)", help: "name one of your own with --state DIR")
  }

  /// So many names are taken at most. Others that lie in the folder as well hide none of them.
  static let nameLimit = 10_000

  // A folder that has no end is not read without one.
  private static let entryLimit = 1_000_000

  /// The names that are meant, in no certain order, and whether these are all.
  func names(where isMeant: (String) -> Bool) -> (all: [String], isWhole: Bool) {
    let copy = openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return ([], true) }
    guard let open = fdopendir(copy) else {
      close(copy)
      return ([], true)
    }
    defer { closedir(open) }
    var (names, count) = ([String](), 0)
    while let entry = readdir(open) {
      count += 1
      if count > OpenFolder.entryLimit { return (names, false) }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !isMeant(name) { continue }
      if names.count == OpenFolder.nameLimit { return (names, false) }
      names.append(name)
    }
    return (names, true)
  }

  /// What is in a file; nil where there is none.
  func file(_ name: String) throws(Refusal) -> [UInt8]? {
    let file = openat(number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if file < 0, errno == ENOENT { return nil }
    func fault(_ reason: String) -> Refusal {
      Refusal("state", "\(path)/\(name) is not read: \(reason)", help: "remove the file")
    }
    guard file >= 0 else { throw fault(errno == ELOOP ? "it is a link" : systemReason(errno)) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw fault(systemReason(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw fault("it is no regular file") }
    if let distrust = FileDistrust.of(status) { throw fault(distrust) }
    guard status.st_size <= OpenFolder.limit else { throw fault("it has more than \(OpenFolder.limit) bytes") }
    var bytes = [UInt8](repeating: 0, count: OpenFolder.limit)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count >= 0 else { throw fault(systemReason(errno)) }
    return Array(bytes.prefix(count))
  }

  /// Puts a file in another one's place at once: whoever reads has all of the one or of the other.
  func replace(_ name: String, with bytes: [UInt8]) throws(Refusal) {
    func fault(_ reason: String) -> Refusal { Refusal("state", "\(path)/\(name) can't be written: \(reason)") }
    let draft = ".\(name).draft.\(getpid()).\(Deadline.now)"
    let file = openat(number, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw fault(systemReason(errno)) }
    let count = write(file, bytes, bytes.count)
    var code = count == bytes.count ? 0 : count < 0 ? errno : ENOSPC
    if close(file) != 0, code == 0 { code = errno }
    if code == 0, renameat(number, draft, number, name) != 0 { code = errno }
    if code == 0 { return }
    unlinkat(number, draft, 0)
    throw fault(systemReason(code))
  }

  func remove(_ name: String) throws(Refusal) {
    if unlinkat(number, name, 0) == 0 || errno == ENOENT { return }
    throw Refusal("state", "\(path)/\(name) can't be removed: \(systemReason(errno))")
  }
}
