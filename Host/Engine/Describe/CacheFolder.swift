import Glibc

/// The folder in which descriptions are kept, by its descriptor: what its path leads to later is all the same.
///
/// Nobody but this user has anything in it, not even root: it belongs to the user, nobody else has any right, and no link
/// is followed there. What is not so is not used, and never a reason for a command to fail.
final class CacheFolder: Sendable {
  let number: Int32

  /// Why a folder is not used.
  struct Unusable: Error {
    let reason: String
    /// Whether there is none, and one may be made.
    var isMissing = false
  }

  init(opening path: String) throws(Unusable) {
    let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else {
      let code = errno
      if code == ENOENT { throw Unusable(reason: "there is none", isMissing: true) }
      throw Unusable(reason: code == ELOOP || code == ENOTDIR ? "it is no folder, or a link" : systemReason(code))
    }
    var status = stat()
    let fault = fstat(number, &status) == 0 ? CacheFolder.fault(status) : systemReason(errno)
    guard let fault else {
      self.number = number
      return
    }
    close(number)
    throw Unusable(reason: fault)
  }

  deinit { close(number) }

  private static func fault(_ status: stat) -> String? {
    if status.st_uid != geteuid() { return "it belongs to user \(status.st_uid), not to you" }
    if status.st_mode & 0o077 != 0 { return "others have rights in it: chmod 700" }
    return nil
  }

  /// Makes the folder, and those above it that are missing, in one that belongs to this user.
  static func make(_ path: String) throws(Unusable) {
    var missing: [String] = []
    var above = path
    var status = stat()
    while stat(above, &status) != 0 {
      guard errno == ENOENT, let slash = above.utf8.lastIndex(of: UInt8(ascii: "/")) else {
        throw Unusable(reason: "it can't be made: \(systemReason(errno))")
      }
      missing.append(above)
      above = String(above[..<slash])
      if above.isEmpty { above = "/" }
    }
    // A program that is run as another user, with the first one's environment, leaves nothing there.
    guard status.st_uid == geteuid() else {
      throw Unusable(reason: "it can't be made, since \(above) belongs to user \(status.st_uid), not to you")
    }
    for folder in missing.reversed() where mkdir(folder, 0o700) != 0 && errno != EEXIST {
      throw Unusable(reason: "it can't be made: \(systemReason(errno))")
    }
  }

  /// What is in a file, or its beginning; nil where there is none that this user alone could have written. A file that is used
  /// is marked as such, once a day.
  func bytes(of name: String, beginning: Int? = nil) -> [UInt8]? {
    let file = openat(number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_mode & 0o022 == 0, status.st_size <= KeptDescription.limit
    else { return nil }
    if time(nil) - status.st_mtim.tv_sec > CacheFolder.day { futimens(file, nil) }
    let count = beginning.map { min($0, Int(status.st_size)) } ?? Int(status.st_size)
    if count == 0 { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      while filled < count {
        let result = read(file, room.baseAddress.map { $0 + filled }, count - filled)
        if result < 0, errno == EINTR { continue }
        if result <= 0 { return }
        filled += result
      }
    }
    return bytes.count == count ? bytes : nil
  }

  /// Takes away a file that is of no use.
  func remove(_ name: String) { unlinkat(number, name, 0) }

  /// Whether the folder itself was taken away: what is written to it is nowhere.
  var isGone: Bool {
    var status = stat()
    return fstat(number, &status) != 0 || status.st_nlink == 0
  }

  /// Why nothing can be written there; nil where something can, which is tried.
  var writeFault: String? {
    let draft = CacheFolder.newDraft
    let file = openat(number, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return "nothing can be written there: \(systemReason(errno))" }
    defer { unlinkat(number, draft, 0) }
    let written = write(file, "\n", 1)
    let code = errno
    guard close(file) == 0 else { return "nothing can be written there: \(systemReason(errno))" }
    return written == 1 ? nil : "nothing can be written there: \(systemReason(code))"
  }

  /// Puts a file in another one's place at once: whoever reads has all of the one or of the other. What is lost when the
  /// machine stops is found out by its sum.
  func replace(_ name: String, with bytes: [UInt8]) {
    let draft = CacheFolder.newDraft
    let file = openat(number, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    var written = 0
    while written < bytes.count {
      let result = bytes.withUnsafeBytes { write(file, $0.baseAddress.map { $0 + written }, bytes.count - written) }
      if result < 0, errno == EINTR { continue }
      if result <= 0 { break }
      written += result
    }
    if close(file) == 0, written == bytes.count, renameat(number, draft, number, name) == 0 { return }
    unlinkat(number, draft, 0)
  }

  /// What is being written is called so, and by a number that chance gives: those of processes and of what they write come again
  /// in a container that is started again, and a draft may have been left there.
  static let draft = ".draft."
  private static var newDraft: String { draft + String(UInt64.random(in: .min ... .max), radix: 16) }
  /// In seconds.
  static let day = 24 * 60 * 60
}
