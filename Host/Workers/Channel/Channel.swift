import ComponentHost
import ComponentKit
import Glibc
import HostNative
import Synchronization

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
///  - A closure that writes runs twice, the first time to measure (see `WireWriter`), and no lock may be held around it
///    that `serve` or a listener takes. Where it throws nothing was said.
///  - Once the channel is over every wait and listener hears `Answer.over` at once, `begin` throws, what is answered is
///    dropped, and the requests that are served count as given up.
///  - The other side is a stranger: whatever it sends ends the channel at worst, with `ChannelEnd.broken`. Whoever gets a
///    `WireFault` from reading a message says so with `breakOff`.
///
/// How it works: messages go through two rings in memory that both processes have (`SharedRings`, `Outbound`, `Inbound`).
/// One thread of a process reads at a time: one that waits for a call, if there is any, and hands on what is for others; else
/// a spare one, which does itself what it reads, and another spare one reads if something comes meanwhile (`Sleepers`). So
/// a call that goes out and comes back wakes one thread on each side. The socket brings descriptors, and tells by hanging
/// up that the other side is gone (`HangUps`).
package final class Channel: @unchecked Sendable {
  // Sendable: what changes is touched under the lock, or is atomic, or is the reading thread's.
  let service: any ChannelService
  let spawn: @Sendable (@escaping @Sendable () -> Void) -> Bool
  /// How long an answer may take until there is room for it; nil for as long as it likes.
  private(set) var answerLimit: Duration?
  /// Whether a spare thread was needed and there was none to be had.
  let lacksThread = Atomic(false)
  let socket: Int32
  private let rings: SharedRings
  let inbound: Inbound
  let outbound: Outbound
  let overMark = OverMark()
  let lock = ChannelLock()
  // Of the thread that reads.
  var spinner: Spinner
  // Under the lock, and in all below: calls and requests under way.
  var open: [CallID: OpenCall] = [:]
  var asked: [CallID: Message] = [:]
  var lastCall: CallID = 0
  /// A thread reads, or sleeps until there is something to read for it.
  var isRead = false
  /// Those that wait while another one reads.
  var followers: [OpenCall] = []
  var jobs = Queue<Job>()
  /// Requests that wait until one of so many is served, and how many are.
  var crowd = Queue<Message>()
  var serving = 0
  /// A thread serves one more of them from time to time.
  var isCrowdThinned = false
  /// A worker does so, since who waits for it has it killed. How many threads a worker can make its host have is bounded.
  let thinsCrowd: Bool
  /// Spare threads that do nothing for anybody, and all of them.
  var idle = 0
  var spares = 0
  /// The other side is gone, and what it has said is just being read.
  var isHungUp = false
  /// At which levels spare threads sleep.
  var levels: UInt32 = 0
  /// What whoever waits for the end sleeps on.
  let overWord = WakeWord()

  /// The version of what is said over channels. Both ends of one are of the same version.
  package static let version: UInt32 = 1

  /// So many calls of one end may be open at once.
  static let callLimit = 65_536

  /// The host's end. It takes the socket over, says which version it speaks, and waits for nobody. Where it can't be made the
  /// socket stays the caller's, and errno says why.
  ///
  /// - Parameters:
  ///   - answerLimit: so long an answer may take until there is room for it. Behind that the worker does not read, and the
  ///     channel is over: the thread that answers may be a neighbour's.
  ///   - spawn: starts a thread; false where the system has none left.
  package static func host(
    _ socket: Int32, _ service: any ChannelService, answerLimit: Duration? = nil,
    spawn: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = Worker.run
  ) throws(ChannelFault) -> Channel {
    guard let rings = SharedRings(), Greeting().send(over: socket, with: rings.descriptor) else { throw .over(.hungUp) }
    let channel = Channel(socket, rings, service, isHost: true, spawn)
    channel.answerLimit = answerLimit
    return channel
  }

  /// The worker's end. It takes the socket over, and waits for the host's greeting.
  package static func worker(_ socket: Int32, _ service: any ChannelService) throws(ChannelFault) -> Channel {
    do throws(ChannelFault) {
      guard let rings = SharedRings(from: try Greeting.receive(from: socket)) else {
        throw .over(.broken("the host's memory for the channel is of another size, or can be taken away"))
      }
      return Channel(socket, rings, service, isHost: false, Worker.run)
    } catch {
      Glibc.close(socket)
      throw error
    }
  }

  private init(
    _ socket: Int32, _ rings: SharedRings, _ service: any ChannelService, isHost: Bool,
    _ spawn: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool
  ) {
    (self.socket, self.rings, self.service, self.spawn) = (socket, rings, service, spawn)
    thinsCrowd = !isHost
    outbound = Outbound(rings.way(fromHost: isHost), overMark, socket: socket)
    inbound = Inbound(rings.way(fromHost: !isHost), descriptors: isHost ? nil : socket) { service.limit(of: $1, $0) }
    spinner = Spinner(processors: Int(host_processors()))
  }

  deinit {
    overWord.free()
    Glibc.close(socket)
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

  /// Reads what comes, from now on, on threads of its own. Nothing is served before. False where the system can't tell of the
  /// other side's end: nothing is read then.
  @discardableResult
  package func start() -> Bool {
    guard HangUps.shared.watch(self) else { return false }
    startSpare()
    return true
  }

  /// The same, on this thread as well, until the channel is over: the worker's main thread.
  package func run() -> ChannelEnd {
    if !HangUps.shared.watch(self) { end(.hungUp) }
    lock.locked {
      idle += 1
      spares += 1
    }
    beSpare()
    // What other threads do for the other side ends with the process.
    while true {
      let seen = overWord.now
      if let end = overMark.end { return end }
      overWord.sleep(seen)
    }
  }

  /// Ends the channel from this side.
  ///
  /// THREADS: any, any number of times.
  package func close() { end(.closed) }

  /// The other side's process is gone, which its socket does not tell where another process has inherited it.
  ///
  /// THREADS: any, any number of times.
  package func hangUp() {
    // What it has said before is read to the end, and placed: a reply that it gave is one.
    if lock.locked({ exchange(&isHungUp, with: true) }) { return }
    if !Worker.run({ [self] in drain() }) { end(.hungUp) }
  }

  private func drain() {
    let last = Deadline(after: .milliseconds(200))
    // The thread that has received the last of it may not have placed it yet.
    for _ in 0..<2 {
      while !inbound.isEmpty, overMark.end == nil, !last.hasPassed {
        inbound.sleepers.ring()
        usleep(200)
      }
      usleep(1000)
    }
    end(.hungUp)
  }

  /// Ends the channel because of what the other side said.
  package func breakOff(_ fault: WireFault, in message: Message) {
    end(.broken("\(message.manner) \(message.call), verb \(message.verb): \(fault.words)"))
  }

  func end(_ why: ChannelEnd) {
    guard overMark.set(why) else { return }
    shutdown(socket, Int32(SHUT_RDWR))
    HangUps.shared.forget(self)
    let (calls, requests): ([OpenCall], [Message]) = lock.locked {
      let ended = (Array(open.values), Array(asked.values))
      open = [:]
      asked = [:]
      for call in ended.0 { call.wake.mark() }
      overWord.mark()
      return ended
    }
    for call in calls { call.wake.wake() }
    overWord.wake(.max)
    overMark.wakeAll {
      inbound.wakeAll()
      outbound.wakeAll()
    }
    // What hears of it may take long, and this thread may have others to tell. What was asked is given up beside that: it
    // may be a neighbour's, and take its time.
    let tell: @Sendable () -> Void = { [self] in
      hearJobs()
      for call in calls { hear(call) }
      service.ended(why, of: self)
    }
    let giveUp: @Sendable () -> Void = { for request in requests { request.cancel() } }
    let isGivenUp = requests.isEmpty || Worker.run(giveUp)
    if !Worker.run(tell) { tell() }
    if !isGivenUp { giveUp() }
  }

  static func hasPassed(_ deadline: Int64) -> Bool { deadline != .max && deadline <= Deadline.now }
}
