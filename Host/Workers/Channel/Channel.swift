import Glibc

/// One end of the line between a host and one worker. Both ends are of this type.
///
/// How it is used:
///  - Each end asks with `begin` and answers with `reply` or `fail`. What a message asks for is its `verb`; the channel
///    knows verbs of neither side. Calls are numbered by whoever asks.
///  - `begin` without a listener, then `OpenCall.wait`: the thread waits, and meanwhile does what the other side asks in the
///    service of that very call (`within` is the call's number), by `ChannelService.serve`, and nothing else. So calls
///    nest to any depth in any mix without a deadlock, and a call that only waits needs no thread.
///  - `begin` with a listener returns at once. The listener is called by the channel's own threads, in order, one at a time.
///  - Whatever a thread does in `serve` that leads back to the other side is begun with `within: message.call`.
///  - All other requests and all notices are served on the channel's own threads, several at once and in no certain order.
///    What has to be in order is asked one after the other.
///  - `cancel` is a hint: `Message.isCancelled` and `whenCancelled` tell it, and the answer still comes. A cancel that comes
///    before its request is served is not lost.
///  - A closure that writes runs twice, the first time to measure (see `WireWriter`), and no lock of its own may be held that
///    `serve` or a listener takes. Where it throws nothing was said.
///  - Once the channel is over every wait and listener hears `Answer.over` at once, `begin` throws, and what is answered is
///    dropped.
///  - The other side is a stranger: whatever it sends ends the channel at worst, with `ChannelEnd.broken`. Whoever gets a
///    `WireFault` from reading a message says so with `breakOff`.
package final class Channel: @unchecked Sendable {
  // Sendable: what changes is touched under the lock, or is atomic.
  let service: any ChannelService
  let line: SocketLine
  let lock = ChannelLock()
  // Under the lock.
  var open: [CallID: OpenCall] = [:]
  var asked: [CallID: Message] = [:]
  var lastCall: CallID = 0
  var over: ChannelEnd?
  /// What whoever waits for the end sleeps on.
  let overWord = WakeWord()

  /// The version of what is said over channels. The ends of one are of the same version.
  package static let version: UInt32 = 1

  /// So many requests of the other side may be open at once.
  static let askedLimit = 65_536

  /// The host's end. It takes the socket over, says which version it speaks, and waits for nobody.
  package static func host(_ socket: Int32, _ service: any ChannelService) throws(ChannelFault) -> Channel {
    let channel = Channel(SocketLine(socket), service)
    try channel.line.greet()
    return channel
  }

  /// The worker's end. It takes the socket over, and waits for the host's greeting.
  package static func worker(_ socket: Int32, _ service: any ChannelService) throws(ChannelFault) -> Channel {
    let channel = Channel(SocketLine(socket), service)
    try channel.line.beGreeted()
    return channel
  }

  private init(_ line: SocketLine, _ service: any ChannelService) {
    (self.line, self.service) = (line, service)
  }

  /// Two connected sockets for the two ends, which no child inherits: the host's, then the worker's.
  package static func sockets() -> (host: Int32, worker: Int32)? {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) { ends in
      socketpair(
        AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0,
        ends.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    return result == 0 ? (ends.0, ends.1) : nil
  }

  /// Reads what comes, from now on, on threads of its own. Nothing is served before.
  package func start() { startReading() }

  /// Reads what comes on this thread as well, and returns when the channel is over: the worker's main thread.
  package func run() -> ChannelEnd {
    startReading()
    while true {
      let (end, seen) = lock.locked { (over, overWord.now) }
      if let end { return end }
      overWord.sleep(seen)
    }
  }

  /// Ends the channel from this side.
  ///
  /// THREADS: any, any number of times.
  package func close() { end(.closed) }

  /// Ends the channel because of what the other side said.
  package func breakOff(_ fault: WireFault, in message: Message) {
    end(.broken("\(message.manner) \(message.call), verb \(message.verb): \(fault.words)"))
  }

  func end(_ why: ChannelEnd) {
    let calls: [OpenCall]? = lock.locked {
      if over != nil { return nil }
      over = why
      let calls = Array(open.values)
      open = [:]
      asked = [:]
      for call in calls { call.wake.mark() }
      overWord.mark()
      return calls
    }
    guard let calls else { return }
    line.shutDown()
    for call in calls { call.wake.wake() }
    overWord.wake(.max)
    for call in calls where call.listener != nil { hear(call) }
    service.ended(why, of: self)
  }
}
