import Glibc

/// A log that is open, and what has been read of it.
struct OpenLog: Sendable {
  var file: LogFile
  var state = LogState()
  /// Where the last whole record ends.
  var end = 0
  var damaged: [Range<Int>] = []

  /// Opens the file that is now at a path and takes its lock; false where there is none. Keeps a log that is open.
  static func take(
    _ log: inout OpenLog?, _ path: String, create: Bool, _ disk: Disk, _ patience: Duration, _ isCancelled: () -> Bool
  ) throws(LogFault) -> Bool {
    let clock = ContinuousClock()
    let limit = clock.now + patience
    var pause: UInt32 = 500
    while true {
      if let open = log, create, !open.file.isWritable { log = nil }
      if log == nil {
        if create { try LogFolder.make(LogFolder.of(path)) }
        guard let file = try LogFile.open(path, create: create, disk) else { return false }
        log = OpenLog(file: file)
      }
      if let file = log?.file, try file.tryLock() {
        if file.isCurrent { return true }
        log = nil
        continue
      }
      if isCancelled() { throw .cancelled }
      if clock.now >= limit { throw .locked(path: path) }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
  }

  /// Reads what is new in the file, and cuts off what is torn.
  mutating func catchUp() throws(LogFault) {
    let size = try file.size()
    if size == end { return try begin() }
    if size < end {
      self = OpenLog(file: file)
      return try catchUp()
    }
    let bytes = try file.read(from: end)
    let start = end == 0 ? try headerEnd(bytes) : 0
    let scan = RecordLine.scan(bytes, from: start)
    for payload in scan.payloads { state.apply(payload) }
    damaged += scan.damaged.map { ($0.lowerBound + end)..<($0.upperBound + end) }
    let torn = bytes.count - scan.end
    end += scan.end
    if torn > 0 { try cut(torn) }
    try begin()
  }

  // Where the records begin in a whole file. What is no log of ours is never touched.
  private func headerEnd(_ bytes: [UInt8]) throws(LogFault) -> Int {
    let header = RecordLine.header
    if bytes.starts(with: header) { return header.count }
    // Torn when the file was made.
    if header.starts(with: bytes) { return 0 }
    // A damaged header with whole records behind it.
    if !RecordLine.scan(bytes, from: 0).payloads.isEmpty { return 0 }
    throw bytes.starts(with: header.dropLast(2)) ? .newer(path: file.path) : .notALog(path: file.path)
  }

  private mutating func cut(_ torn: Int) throws(LogFault) {
    // A file that can only be read is read up to there.
    guard file.isWritable else { return }
    try file.cut(to: end)
    if end == 0 { return }
    // That the tail was cut off is worth a record, but not a failure on a full disk.
    try? append(.cut(bytes: torn, time: time(nil)))
  }

  // An empty file gets its header, and its name is brought to the disk.
  private mutating func begin() throws(LogFault) {
    guard end == 0, file.isWritable else { return }
    try file.append(RecordLine.header, at: 0)
    LogFolder.sync(LogFolder.of(file.path))
    end = RecordLine.header.count
  }

  /// Writes a record; it is on the disk when this returns.
  mutating func append(_ record: Record) throws(LogFault) {
    let bytes = RecordLine.bytes(of: record)
    if end + bytes.count > LogFile.sizeLimit { throw .tooLarge(path: file.path) }
    try file.append(bytes, at: end)
    end += bytes.count
    state.apply(record.payload)
  }

  func note(_ id: Int) throws(LogFault) -> LoggedNote {
    guard let note = state.notes[id] else { throw .noSuchNote(id: id) }
    return note
  }
}
