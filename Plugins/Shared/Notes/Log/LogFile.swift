import Glibc

/// The open file of a log.
final class LogFile: Sendable {
  static let sizeLimit = 256 << 20

  let path: String
  let isWritable: Bool
  private let file: Int32
  private let disk: Disk

  private init(_ file: Int32, _ path: String, isWritable: Bool, _ disk: Disk) {
    self.file = file
    self.path = path
    self.isWritable = isWritable
    self.disk = disk
  }

  deinit { close(file) }

  /// Opens the file; nil where there is none and none is to be made.
  static func open(_ path: String, create: Bool, _ disk: Disk) throws(LogFault) -> LogFile? {
    // O_NONBLOCK: a FIFO in the file's place must not make anybody wait.
    let flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    var isWritable = true
    var file = Glibc.open(path, O_RDWR | flags | (create ? O_CREAT : 0), 0o600)
    if file < 0, !create, errno == EACCES || errno == EROFS {
      isWritable = false
      file = Glibc.open(path, O_RDONLY | flags)
    }
    if file < 0 {
      if !create, errno == ENOENT { return nil }
      if create { throw .unwritable(step: "open", path: path, why: systemMessage()) }
      throw .unreadable(step: "open", path: path, why: systemMessage())
    }
    let log = LogFile(file, path, isWritable: isWritable, disk)
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notALog(path: path) }
    return log
  }

  /// Whether the path still leads to this file; another one is there when the log was compacted or deleted.
  var isCurrent: Bool {
    var own = stat()
    var there = stat()
    return fstat(file, &own) == 0 && stat(path, &there) == 0 && own.st_ino == there.st_ino && own.st_dev == there.st_dev
  }

  func size() throws(LogFault) -> Int {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable(step: "stat", path: path, why: systemMessage()) }
    return Int(status.st_size)
  }

  // The lock is the file's, not the process's: it keeps apart threads with logs of their own as well.
  func tryLock() throws(LogFault) -> Bool {
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
    if errno == EWOULDBLOCK || errno == EINTR { return false }
    throw .unreadable(step: "lock", path: path, why: systemMessage())
  }
  func unlock() { flock(file, LOCK_UN) }

  /// The bytes from a place to the end.
  func read(from start: Int) throws(LogFault) -> [UInt8] {
    let size = try size()
    if size > LogFile.sizeLimit { throw .tooLarge(path: path) }
    var bytes = [UInt8](repeating: 0, count: max(0, size - start))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress.map { $0 + filled }, $0.count - filled, start + filled)
      }
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadable(step: "read", path: path, why: systemMessage())
      }
      filled += count
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// Writes bytes at the end of the file and returns when they are on the disk. After a failure the file is cut back
  /// to where it was.
  func append(_ bytes: [UInt8], at end: Int) throws(LogFault) {
    var written = disk.write(file, bytes, end)
    while written < 0, errno == EINTR { written = disk.write(file, bytes, end) }
    var step = "write"
    var why = written < 0 ? systemMessage() : "no space left for all of it"
    if written == bytes.count {
      if disk.sync(file) == 0 { return }
      step = "sync"
      why = systemMessage()
    }
    _ = disk.truncate(file, end)
    _ = disk.sync(file)
    throw .unwritable(step: step, path: path, why: why)
  }

  func cut(to end: Int) throws(LogFault) {
    guard disk.truncate(file, end) == 0, disk.sync(file) == 0 else {
      throw .unwritable(step: "truncate", path: path, why: systemMessage())
    }
  }

  /// Puts this file, made under another name, in the place of a log.
  func rename(to target: String, knownAs name: String) throws(LogFault) -> LogFile {
    guard Glibc.rename(path, target) == 0 else {
      throw .unwritable(step: "rename", path: path, why: systemMessage())
    }
    let twin = fcntl(file, F_DUPFD_CLOEXEC, 0)
    guard twin >= 0 else { throw .unwritable(step: "open", path: target, why: systemMessage()) }
    // The duplicate shares the lock.
    return LogFile(twin, name, isWritable: true, disk)
  }
}

/// The system's words for `errno`.
func systemMessage() -> String { String(cString: strerror(errno)) }
