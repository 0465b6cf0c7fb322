import Glibc

// What is kept is bounded.
extension CacheFolder {
  /// So many files stay at most, and none that nobody has used for so long.
  static let fileLimit = 16_384
  private static let patience = 30 * day

  /// Takes away what nobody has used for long, and the longest unused of too many; once a day, whichever process comes to it.
  /// What is not named as hosts name their files there is not theirs, and stays.
  ///
  /// - Parameter now: in seconds.
  func sweep(now: Int = time(nil), limit: Int = CacheFolder.fileLimit) {
    guard isDue(now), let names = names() else { return }
    var files: [(name: String, used: Int)] = []
    for name in names {
      let isDraft = name.utf8.starts(with: CacheFolder.draft.utf8)
      var status = stat()
      guard isDraft || KeptKey.isFileName(name), fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        continue
      }
      let age = now - status.st_mtim.tv_sec
      // A process that was killed while it wrote has left its draft.
      let isOver = age > (isDraft ? CacheFolder.day : CacheFolder.patience)
      if isOver { unlinkat(number, name, 0) } else { files.append((name, status.st_mtim.tv_sec)) }
    }
    if files.count <= limit { return }
    files.sort { $0.used < $1.used }
    for file in files.prefix(files.count - limit) { unlinkat(number, file.name, 0) }
  }

  // The time of an empty file says when it was done last.
  private static let swept = ".swept"

  private func isDue(_ now: Int) -> Bool {
    let file = openat(number, CacheFolder.swept, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return false }
    // A file of no bytes is new, and a time that is still to come was a wrong clock's.
    if status.st_size > 0, (0..<CacheFolder.day).contains(now - status.st_mtim.tv_sec) { return false }
    return pwrite(file, "\n", 1, 0) == 1
  }

  // Nil where it can't be read. A folder that has no end is not read without one.
  func names() -> [String]? {
    let copy = openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return nil }
    guard let open = fdopendir(copy) else {
      close(copy)
      return nil
    }
    defer { closedir(open) }
    var names: [String] = []
    while names.count < 1_000_000, let entry = readdir(open) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
