import Glibc

extension OpenLog {
  /// Writes what still counts to a new file, and puts that in the old one's place.
  ///
  /// A process that waits for the old file's lock finds that the path leads elsewhere, and opens anew. Whatever fails,
  /// the old file stays as it is.
  mutating func compactIfWorthIt() {
    guard state.isMostlyDead, damaged.isEmpty else { return }
    // A link is followed: its target is replaced, not the link.
    guard let resolved = realpath(file.path, nil) else { return }
    let path = String(cString: resolved)
    free(resolved)
    let temporary = "\(path).new"
    unlink(temporary)
    do throws(LogFault) {
      try replace(path, through: temporary)
    } catch {
      unlink(temporary)
    }
  }

  private mutating func replace(_ path: String, through temporary: String) throws(LogFault) {
    guard let file = try LogFile.open(temporary, create: true, Disk()), try file.tryLock() else {
      throw .locked(path: temporary)
    }
    let records = state.essence
    let bytes = RecordLine.header + records.flatMap(RecordLine.bytes)
    try file.append(bytes, at: 0)
    let replacement = try file.rename(to: path, knownAs: self.file.path)
    LogFolder.sync(LogFolder.of(path))
    let old = self.file
    self.file = replacement
    end = bytes.count
    state = LogState()
    for record in records { state.apply(record.payload) }
    old.unlock()
  }
}
