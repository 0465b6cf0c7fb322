import ComponentKit
@_spi(Doors) import ComponentDoors
import Glibc
import HostNative
import Synchronization

/// A connection to one of some brokers, made again whenever it is lost.
///
/// It has a thread of its own, which alone connects, reads and closes, knows the subscriptions, and looks at the clock. What it
/// calls, whatever was subscribed or posted, is code of this library that waits for nothing. Messages are sent by any thread.
final class BrokerLink: @unchecked Sendable {
  // Sendable: what changes is atomic, behind a lock, or the thread's.
  let settings: Settings
  let output: BrokerOutput
  let bell: Int32
  // Nil once nothing is done any more.
  private let posted = Mutex<[@Sendable (BrokerLink) -> Void]?>([])
  private let due = Atomic(Int64.max)
  private let ready = Atomic(false)
  // When the thread is to end at the latest, since it is to.
  private let ending = Atomic(Int64.max)
  private let limit = Atomic(1 << 20)
  // For who waits for the end of the thread.
  private let gate = Gate()
  private var isOver = false

  // MARK: the thread's

  var phase = Phase.resting(until: 0)
  var socket: Int32 = -1
  var reader = BrokerReader()
  /// Where brokers are: those that were named, and behind them those that a broker has told.
  var brokers: [BrokerAddress]
  /// Which of them is tried, and how many were since one was reached.
  var turn = 0
  var tried = 0
  var places: ArraySlice<BrokerSocket.Place> = []
  var backoff = Backoff()
  var subscriptions: [Int: Subscription] = [:]
  private var lastNumber = 0
  /// What is done as the broker answers, in its order.
  var pongs: [() -> Void] = []
  var nextPing = Int64.max
  var isPinged = false
  /// Of how many messages the broker has said that it has them, and of how many it was asked for that.
  var confirmed = 0
  var asksFor = 0
  /// When the broker has let this side in.
  var opened = Int64.min
  /// Of which brokers the system is asked where they are.
  var asked: Set<BrokerAddress> = []
  /// What was told that keeps the connection from being made.
  var told = ToldOnce()
  var generator = SystemRandomNumberGenerator()

  struct Settings: Sendable {
    var brokers: [BrokerAddress]
    /// What the broker shows of this connection.
    var name: String
    var version: String
    var limits = BrokerReader.Limits()
    /// How many bytes may wait for the broker.
    var waitingLimit = 32 << 20
    /// How long a broker may take for each step of a connection, in nanoseconds.
    var stepTime: Int64 = 2_000_000_000
    /// After how long without a word a broker is asked whether it is there; it has as long for an answer.
    var pingTime: Int64 = 10_000_000_000
    /// How long a connection has to last for the next one to be made at once.
    var steadyTime: Int64 = 2_000_000_000
    /// Finds out where a broker is whose address has a name in it, on a thread that may be kept for long.
    var find: @Sendable (BrokerAddress) throws(BrokerFault) -> [BrokerSocket.Place] = BrokerSocket.places(of:)
    /// Hears on the thread that what is due by the clock is to be looked at.
    var looked: @Sendable (Int64) -> Void = { _ in }
    /// Hear on the thread that there is a connection now, or none any more: what was asked by it is not answered.
    var connected: @Sendable () -> Void = {}
    var lost: @Sendable () -> Void = {}
    /// Hears what becomes of the connection.
    var tell: @Sendable (LogLevel, BrokerFault) -> Void = { _, _ in }
  }

  enum Phase {
    /// Until another attempt is made.
    case resting(until: Int64)
    /// Until it is known where the broker is.
    case finding(until: Int64)
    case connecting(until: Int64)
    /// Until the broker has said what it is.
    case greeting(until: Int64)
    /// Until it has said that it lets this side in.
    case confirming(until: Int64)
    case talking
  }

  /// What messages are delivered for.
  final class Subscription {
    let number: Int
    let pattern: SubjectPattern
    let queue: Subject?
    /// Does something about a message, on the thread.
    let heard: (Delivery) -> Void
    /// Whether it is taken back, and the broker has not confirmed that yet.
    var isEnding = false

    init(_ number: Int, _ pattern: SubjectPattern, _ queue: Subject?, _ heard: @escaping (Delivery) -> Void) {
      (self.number, self.pattern, self.queue, self.heard) = (number, pattern, queue, heard)
    }
  }

  init(_ settings: Settings) {
    self.settings = settings
    brokers = settings.brokers
    let bell = host_bell()
    self.bell = bell
    output = BrokerOutput(limit: settings.waitingLimit) { host_bell_ring(bell) }
  }

  deinit { if bell >= 0 { close(bell) } }

  // MARK: any thread

  /// Whether the broker is reached, and knows of all subscriptions.
  var isReady: Bool { ready.load(ordering: .acquiring) }

  /// How long a message may be in all.
  var messageLimit: Int { limit.load(ordering: .relaxed) }

  /// Begins; false where the system has no thread or no descriptor left.
  func start() -> Bool { bell >= 0 && Spawned.run { self.run() } }

  /// Has something done on the thread; nothing behind its end.
  func post(_ body: @escaping @Sendable (BrokerLink) -> Void) {
    posted.withLock { $0?.append(body) }
    host_bell_ring(bell)
  }

  /// Nothing that was posted is done any more, or comes to be: what it holds is let go.
  func letGo() {
    // Outside the lock: what goes with it may post.
    _ = posted.withLock { exchange(&$0, with: nil) }
  }

  /// Has the clock looked at, at that time at the latest.
  func wake(at moment: Int64) {
    if due.min(moment, ordering: .acquiringAndReleasing).oldValue > moment { host_bell_ring(bell) }
  }

  /// Ends the connection and the thread, once the broker has confirmed that it has all that was sent, also what waits for another
  /// connection, or the moment has passed. What nobody has taken by then is told.
  func end(until moment: Int64) {
    ending.store(min(moment, .max - 1), ordering: .releasing)
    host_bell_ring(bell)
    // It ends at that moment, and has to say something.
    let (later, overflow) = moment.addingReportingOverflow(100_000_000)
    gate.locked { while !isOver, gate.wait(until: overflow ? .max : later) {} }
  }

  // MARK: subscriptions, on the thread

  /// Subscribes, now or as soon as there is a connection.
  func subscribe(
    _ pattern: SubjectPattern, queue: Subject? = nil, heard: @escaping (Delivery) -> Void
  ) -> Int {
    lastNumber += 1
    let subscription = Subscription(lastNumber, pattern, queue, heard)
    subscriptions[lastNumber] = subscription
    if case .talking = phase { tell { write(subscription, &$0) } }
    return lastNumber
  }

  func write(_ subscription: Subscription, _ bytes: inout [UInt8]) {
    BrokerWriter.subscribe(
      subscription.pattern, queue: subscription.queue, number: subscription.number, into: &bytes)
  }

  /// Takes subscriptions back. What has come for them before is still heard; `ended` hears that nothing more comes.
  func unsubscribe(_ numbers: [Int], ended: @escaping () -> Void = {}) {
    for number in numbers {
      subscriptions[number]?.isEnding = true
      if case .talking = phase { tell { BrokerWriter.unsubscribe(number, into: &$0) } }
    }
    ping {
      for number in numbers { self.subscriptions[number] = nil }
      ended()
    }
  }

  /// Has something done as soon as all has come that the broker had sent before; at once where there is no connection.
  func ping(_ answered: @escaping () -> Void) {
    guard case .talking = phase else { return answered() }
    let sent = output.sent
    pongs.append {
      if case .talking = self.phase { self.confirmed = sent }
      answered()
    }
    tell { BrokerWriter.ping(into: &$0) }
  }

  func tell(_ write: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    write(&bytes)
    output.tell(bytes)
  }

  // MARK: the thread

  private func run() {
    host_name_thread("cluster")
    while !isToEnd { turnOnce() }
    lose()
    output.giveUp()
    tellOfLost()
    // They hold what hears of them.
    subscriptions = [:]
    letGo()
    gate.locked {
      isOver = true
      gate.wake()
    }
  }

  /// Tells how many answers are lost since this was told before.
  func tellOfLost() {
    let lost = output.takeLost()
    if lost > 0 { settings.tell(.warning, .lostAnswers(lost)) }
  }

  /// Whether the thread is to end as soon as all is said.
  var isToEndSoon: Bool { ending.load(ordering: .acquiring) != .max }

  private var isToEnd: Bool {
    if !isToEndSoon { return false }
    if Clock.now >= ending.load(ordering: .acquiring) { return true }
    if output.hasMessages { return false }
    guard case .talking = phase else { return true }
    return output.sent == confirmed
  }

  private func turnOnce() {
    for body in posted.withLock({ posted in posted == nil ? [] : exchange(&posted, with: []) ?? [] }) { body(self) }
    if isToEndSoon { askForConfirmation() }
    let events = wanted
    var ready = [
      pollfd(fd: bell, events: Int16(POLLIN), revents: 0), pollfd(fd: socket, events: events, revents: 0),
    ]
    let count = poll(&ready, 2, timeout(Clock.now))
    if count > 0, ready[0].revents != 0 { host_bell_hush(bell) }
    do throws(BrokerFault) { try advance(count > 0 ? ready[1].revents : 0, Clock.now) } catch { fail(error) }
    let now = Clock.now
    if due.load(ordering: .acquiring) <= now {
      // What comes to be due from here on counts for the next time.
      due.store(.max, ordering: .sequentiallyConsistent)
      settings.looked(now)
    }
  }

  private var wanted: Int16 {
    switch phase {
    case .resting, .finding: 0
    case .connecting: Int16(POLLOUT)
    default: Int16(output.waits ? POLLIN | POLLOUT : POLLIN)
    }
  }

  // In milliseconds.
  private func timeout(_ now: Int64) -> Int32 {
    let own: Int64
    switch phase {
    case .resting(let until), .finding(let until), .connecting(let until), .greeting(let until), .confirming(let until):
      own = until
    case .talking: own = nextPing
    }
    let next = min(own, due.load(ordering: .acquiring), ending.load(ordering: .acquiring))
    return next == .max ? -1 : Int32(clamping: max(0, next - now + 999_999) / 1_000_000)
  }

  /// The connection is as good as it can be, or is not.
  func setReady(_ isReady: Bool, messageLimit: Int? = nil) {
    if let messageLimit { limit.store(messageLimit, ordering: .relaxed) }
    ready.store(isReady, ordering: .releasing)
  }
}
