/// A call of ours on the other side, from its request until its end.
///
/// What comes for it is kept in order, and is handled by one thread at a time: by the one that waits, or else by one of the
/// channel's own, where the call was begun with a listener.
package final class OpenCall: @unchecked Sendable {
  // Sendable: what changes is touched under the channel's lock only.
  package let id: CallID
  let channel: Channel
  /// Hears of a call that nobody waits for.
  let listener: (@Sendable (Heard) -> Void)?

  /// What a listener hears.
  package enum Heard: Sendable {
    case progress(Message)
    /// Once, and nothing after it.
    case ended(Answer)
  }

  // Under the channel's lock.
  private var box: [Message] = []
  private var taken = 0
  /// The thread that waits, or is about to, does nothing else just now: it may be given what is asked in the service of
  /// this call.
  var isAwaited: Bool
  /// What that thread does in its service just now.
  var served: Message?
  /// The thread that waits is the one that reads.
  var reads = false
  /// Where it stands among those that wait while another one reads.
  var place: Int?
  /// A thread hands the listener what has come, or is to.
  var isHeard = false
  var isToBeHeard = false
  /// The other side was told that it is given up, or is being told.
  var isGivenUp = false
  var isOver = false
  let wake = WakeWord()

  /// So many messages wait: of a call that progresses faster than anybody hears, what is in between is left out, unless it
  /// has to arrive.
  private static let boxLimit = 1024

  init(_ id: CallID, _ channel: Channel, _ listener: (@Sendable (Heard) -> Void)?) {
    (self.id, self.channel, self.listener) = (id, channel, listener)
    // The thread that began it comes to wait for it: what is asked in its service before is kept until then.
    isAwaited = listener == nil
  }

  deinit { wake.free() }

  func put(_ message: Message) {
    if message.manner == .progress, message.verb == 0, box.count - taken >= OpenCall.boxLimit { return }
    box.append(message)
  }

  var isEmpty: Bool { taken == box.count }

  func take() -> Message? {
    guard taken < box.count else { return nil }
    let message = box[taken]
    taken += 1
    if taken == box.count {
      box.removeAll(keepingCapacity: true)
      taken = 0
    }
    return message
  }

  /// The requests that wait here for the thread, and are taken away from it: the rest stays.
  func takeRequests() -> [Message] {
    if taken == box.count { return [] }
    let requests = box[taken...].filter { $0.manner == .request }
    box = box[taken...].filter { $0.manner != .request }
    taken = 0
    return requests
  }

  /// Waits for the end on this thread, which meanwhile does what the other side asks in the service of this call, and
  /// nothing else. Nil where the deadline passes first: the call is open still, and can be waited for again, given up
  /// with `cancel`, or left with `abandon`.
  ///
  /// THREADS: the only one that waits for this call; not where it was begun with a listener.
  package func wait(until deadline: Int64 = .max, progressed: (Message) -> Void = { _ in }) -> Answer? {
    channel.wait(for: self, until: deadline, progressed)
  }

  /// Tells the other side that the call is given up, as soon as there is room for that. Its end still comes.
  ///
  /// THREADS: any, any number of times; waits for nothing.
  package func cancel() { channel.cancel(self) }

  /// Nobody waits for the call any more: what still comes of it is dropped.
  ///
  /// THREADS: any, but not while another one waits.
  package func abandon() { channel.forget(self) }
}
