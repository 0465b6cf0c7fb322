import Glibc
import HostNative

/// The descendants of workers that had no process namespace of their own: they become this process's children when the
/// worker ends, and are killed then.
///
/// They are known by the worker's session, and by what the worker had in its environment. One that has left the session and
/// has another environment is not found, nor are those that are left when this process is killed. Touched by the keeper's
/// thread only.
struct Orphans {
  /// Those that were killed and have not ended yet, by their descriptors.
  private(set) var dying: [Int32] = []
  // The workers of each of which some may be left.
  private var workers: [Int32: String] = [:]
  private var isAdopting = false

  /// What a worker's processes have in their environment.
  static let variable = "COMPONENT_WORKER"

  /// To be called before a worker is started that has no namespace.
  mutating func adopt() {
    if isAdopting { return }
    isAdopting = host_adopt_orphans() == 0
  }

  /// Kills what a worker has left behind.
  ///
  /// - Parameters:
  ///   - number: the worker's, which is that of its session as long as a process is in it.
  ///   - mark: what it had in its environment.
  mutating func kill(ofWorker number: Int32, mark: String) {
    let own = getpid()
    var isFound = false
    for child in ProcessFacts.all where child.parent == own && Orphans.isOf(number, mark, child) {
      let process = host_process_open_number(child.number)
      guard process >= 0 else { continue }
      // By then the number may be another process's.
      guard let now = ProcessFacts(child.number), now == child, host_process_signal(process, SIGKILL) == 0 else {
        close(process)
        continue
      }
      dying.append(process)
      isFound = true
    }
    workers[number] = isFound ? mark : nil
  }

  private static func isOf(_ number: Int32, _ mark: String, _ child: ProcessFacts) -> Bool {
    child.session == number || child.hasInEnvironment("\(variable)=\(mark)")
  }

  /// Takes note of the end of one of them, and looks for what that has left behind in turn.
  mutating func end(_ process: Int32) {
    var number: Int32 = 0
    if host_process_end(process, &number) == HOST_END_NONE { return }
    close(process)
    dying.removeAll { $0 == process }
    guard dying.isEmpty else { return }
    for (number, mark) in workers { kill(ofWorker: number, mark: mark) }
  }
}

/// What the system says of a process.
private struct ProcessFacts: Equatable {
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
