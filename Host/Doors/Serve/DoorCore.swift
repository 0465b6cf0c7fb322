import ComponentHost
import ComponentKit
import Glibc
import HostNative
import Synchronization

/// What a door consists of, for all its threads.
///
/// One thread leads: it alone waits for events, takes connections and looks at the clock. Which thread that is changes;
/// what is the leader's is handed on with the lead. A connection belongs to the thread that deals with it
/// (`Connection`).
final class DoorCore: @unchecked Sendable {
  // Sendable: what changes is atomic, behind a lock, the leader's, or set before its threads are there.
  let host: Host
  let settings: HTTPDoor.Settings
  let figures: DoorFigures
  let threads: DoorThreads
  let table: ConnectionTable
  let feed: EventFeed
  let description = SharedDescription()
  /// What waits for events, and what wakes it; negative before the start.
  private(set) var set: Int32 = -1
  private var bell: Int32 = -1
  /// Names of the places where it listens. Set before its threads are there.
  private(set) var names: [String] = []
  /// Calls under way.
  let calls = Atomic(0)
  /// Bytes that wait in connections which belong to nobody.
  let held = Atomic(0)
  let ids = RequestIDs()
  let rules: HTTPRules
  let limits: HTTPLimits

  private let stageNumber = Atomic(Stage.new.rawValue)
  private let quietMoment = Atomic(Int64.max)
  // Connections that were given to the leader, the last one last.
  private let mail = Mutex<[Connection]>([])
  private let mailFlag = Atomic(false)
  private let beats = Atomic(0)
  /// When it was told last that there is no room; 0 for never.
  let lastOverload = Atomic<Int64>(0)
  /// How often that is told at most.
  static let overloadPace: Int64 = 10_000_000_000
  // For who waits for the end.
  private let gate = Gate()
  private var hasEnded = false

  // MARK: the leader's

  var listeners: [Listener] = []
  // Of the mail, what is taken and not dealt with; the first one last.
  private var unread: [Connection] = []
  let batch = EventBatch()
  var nextSweep: Int64 = 0
  // When the first of the calls is late that have begun since connections were last looked at.
  var nextCallDue: Int64 = .max
  // When it is looked again whether connections can be taken, where none could.
  var nextResume: Int64 = 0
  // The stage that the leader has come to.
  var reached = Stage.open
  var isFull = false

  enum Stage: Int, Comparable {
    case new, open, draining, cutting, over
    static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
  }

  static let bellNumber: UInt64 = 0
  // Listeners have the numbers behind it, connections those from here on.
  static let firstConnection: UInt64 = 1 << 16

  init(_ host: Host, _ settings: HTTPDoor.Settings) {
    self.host = host
    self.settings = settings.showing(host.settings.policy.shown)
    let threadShare = TargetShare.threads(of: settings.threadLimit)
    figures = DoorFigures(callLimit: settings.targetCallLimit, threadLimit: threadShare)
    threads = DoorThreads(limit: settings.threadLimit)
    let names = HostNames.local + settings.names + (settings.owner.map { [$0.hostName] } ?? [])
    var rules = HTTPRules(HostNames(names), policy: host.settings.policy)
    rules.timeLimit = settings.callTime
    if let longest = settings.callTime { rules.longestWait = longest }
    (rules.owner, rules.front) = (settings.owner, settings.front)
    self.rules = rules
    var limits = HTTPLimits()
    limits.body = settings.bodyLimit
    self.limits = limits
    // The last ones are for those that hear that there is no room.
    feed = EventFeed(self.settings.events, epoch: ids.make())
    table = ConnectionTable(limit: max(1, settings.connectionLimit) + DoorCore.surplusLimit)
  }

  /// How many connections are taken beyond the limit, to be told of it.
  static let surplusLimit = 64

  /// When connections are closed for which nothing of a request has come, once the door drains.
  var quietEnd: Int64 { quietMoment.load(ordering: .relaxed) }
  /// How long that is at most from the beginning of the drain, which is more than an answer is on its way.
  private static let quietTime = Duration.seconds(1)

  var stage: Stage { Stage(rawValue: stageNumber.load(ordering: .acquiring)) ?? .over }

  private func reach(_ stage: Stage) {
    var before = self.stage
    while before < stage {
      let (isDone, now) = stageNumber.compareExchange(
        expected: before.rawValue, desired: stage.rawValue, ordering: .acquiringAndReleasing)
      if isDone { return ring() }
      before = Stage(rawValue: now) ?? .over
    }
  }

  // MARK: start and end

  func start() throws(DoorFault) {
    guard stage == .new else { throw DoorFault("started", "the door was started before") }
    do throws(Failure) { try feed.begin(host.mediator) } catch { throw DoorFault(error.reason, error.message) }
    figures.look(at: Clock.now) { Set(host.names) }
    let listeners: [Listener]
    do throws(DoorFault) { listeners = try opened() } catch {
      feed.end()
      throw error
    }
    do throws(DoorFault) {
      set = try DoorCore.descriptor(host_events(), "wait for connections")
      bell = try DoorCore.descriptor(host_bell(), "wait for connections")
      try watch(bell, DoorCore.bellNumber)
      for (place, listener) in listeners.enumerated() { try watch(listener.socket, UInt64(place + 1)) }
      self.listeners = listeners
      names = listeners.map(\.name)
      reach(.open)
      let isStarted = threads.start { mission, thread in
        switch mission {
        case .lead: self.lead(thread)
        case .run(let call): call.run(on: thread)
        case .giveUp(let cancellation): cancellation.cancel()
        case .takeOver: break
        }
      }
      if !isStarted { throw DoorFault("no_thread", "the door can't be opened: the system has no thread left") }
    } catch {
      reach(.over)
      feed.end()
      for listener in listeners { listener.close() }
      throw error
    }
    for name in names { tell(.info, "listening", "listening at \(name)") }
  }

  private func opened() throws(DoorFault) -> [Listener] {
    var listeners: [Listener] = []
    do throws(DoorFault) {
      let takesOthers = settings.isBehindProxy && settings.owner == nil
      for socket in settings.handed {
        let listener = try Listener(handed: socket)
        listeners.append(listener)
        if !listener.isOfThisMachine, !takesOthers {
          throw DoorFault(
            "not_loopback",
            "the socket that was handed over, at \(quoted(listener.name)), can be reached from other machines",
            help: "hand over one at a path, 127.0.0.1 or [::1], or say --behind-proxy if only a proxy reaches it")
        }
      }
      for address in settings.addresses {
        if !address.isLocal, !takesOthers {
          throw DoorFault(
            "not_loopback", "'\(address)' can be reached from other machines",
            help: "listen at 127.0.0.1, [::1] or a path, or say --behind-proxy if only a proxy reaches it")
        }
        listeners.append(try Listener(address))
      }
      if listeners.isEmpty { throw DoorFault("no_address", "there is no address to listen at") }
    } catch {
      for listener in listeners { listener.close() }
      throw error
    }
    return listeners
  }

  private static func descriptor(_ number: Int32, _ purpose: String) throws(DoorFault) -> Int32 {
    if number >= 0 { return number }
    throw DoorFault("not_listening", "can't \(purpose): \(systemReason(-number))")
  }

  private func watch(_ descriptor: Int32, _ number: UInt64) throws(DoorFault) {
    _ = try DoorCore.descriptor(host_events_watch(set, descriptor, number, false, false, false), "wait for connections")
  }

  func stop(within limit: Duration) -> Bool {
    // Not started, or not started well.
    if stage == .new || stage == .over {
      reach(.over)
      return true
    }
    if stage == .open { tell(.info, "stopping", "no connections are taken any more") }
    // Half of the time at most: none of it is left for the others once it is over.
    quietMoment.store(Clock.moment(after: min(DoorCore.quietTime, limit / 2)), ordering: .relaxed)
    reach(.draining)
    let isQuiet = wait(until: Clock.moment(after: limit))
    if !isQuiet {
      tell(.warning, "cut", "what goes on after \(limit) is given up: \(remains)")
      reach(.cutting)
      _ = wait(until: Clock.moment(after: .seconds(1)))
    }
    reach(.over)
    feed.end()
    threads.end(until: Clock.moment(after: .seconds(1)))
    return isQuiet
  }

  // What is under way.
  private var remains: String {
    let (calls, connections) = (calls.load(ordering: .acquiring), table.count.load(ordering: .acquiring))
    return "\(calls) call\(calls == 1 ? "" : "s"), \(connections) connection\(connections == 1 ? "" : "s")"
  }

  /// The last connection may have ended, or the last call.
  func lookForEnd() {
    guard stage >= .draining else { return }
    gate.locked { gate.wake() }
  }

  // Until there are no connections and no calls.
  private func wait(until deadline: Int64) -> Bool {
    gate.locked {
      while table.count.load(ordering: .acquiring) > 0 || calls.load(ordering: .acquiring) > 0 || !listenersAreClosed {
        if !gate.wait(until: deadline) { return false }
      }
      return true
    }
  }

  private var listenersAreClosed = false
  func tellListenersClosed() {
    gate.locked {
      listenersAreClosed = true
      gate.wake()
    }
  }

  func isAlive(within limit: Duration) -> Bool {
    let before = beats.load(ordering: .acquiring)
    ring()
    let deadline = Clock.moment(after: limit)
    return gate.locked {
      while beats.load(ordering: .acquiring) == before { if !gate.wait(until: deadline) { return false } }
      return true
    }
  }

  /// The leader was woken by the bell.
  func beat() {
    host_bell_hush(bell)
    beats.wrappingAdd(1, ordering: .acquiringAndReleasing)
    gate.locked { gate.wake() }
  }

  private func ring() { if bell >= 0 { host_bell_ring(bell) } }

  // MARK: mail

  /// Gives the leader a connection that belongs to this thread.
  func deliver(_ connection: Connection) {
    mail.withLock { $0.append(connection) }
    if !mailFlag.exchange(true, ordering: .acquiringAndReleasing) { ring() }
  }

  /// Whether something was given to the leader that it has not taken.
  var hasMail: Bool { mailFlag.load(ordering: .acquiring) }

  /// The leader takes what was given to it. It does so once each time that it has looked at what happens, so that whoever is
  /// given to it again and again holds up nobody.
  func takeMail() {
    guard hasMail, unread.isEmpty else { return }
    mail.withLock { mail in
      // What comes next rings again.
      mailFlag.store(false, ordering: .releasing)
      swap(&mail, &unread)
    }
    unread.reverse()
  }

  /// The next of what the leader has taken.
  var nextMail: Connection? { unread.popLast() }

  func tell(_ level: LogLevel, _ kind: String, _ message: String, _ request: DoorEvent.AboutRequest? = nil) {
    settings.tell(DoorEvent(level, kind, message, request: request))
  }
}

/// Events that the system has told and that nobody has dealt with yet: the leader's.
final class EventBatch {
  let events = UnsafeMutablePointer<host_event>.allocate(capacity: EventBatch.room)
  var count = 0
  var next = 0
  static let room = 64

  deinit { events.deallocate() }
}
