import Glibc
import Synchronization

/// Notes and places in books, in one file that only grows and is kept whole whatever happens to the program.
///
/// - A change is acknowledged when it is on the disk, and is then never lost.
/// - A record that was torn by a crash is cut off by whoever opens the log next; a `cut` record tells of it.
/// - A damaged record with whole ones behind it costs itself only. It stays in the file, is counted in `report`, and
///   the file is then never compacted, so that somebody may look at it.
/// - Several processes may use one file: each takes the file's lock, reads what the others wrote, writes, and lets go.
///
/// Sendable: the state is behind a mutex, and no code of others runs while it is held but `isCancelled`.
public final class NotesLog: Sendable {
  public let path: String
  private let disk: Disk
  private let patience: Duration
  private let state = Mutex<OpenLog?>(nil)

  /// A log that waits no longer than `patience` for another process.
  public convenience init(path: String, patience: Duration = .seconds(5)) {
    self.init(path: path, patience: patience, disk: Disk())
  }

  init(path: String, patience: Duration = .seconds(5), disk: Disk) {
    self.path = path
    self.patience = patience
    self.disk = disk
  }

  /// Keeps a note and says its id.
  public func add(
    book: Int, page: Int?, kind: String, text: String, time: Int, isCancelled: () -> Bool = { false }
  ) throws(LogFault) -> Int {
    try change(isCancelled) { log throws(LogFault) in
      let id = log.state.nextID
      try log.append(.note(LoggedNote(id: id, book: book, page: page, time: time, kind: kind, text: text)))
      return id
    }
  }

  /// Gives a note another text.
  public func edit(_ id: Int, text: String, isCancelled: () -> Bool = { false }) throws(LogFault) -> LoggedNote {
    try change(isCancelled) { log throws(LogFault) in
      let old = try log.note(id)
      let note = LoggedNote(id: id, book: old.book, page: old.page, time: old.time, kind: old.kind, text: text)
      try log.append(.note(note))
      return note
    }
  }

  /// Takes a note out, and says what it was.
  public func remove(_ id: Int, isCancelled: () -> Bool = { false }) throws(LogFault) -> LoggedNote {
    try change(isCancelled) { log throws(LogFault) in
      let note = try log.note(id)
      try log.append(.gone(id: id))
      return note
    }
  }

  /// Remembers where a reader is.
  public func setPlace(book: Int, page: Int, time: Int, isCancelled: () -> Bool = { false }) throws(LogFault) {
    try change(isCancelled) { log throws(LogFault) in
      if log.state.places[book]?.page != page { try log.append(.place(book: book, page: page, time: time)) }
    }
  }

  /// The notes of a kind, of one book or of all, in the order in which they came.
  public func notes(
    book: Int? = nil, kind: String? = nil, isCancelled: () -> Bool = { false }
  ) throws(LogFault) -> [LoggedNote] {
    try look(isCancelled) { state in
      state.notes.values.filter { (book ?? $0.book) == $0.book && (kind ?? $0.kind) == $0.kind }
        .sorted { $0.id < $1.id }
    }
  }

  /// Where a reader was in a book.
  public func place(book: Int, isCancelled: () -> Bool = { false }) throws(LogFault) -> (page: Int, time: Int)? {
    try look(isCancelled) { $0.places[book] }
  }

  /// In what state the file is.
  public func report(isCancelled: () -> Bool = { false }) throws(LogFault) -> LogReport {
    try locked(create: false, isCancelled) { log in
      LogReport(
        notes: log?.state.notes.count ?? 0, records: log?.state.records ?? 0, size: log?.end ?? 0,
        cut: log?.state.cut ?? 0, damaged: log?.damaged ?? [])
    }
  }

  private func look<R: Sendable>(_ isCancelled: () -> Bool, _ body: (LogState) -> R) throws(LogFault) -> R {
    try locked(create: false, isCancelled) { body($0?.state ?? LogState()) }
  }

  private func change<R: Sendable>(
    _ isCancelled: () -> Bool, _ body: (inout OpenLog) throws(LogFault) -> R
  ) throws(LogFault) -> R {
    try locked(create: true, isCancelled) { log throws(LogFault) in
      guard var open = log else { throw .unwritable(step: "open", path: path, why: "no file") }
      // One owner only, so that nothing is copied; the file closes, and so unlocks, if the body throws.
      log = nil
      let result = try body(&open)
      log = open
      return result
    }
  }

  // Runs with the file open, locked and read to its end. After a failure the file is read anew the next time.
  private func locked<R: Sendable>(
    create: Bool, _ isCancelled: () -> Bool, _ body: (inout OpenLog?) throws(LogFault) -> R
  ) throws(LogFault) -> R {
    let result: Result<R, LogFault> = state.withLock { kept in
      Result { () throws(LogFault) in
        var log = kept
        kept = nil
        if try OpenLog.take(&log, path, create: create, disk, patience, isCancelled) == false {
          return try body(&log)
        }
        defer { log?.file.unlock() }
        try log?.catchUp()
        let result = try body(&log)
        if create { log?.compactIfWorthIt() }
        kept = log
        return result
      }
    }
    return try result.get()
  }
}

/// In what state the file of a log is.
public struct LogReport: Sendable, Equatable {
  public let notes: Int
  public let records: Int
  public let size: Int
  /// How many bytes of torn records have been cut off since the file was last compacted.
  public let cut: Int
  /// Where bytes lie that were records once.
  public let damaged: [Range<Int>]
}
