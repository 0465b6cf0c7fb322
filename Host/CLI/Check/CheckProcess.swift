import ComponentHost
import ComponentKit
import ComponentWorkers
import Glibc

/// A worker that does one job, as who started it sees it. What it says is taken for no more than a stranger's words.
final class CheckProcess {
  enum Heard {
    case news(CheckNews)
    /// It says what no worker says.
    case nonsense(String)
    /// Nothing came in time.
    case silence
    /// Ctrl-C.
    case interrupted
    case ended(WorkerEnd)
  }

  private let job: CheckJob
  private let process: WorkerProcess
  private let channel: Int32
  private let bell: Bell
  private var bytes: [UInt8] = []
  private var isOver = false

  /// Readable once the process has ended. It is closed when nobody can ring it any more: its numbers may be another's then.
  private final class Bell: Sendable {
    let pipe: Pipe
    init() throws(SystemFault) { pipe = try Pipe() }
    deinit { pipe.close() }
  }

  // Of one line.
  private static let lengthLimit = 1 << 20

  /// - Parameter terms: what confines it; nil where nothing does.
  init(_ job: CheckJob, _ terms: WorkerTerms?) throws(Problem) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw CheckProcess.problem(systemReason(errno))
    }
    defer { close(ends[1]) }
    let bell: Bell
    do throws(SystemFault) { bell = try Bell() } catch {
      close(ends[0])
      throw CheckProcess.problem(systemReason(error.number))
    }
    var plan = WorkerPlan(.check, for: job.component)
    // The first process of a namespace does not die of each signal, and the signal is what is to be told.
    plan.isApart = false
    // Where a core is wanted, or a backtrace that takes seconds, is for whoever loads the component: here the signal is told.
    plan.environment = ["SWIFT_BACKTRACE": "enable=no"]
    if let (name, value) = terms?.environment { plan.environment[name] = value }
    do throws(Refusal) {
      process = try WorkerProcess.start(plan, channel: ends[1]) { _ in bell.pipe.wake() }
    } catch {
      close(ends[0])
      throw CheckProcess.problem(error.message)
    }
    self.job = job
    self.bell = bell
    channel = ends[0]
    var line = job.json.jsonLine[...]
    while !line.isEmpty {
      let count = line.withUnsafeBytes { send(channel, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      // It has ended before it was told what to do.
      guard count > 0 else { break }
      line = line.dropFirst(count)
    }
  }

  private static func problem(_ why: String) -> Problem {
    Problem(.failed, "no_worker", "a process to try the component in can't be started: \(why)")
  }

  /// Ends it, if it has not ended, and waits for that.
  func end() {
    process.kill()
    _ = process.wait(until: Deadline(after: .seconds(10)))
    close(channel)
  }

  func kill() { process.kill() }

  /// The next thing that it says or that becomes of it.
  func hear(until deadline: Deadline, unless signals: Int32) -> Heard {
    while true {
      if let news = next() { return news }
      // What it said before it ended is heard first.
      if isOver, let end = process.wait(until: Deadline(after: .seconds(10))) { return .ended(end) }
      var ready = [channel, bell.pipe.read, signals].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      if isOver { ready[0].fd = -1 }
      let left = Int32(clamping: deadline.timeLeft.nanoseconds / 1_000_000 + 1)
      let count = poll(&ready, nfds_t(ready.count), left)
      if count < 0, errno != EINTR { return .silence }
      if count == 0 { return .silence }
      if ready[2].revents != 0 { return .interrupted }
      if ready[0].revents != 0 {
        take()
      } else if ready[1].revents != 0 {
        // A process that it split off may hold its end of the channel.
        if !drain() { isOver = true }
      }
    }
  }

  private func next() -> Heard? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      if bytes.count <= CheckProcess.lengthLimit { return nil }
      bytes.removeAll()
      return .nonsense("a line without end")
    }
    let line = Array(bytes[..<end])
    bytes.removeSubrange(...end)
    if let value = try? Value(json: line), let news = CheckNews(job.step, said: value) { return .news(news) }
    return .nonsense("\(line.count) bytes that are no message")
  }

  private func take() { if !read(flags: 0) { isOver = true } }

  // What is there already; false where that is nothing.
  private func drain() -> Bool { read(flags: Int32(MSG_DONTWAIT)) }

  private func read(flags: Int32) -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(channel, &piece, piece.count, flags)
    if count < 0, errno == EINTR { return true }
    guard count > 0 else { return false }
    bytes += piece[..<count]
    return true
  }
}
