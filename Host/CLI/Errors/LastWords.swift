import HostNative

/// A remark that is shown when nothing of Swift may run any more: the process is dying, or a component that hangs holds
/// the memory allocator's lock. The words are made before, with marks for what is known only then.
struct LastWords: Sendable {
  // The marks of crash.h.
  static let component = "\u{F8F0}"
  static let place = "\u{F8F1}"
  static let signal = "\u{F8F2}"
  static let time = "\u{F8F3}"

  // Safe: it is made once, lasts until it is forgotten, and is never written again.
  nonisolated(unsafe) let words: host_words

  init(_ problem: Problem, _ remarks: Remarks) { self.init(remarks.lastBytes(problem)) }

  init(_ bytes: [UInt8]) {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: CChar(bitPattern: byte)) }
    words = host_words(bytes: copy, length: bytes.count)
  }

  /// They can't be said any more.
  func forget() { words.bytes.deallocate() }
}

/// Last words about what takes too long, in two forms: with the name and the step of the component for which the thread
/// that is meant does or awaits something outside of calls, and for a thread that does so for none.
final class LateWords: Sendable {
  private let ofComponent: LastWords
  private let otherwise: LastWords

  /// A problem with one message or the other.
  init(_ problem: Problem, ofComponent: String, otherwise: String, _ remarks: Remarks) {
    func words(_ message: String) -> LastWords {
      var problem = problem
      problem.message = message
      return LastWords(problem, remarks)
    }
    (self.ofComponent, self.otherwise) = (words(ofComponent), words(otherwise))
  }

  /// That Ctrl-C does not end it at once. Nil where no person reads it.
  init?(ofInterrupt otherwise: String, _ remarks: Remarks) {
    guard remarks.console.canRedraw, !remarks.isJSON else { return nil }
    func words(_ remark: String) -> LastWords {
      LastWords(Array("\r\(Remarks.clearToEnd)\(remark); Ctrl-C once more ends the host at once\n".utf8))
    }
    ofComponent = words("component '\(LastWords.component)' did not stop\(LastWords.place)")
    self.otherwise = words(otherwise)
  }

  deinit {
    ofComponent.forget()
    otherwise.forget()
  }

  /// From here on they are about what this thread does, as long as it lives.
  static func watchThisThread() { host_words_watch_this_thread() }

  /// Shows them.
  func say() { host_words_say(ofComponent.words, otherwise.words) }
}
