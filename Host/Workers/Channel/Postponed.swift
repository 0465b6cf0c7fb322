/// What has to be said and waits for room, because whoever says it does not wait: cancels and notices.
///
/// It is short, and it is bounded by what the other side has given: a cancel for each call that is open, a notice for each
/// function, observer and deferred call. Beyond the limit the other side gives and does not read.
struct Postponed {
  struct Message {
    let frame: Frame
    let manner: Manner
    let words: [UInt64]

    init(_ frame: Frame, _ manner: Manner, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
      (self.frame, self.manner) = (frame, manner)
      var words = [UInt64](repeating: 0, count: Int(frame.length) / 8)
      words.withUnsafeMutableBytes { fill($0) }
      self.words = words
    }
  }

  // Cancels need no credit, so they don't wait for what does.
  private var cancels = Queue<Message>()
  private var notices = Queue<Message>()

  /// Bytes of one of them.
  static let longest = 1024
  static let limit = 1 << 17

  var isEmpty: Bool { cancels.isEmpty && notices.isEmpty }

  func isEmpty(of manner: Manner) -> Bool { manner == .cancel ? cancels.isEmpty : notices.isEmpty }

  /// False where there are too many.
  mutating func add(_ message: Message) -> Bool {
    if cancels.count + notices.count >= Postponed.limit { return false }
    if message.manner == .cancel { cancels.add(message) } else { notices.add(message) }
    return true
  }

  /// Takes out what `send` says yes to.
  mutating func take(_ send: (Message) throws(ChannelFault) -> Bool) throws(ChannelFault) {
    while let first = cancels.first, try send(first) { _ = cancels.take() }
    while let first = notices.first, try send(first) { _ = notices.take() }
  }
}
