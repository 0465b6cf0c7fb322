import ComponentHost
import ComponentKit
import Glibc
import HostNative

/// What the keeper has of one worker. Touched by its thread only.
final class KeptWorker {
  let process: WorkerProcess
  /// The process, to be waited for.
  let open: Int32
  private let voice: WorkerVoice
  private let ended: @Sendable (WorkerEnd) -> Void
  // The end to read from of its error output, -1 once nobody can write any more.
  private var error: Int32
  // What it wrote of a crash.
  private let record: Int32
  private var ending: WorkerEnd?
  private var lines = WorkerLines()
  // How much may still be read, of what is written in a second.
  private var budget = KeptWorker.rate
  private var budgetEnds: Int64 = 0

  /// So many bytes of its error output are read in a second. A worker that writes more has to wait, and takes no more of
  /// the host's time than that.
  private static let rate = 4 << 20

  init(
    _ process: WorkerProcess, _ open: Int32, _ plan: WorkerPlan, error: Int32, record: Int32,
    _ ended: @escaping @Sendable (WorkerEnd) -> Void
  ) {
    self.process = process
    self.open = open
    self.error = error
    self.record = record
    self.ended = ended
    voice = WorkerVoice(plan, process.number)
  }

  /// What is to be waited for of its error output; -1 for nothing.
  func ear(_ now: Int64) -> Int32 {
    if now >= budgetEnds {
      budget = KeptWorker.rate
      budgetEnds = now + 1_000_000_000
    }
    return budget > 0 ? error : -1
  }

  /// When the keeper has to look at it, whatever happens.
  var wakesAt: Int64 { min(process.deadline, budget > 0 || error < 0 ? .max : budgetEnds) }

  /// Reads what there is of its error output, up to as much as the buffer holds; whether there may be more.
  @discardableResult
  func hear(_ buffer: inout [UInt8]) -> Bool {
    guard error >= 0 else { return false }
    let count = read(error, &buffer, buffer.count)
    if count > 0 {
      budget -= count
      buffer.withUnsafeBytes { bytes in
        lines.take(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { voice.say($0) }
      }
      return true
    }
    if count < 0, errno == EINTR { return true }
    if count < 0, errno == EAGAIN { return false }
    close(error)
    error = -1
    return false
  }

  /// Notes its end; false where it has not come.
  func end(_ buffer: inout [UInt8]) -> Bool {
    guard let cause = process.noteEnd() else { return false }
    // What is there now is all that it wrote. A descendant that has the other end as well may write on, so the end of the
    // pipe is not waited for.
    for _ in 0..<16 where hear(&buffer) {}
    lines.end(ofAll: { voice.say($0) })
    ending = WorkerEnd(
      cause: cause, killed: process.reason, wasTold: process.wasTold, lastLines: lines.last,
      crash: CrashRecord(readingFrom: record))
    if error >= 0 { close(error) }
    close(record)
    return true
  }

  /// Tells its end.
  func finish() {
    guard let ending else { return }
    // Told behind the end: all that have waited for it find that it is known.
    ended(ending)
    process.finish(ending)
  }
}
