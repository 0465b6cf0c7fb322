import Glibc

/// How far it is, on a terminal.
final class SoakProgress {
  private let soak: Soak
  private let began: ContinuousClock.Instant
  private var last = 0
  private let terminal = getenv("SOAK_PROGRESS") == nil ? -1 : open("/dev/tty", O_WRONLY | O_CLOEXEC)

  init(_ soak: Soak, _ began: ContinuousClock.Instant) { (self.soak, self.began) = (soak, began) }
  deinit { if terminal >= 0 { close(terminal) } }

  func show() {
    let seconds = Int((ContinuousClock.now - began).components.seconds)
    guard terminal >= 0, seconds != last else { return }
    last = seconds
    write("\r\(seconds) s, \(soak.counts.ended.value) calls, \(soak.counts.changes.value) changes\u{1B}[K")
  }

  func clear() { if terminal >= 0 { write("\r\u{1B}[K") } }

  private func write(_ words: String) {
    let bytes = Array(words.utf8)
    _ = Glibc.write(terminal, bytes, bytes.count)
  }
}
