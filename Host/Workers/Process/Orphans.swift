import ComponentKit
import Glibc
import HostNative

/// The descendants of workers that had no process namespace of their own: they become this process's children when the
/// worker ends, and are killed then.
///
/// They are known by the worker's session, and by what the worker had in its environment. One that has left the session and
/// has another environment is not found, nor are those that are left when this process is killed. Touched by the keeper's
/// thread only.
struct Orphans {
  // Those that were killed and have not ended yet, by their descriptors.
  private var killed: [Int32: ProcessFacts] = [:]
  // The workers of each of which some may be left.
  private var left: [Left] = []

  private struct Left {
    /// The worker's, which is that of its session as long as a process is in it.
    let number: Int32
    /// What it had in its environment.
    let mark: String
    /// When it had ended, as the system says when a process has started.
    let end: UInt64
    var looks = 0
    var looksAt = Int64(0)
  }

  /// What a worker's processes have in their environment.
  static let variable = "COMPONENT_WORKER"

  // How long after a look the next one is, once it has found nothing. A process that runs another program just then has no
  // environment for a moment, and one that another is making is not there yet.
  private static let pauses: [Int64] = [10_000_000, 100_000_000, 1_000_000_000]

  /// The descriptors of those that were killed and have not ended yet.
  var dying: [Int32] { Array(killed.keys) }

  /// When the next look is due.
  var looksAt: Int64 { left.map(\.looksAt).min() ?? .max }

  /// To be looked for, from now on.
  mutating func expect(ofWorker number: Int32, mark: String) {
    left.append(Left(number: number, mark: mark, end: ProcessFacts.now))
  }

  /// Kills what ended workers have left behind, if it is time to look for that.
  ///
  /// - Parameter sparing: the numbers of the workers that there are, one of which may be that of an earlier one.
  mutating func look(sparing kept: [Int32]) {
    let now = Deadline.now
    guard looksAt <= now else { return }
    let (own, all) = (getpid(), ProcessFacts.all)
    for index in left.indices where left[index].looksAt <= now {
      var isFound = false
      for child in all where child.parent == own && !kept.contains(child.number) && isOf(left[index], child) {
        if killed.values.contains(where: { $0.isSame(as: child) }) { continue }
        isFound = kill(child) || isFound
      }
      left[index].looks = isFound ? 0 : left[index].looks + 1
      left[index].looksAt =
        left[index].looks > Orphans.pauses.count ? .max : now + Orphans.pauses[max(0, left[index].looks - 1)]
    }
    // As long as one of them is dying, what it leaves behind is to be looked for.
    if killed.isEmpty { left.removeAll { $0.looksAt == .max } }
    ControlGroup.removeLeft()
  }

  private mutating func kill(_ child: ProcessFacts) -> Bool {
    let process = host_process_open_number(child.number)
    guard process >= 0 else { return false }
    // By then the number may be another process's.
    guard let now = ProcessFacts(child.number), now.isSame(as: child), now.parent == child.parent,
      host_process_signal(process, SIGKILL) == 0
    else {
      close(process)
      return false
    }
    killed[process] = child
    return true
  }

  // By the session only what is older than the worker's end: later the number may be that of another session.
  private func isOf(_ worker: Left, _ child: ProcessFacts) -> Bool {
    child.session == worker.number && child.start <= worker.end
      || child.hasInEnvironment("\(Orphans.variable)=\(worker.mark)")
  }

  /// Takes note of the end of one of them. What that has left behind in turn is looked for.
  mutating func end(_ process: Int32) {
    var number: Int32 = 0
    if host_process_end(process, &number) == HOST_END_NONE { return }
    close(process)
    killed[process] = nil
    for index in left.indices { left[index].looksAt = 0 }
  }
}

/// What the system says of a process.
private struct ProcessFacts {
  let number: Int32
  let parent: Int32
  let session: Int32
  /// When it started: no other process of the number has the same.
  let start: UInt64

  /// Nil where there is none.
  init?(_ number: Int32) {
    let text = String(decoding: ProcessFacts.bytes(of: "/proc/\(number)/stat", limit: 2048), as: UTF8.self)
    // The second field is a name that may have anything in it, in brackets.
    guard let rest = text.utf8.lastIndex(of: UInt8(ascii: ")")).map({ text[text.index(after: $0)...] }) else {
      return nil
    }
    let fields = rest.split(separator: " ")
    guard fields.count > 19, let parent = Int32(fields[1]), let session = Int32(fields[3]),
      let start = UInt64(fields[19])
    else { return nil }
    (self.number, self.parent, self.session, self.start) = (number, parent, session, start)
  }

  /// Whether it is that very process, whatever it has done meanwhile.
  func isSame(as other: ProcessFacts) -> Bool { number == other.number && start == other.start }

  /// The time now, as `start` has it.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    let ticks = UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
    return UInt64(time.tv_sec) * ticks + UInt64(time.tv_nsec) * ticks / 1_000_000_000
  }

  static var all: [ProcessFacts] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var all: [ProcessFacts] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let number = Int32(name), let facts = ProcessFacts(number) { all.append(facts) }
    }
    return all
  }

  func hasInEnvironment(_ variable: String) -> Bool {
    ProcessFacts.bytes(of: "/proc/\(number)/environ", limit: 1 << 18).split(separator: 0)
      .contains { $0.elementsEqual(variable.utf8) }
  }

  private static func bytes(of path: String, limit: Int) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      while count < limit, let place = buffer.baseAddress?.advanced(by: count) {
        let more = read(file, place, limit - count)
        if more <= 0 { break }
        count += more
      }
    }
  }
}
