import ComponentKit
import Glibc
import HostNative

// A file that is being written is neither its old nor its new version: nothing of it is loaded before it is still.
extension ComponentFile {
  /// Does with the file what a load does, again and again as long as it is changing and there is settling: each time
  /// with what its path then leads to.
  func patiently<R>(
    trustsAny: Bool, _ settling: Settling = Settling(), _ body: (ComponentFile, Settling) throws(Refusal) -> R
  ) throws(Refusal) -> R {
    var file = self
    while true {
      do throws(Refusal) {
        return try body(file, settling)
      } catch {
        guard error.isOfChange, settling.waits() else { throw error }
        guard let next = try directory.open(file: name, trustsAny: trustsAny) else {
          throw ComponentFile.gone
        }
        file = next
      }
    }
  }

  /// Runs `body` while the file is still; refuses it as changing where it is not still, or did not stay so until the
  /// end.
  ///
  /// A lease keeps writers away meanwhile, where the system gives one for this user and file system. Without a lease a
  /// file counts as still when it has settled, and the watch knows of nobody who has begun to write to it. At the end the
  /// size, times, owner and permissions must be what they were when the file was judged, so bytes that another user could
  /// have written meanwhile are never taken.
  func whileStill<R>(_ settling: Settling, _ body: () throws(Refusal) -> R) throws(Refusal) -> R {
    let isLeased = try lease()
    defer { if isLeased { host_end_lease(descriptor.number) } }
    guard isLeased || !settling.isWritten(name) && settling.isSettled(identity) else { throw ComponentFile.changing }
    let result: Result<R, Refusal>
    do throws(Refusal) { result = .success(try body()) } catch { result = .failure(error) }
    // Whatever is wrong with a file that moved may be wrong because it did.
    guard isUnchanged(unwritten: isLeased) else { throw ComponentFile.changing }
    return try result.get()
  }

  /// Whether somebody has it open for writing, as far as the system tells this user.
  ///
  /// - Parameter heard: whether a watch has heard of that, which is asked where the system does not tell.
  func isBeingWritten(_ heard: () -> Bool) -> Bool {
    do throws(Refusal) {
      guard try lease() else { return heard() }
      host_end_lease(descriptor.number)
      return false
    } catch {
      return true
    }
  }

  private func lease() throws(Refusal) -> Bool {
    switch host_lease(descriptor.number) {
    case 0: return true
    // Network file systems give this answer for files without a writer, too.
    case EAGAIN where host_is_local_file(descriptor.number) != 0: throw ComponentFile.changing
    default: return false
    }
  }

  /// It was taken away while it was waited for.
  static let gone = Refusal("gone", "it is gone")

  static let changing = Refusal(
    "changing", "it is being written to", help: "try again when its copy is complete")
}

/// How long one load waits for files that are changing, and which of them have settled meanwhile. One thread's.
final class Settling {
  // A copy that takes longer is not worth a caller's time: the next call tries again.
  private let end: Deadline
  // By path: since when a file is what it is.
  private var seen: [String: (file: ComponentFile.Identity, since: Int64)] = [:]
  /// Whether somebody has begun to write to a file of that name in a plugin folder, as far as a watch has heard.
  var isWritten: (_ file: String) -> Bool = { _ in false }
  /// Is given what rests for a moment: for a tracer.
  var rest: (() -> Void) -> Void = { $0() }

  init(for time: Duration = .milliseconds(500)) { end = Deadline(after: time) }

  /// Waits for a moment; false once there was enough of it.
  func waits() -> Bool {
    if end.hasPassed { return false }
    rest { usleep(10_000) }
    return true
  }

  /// Whether a file was not written to in the last moments. One that seems to come from the future, by the clock of
  /// another machine, has settled when it stays as it is for as long.
  func isSettled(_ file: ComponentFile.Identity) -> Bool {
    if file.isSettled { return true }
    let now = Deadline.now
    if let seen = seen[file.path], seen.file == file {
      return now - seen.since > FileClock.tick
    }
    seen[file.path] = (file, now)
    return false
  }
}
