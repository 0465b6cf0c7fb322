import HostNative

/// An error that is shown when nothing of Swift may run any more: the process is dying, or a component that hangs holds
/// the memory allocator's lock. The words are made before, with marks for what is known only then.
struct LastWords: Sendable {
  // The marks of crash.h.
  static let component = "\u{F8F0}"
  static let place = "\u{F8F1}"
  static let signal = "\u{F8F2}"

  // Safe: it is made once, lasts until it is forgotten, and is never written again.
  nonisolated(unsafe) let words: host_words

  init(_ problem: Problem, _ remarks: Remarks) {
    let bytes = remarks.lastBytes(problem)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: CChar(bitPattern: byte)) }
    words = host_words(bytes: copy, length: bytes.count)
  }

  /// They can't be said any more.
  func forget() { words.bytes.deallocate() }

  /// Shows it, with the component that the watched thread loads.
  func say() { host_words_say(words) }
}
