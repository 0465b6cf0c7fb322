import ComponentKit
import Glibc

/// The worker's end of its channel: what it says, a line each, from any thread.
final class CheckTalk: Sendable {
  private let channel: Int32
  private let step: CheckStep
  private let now = Guarded(Now())

  private struct Now {
    var place = CheckPlace()
    /// How many findings were told: one that goes on and on says nothing new.
    var findings: [String: Int] = [:]
    var notes: Set<String> = []
  }

  // Of one kind at one action.
  private static let findingLimit = 5

  init(_ channel: Int32, _ step: CheckStep) {
    self.channel = channel
    self.step = step
  }

  /// The job that the process was started for; nil where none comes.
  static func job(from channel: Int32) -> CheckJob? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 1 << 20 {
      let count = read(channel, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += piece[..<count]
      if bytes.last == UInt8(ascii: "\n") { return (try? Value(json: bytes)).flatMap { CheckJob($0) } }
    }
    return nil
  }

  /// Says what is done next, so that it is known should the process not come back from it.
  func at(_ number: Int, _ place: CheckPlace) {
    now.withLock { $0.place = place }
    say(.at(number, place))
  }

  var place: CheckPlace { now.withLock(\.place) }

  func find(_ reason: String, _ message: String, help: String? = nil, at place: CheckPlace? = nil) {
    let place = place ?? self.place
    let key = "\(reason) \(place.name ?? "")"
    let count = now.withLock { now -> Int in
      let count = now.findings[key, default: 0] + 1
      now.findings[key] = count
      return count
    }
    if count <= CheckTalk.findingLimit { say(.finding(CheckFinding(step, reason, message, help: help, place))) }
  }

  func note(_ text: String) { say(.note(text)) }

  /// The same, of what may come again and again.
  func note(once text: String) {
    let isNew = now.withLock { $0.notes.count < CheckTalk.findingLimit && $0.notes.insert(text).inserted }
    if isNew { say(.note(text)) }
  }

  func say(_ news: CheckNews) {
    let line = news.json.jsonLine
    now.withLock { _ in
      line.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
          // Nobody listens any more where this fails; then the process is about to be killed.
          let count = send(channel, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL))
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { return }
          rest = rest.dropFirst(count)
        }
      }
    }
  }
}
