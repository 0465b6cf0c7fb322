import Glibc
import Synchronization
import Testing

@testable import NotesLog

@Suite struct NotesLogDiskTests {
  let folder = TemporaryFolder()
  var path: String { "\(folder.path)/notes.log" }

  @Test func `on a full disk nothing is acknowledged and nothing is left behind`() throws {
    let before = try firstNote()
    for room in 0..<40 {
      let log = NotesLog(path: path, disk: fullDisk(room: room))
      let why = room == 0 ? "No space left on device" : "no space left for all of it"
      #expect(throws: LogFault.unwritable(step: "write", path: path, why: why)) {
        try add(log, "lost")
      }
      #expect(folder.read("notes.log") == before)
      #expect(try log.notes().map(\.text) == ["kept"])
    }
    #expect(try add(NotesLog(path: path), "next") == 2)
  }

  @Test func `a failed sync is no acknowledgement`() throws {
    let before = try firstNote()
    let fails = Mutex(true)
    var disk = Disk()
    disk.sync = { file in
      if fails.withLock({ $0 }) {
        errno = EIO
        return -1
      }
      return fdatasync(file)
    }
    let log = NotesLog(path: path, disk: disk)
    #expect(throws: LogFault.unwritable(step: "sync", path: path, why: "Input/output error")) { try add(log, "lost") }
    #expect(folder.read("notes.log") == before)
    fails.withLock { $0 = false }
    #expect(try add(log, "next") == 2)
    #expect(try NotesLog(path: path).notes().map(\.text) == ["kept", "next"])
  }

  @Test func `where not even cutting back works the next one does it`() throws {
    _ = try firstNote()
    var disk = fullDisk(room: 10)
    disk.truncate = { _, _ in
      errno = EIO
      return -1
    }
    let log = NotesLog(path: path, disk: disk)
    #expect(throws: LogFault.self) { try add(log, "lost") }
    // Nobody appends to a torn tail.
    #expect(throws: LogFault.self) { try add(log, "lost") }
    #expect(try add(NotesLog(path: path), "next") == 2)
    #expect(try NotesLog(path: path).notes().map(\.text) == ["kept", "next"])
    #expect(try NotesLog(path: path).report().cut == 10)
  }

  @Test func `a full disk when the file is made leaves a file that works later`() throws {
    #expect(throws: LogFault.self) { try add(NotesLog(path: path, disk: fullDisk(room: 5)), "lost") }
    #expect(try NotesLog(path: path).notes().isEmpty)
    #expect(try add(NotesLog(path: path), "first") == 1)
  }

  @Test func `an interrupted write is tried again`() throws {
    let interruptions = Mutex(3)
    var disk = Disk()
    let write = disk.write
    disk.write = { file, bytes, place in
      let isInterrupted = interruptions.withLock { left in
        left -= 1
        return left >= 0
      }
      if isInterrupted {
        errno = EINTR
        return -1
      }
      return write(file, bytes, place)
    }
    #expect(try add(NotesLog(path: path, disk: disk), "first") == 1)
  }

  @Test func `a note is acknowledged after the sync and not before`() throws {
    let steps = Mutex<[String]>([])
    var disk = Disk()
    let (write, sync) = (disk.write, disk.sync)
    disk.write = { file, bytes, place in
      steps.withLock { $0.append("write") }
      return write(file, bytes, place)
    }
    disk.sync = { file in
      steps.withLock { $0.append("sync") }
      return sync(file)
    }
    _ = try add(NotesLog(path: path, disk: disk), "first")
    steps.withLock { $0.append("acknowledged") }
    #expect(steps.withLock { $0 } == ["write", "sync", "write", "sync", "acknowledged"])
  }

  // A disk on which a write of the last record finds room for so many bytes.
  private func fullDisk(room: Int) -> Disk {
    var disk = Disk()
    let write = disk.write
    disk.write = { file, bytes, place in
      if room == 0 {
        errno = ENOSPC
        return -1
      }
      return write(file, Array(bytes.prefix(room)), place)
    }
    return disk
  }

  private func firstNote() throws -> [UInt8] {
    _ = try add(NotesLog(path: path), "kept")
    return folder.read("notes.log")
  }

  private func add(_ log: NotesLog, _ text: String) throws -> Int {
    try log.add(book: 1, page: nil, kind: "note", text: text, time: 1_700_000_000)
  }
}
