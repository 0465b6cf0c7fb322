import ComponentHost
import ComponentKit
import Glibc
import HostNative
import Synchronization

/// What a door for the Model Context Protocol consists of, for all its threads.
///
/// One thread leads: it alone reads what the client sends, and looks at the clock. Which thread that is changes, as in
/// `DoorThreads`; what is the leader's is handed on with the lead. Answers are sent by whichever thread has them, and none
/// waits for the client.
final class MCPCore: @unchecked Sendable {
  // Sendable: what changes is atomic, behind a lock, or the leader's.
  let host: Host
  let settings: MCPDoor.Settings
  let figures: DoorFigures
  let threads: DoorThreads
  let registry: MCPRegistry
  let book: ToolBook
  let writer: MCPWriter
  let output: StreamOutput
  /// Whether the policy takes the URLs by which tools are called: where it does not there are none.
  let isReached: Bool
  /// Of questions for the tools.
  let listShare = TargetShare(callLimit: 16, threadLimit: 2)
  /// Of calls whose tool has to be found first, for which components may be loaded: they are never taken for quick ones.
  let cutFigures: ActionFigures
  let bell: Int32
  /// Calls and questions under way.
  private let underWay = Atomic(0)
  private let stageNumber = Atomic(Stage.new.rawValue)
  // Messages that are looked at: what they ask for may come to be under way.
  private let handCount = Atomic(0)
  private let changed = Atomic(false)
  private let due = Atomic(Int64.max)
  private let observation = Mutex<Observation?>(nil)
  // For who waits for the end.
  private let gate = Gate()

  // MARK: the leader's

  var rules: MCPRules
  var reader: MessageReader
  // What has come in one piece and is not dealt with yet, the last one first, and the batch that it belongs to.
  var plans: [MCPPlan] = []
  var batch: MCPBatch?
  var isInputOver = false
  var hasToldEnd = false
  // When it was heard that the input is over, while the client has to read before more is taken from it, or when it has read
  // something since; nil where neither is so.
  var stuckAt: Int64?
  // When changes of the tools are told; `max` where there are none.
  var announceAt = Int64.max
  // Whether they wait until the client has read what there is.
  var isNewsHeld = false
  // Whether somebody has asked to hear of them; then the folders are looked at now and then.
  var isHeard = false
  var print: FolderPrint?
  var printAt = Int64.max

  enum Stage: Int, Comparable {
    case new, open, draining, over
    static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
  }

  init(_ host: Host, _ settings: MCPDoor.Settings) {
    self.host = host
    self.settings = settings
    let threadShare = TargetShare.threads(of: settings.threadLimit)
    figures = DoorFigures(callLimit: settings.targetCallLimit, threadLimit: threadShare)
    threads = DoorThreads(limit: settings.threadLimit)
    isReached = host.settings.policy.takes(scheme: ToolList.scheme)
    registry = MCPRegistry(host.mediator)
    cutFigures = ActionFigures(
      "", "", TargetShare(callLimit: settings.targetCallLimit, threadLimit: threadShare))
    let program = host.settings.program
    rules = MCPRules(name: program.name, version: "\(program.version)")
    writer = MCPWriter(server: rules.server)
    reader = MessageReader(limit: settings.messageLimit)
    let bell = host_bell()
    self.bell = bell
    output = StreamOutput(settings.output) { host_bell_ring(bell) }
    book = ToolBook(host, callTime: settings.callTime) { [tell = settings.tell] left in
      for words in left { tell(DoorEvent(.warning, DoorEvent.leftOut, words)) }
    }
  }

  deinit { if bell >= 0 { close(bell) } }

  var stage: Stage { Stage(rawValue: stageNumber.load(ordering: .sequentiallyConsistent)) ?? .over }

  private func reach(_ stage: Stage) {
    stageNumber.store(stage.rawValue, ordering: .sequentiallyConsistent)
    host_bell_ring(bell)
  }

  // MARK: start and end

  func start() throws(DoorFault) {
    guard stage == .new else { throw DoorFault("started", "the door was started before") }
    guard bell >= 0 else { throw DoorFault("no_bell", "the door can't be opened: \(systemReason(-bell))") }
    let news = [HostEvent.added, HostEvent.changed, HostEvent.replaced, HostEvent.retired]
    do throws(Failure) {
      let observation = try host.mediator.observe(news) { [weak self] _ in self?.change() }
      self.observation.withLock { $0 = observation }
    } catch {
      throw DoorFault(error.reason, error.message)
    }
    if !isReached {
      tell(
        .warning, "scheme_refused",
        "there are no tools: the policy takes no URLs of the scheme '\(ToolList.scheme)', by which they are called")
    }
    lookForComponents(at: Clock.now)
    reach(.open)
    let isStarted = threads.start { mission, thread in
      switch mission {
      case .lead: self.lead(thread)
      case .run(let call): call.run(on: thread)
      case .giveUp(let cancellation): cancellation.cancel()
      case .takeOver: break
      }
    }
    guard isStarted else {
      reach(.over)
      throw DoorFault("no_thread", "the door can't be opened: the system has no thread left")
    }
  }

  private func change() {
    book.forget()
    if !changed.exchange(true, ordering: .acquiringAndReleasing) { host_bell_ring(bell) }
  }

  /// Whether the tools have changed since this was asked before.
  func takeChange() -> Bool {
    changed.load(ordering: .relaxed) && changed.exchange(false, ordering: .acquiringAndReleasing)
  }

  func stop(within limit: Duration) -> Bool {
    guard stage == .open else { return true }
    // Nobody is there to hear what is finished.
    let grace = output.isBroken ? .zero : limit
    reach(.draining)
    for listener in registry.listeners() {
      registry.remove(listener)
      listener.answer(.success(MCPCore.listened(listener.id)))
    }
    let isQuiet = wait(until: Clock.moment(after: grace))
    if !isQuiet {
      let count = underWay.load(ordering: .acquiring)
      tell(.warning, "cut", "what goes on after \(grace) is given up: \(count) call\(count == 1 ? "" : "s")")
      for call in registry.calls { giveUp(call) }
      _ = wait(until: Clock.moment(after: .milliseconds(250)))
    }
    // What does not notice is answered all the same, and so is who began to listen as the end began.
    for entry in registry.all {
      registry.remove(entry.exchange)
      if case .listener(let listener, _) = entry {
        listener.answer(.success(MCPCore.listened(listener.id)))
      } else {
        entry.exchange.answer(.failure(.ending))
      }
    }
    _ = output.flush(until: Clock.moment(after: .milliseconds(500)))
    if let number = output.fault {
      tell(.warning, DoorEvent.notWritten, "what the client is to hear can't be written: \(systemReason(number))")
    }
    observation.withLock { exchange(&$0, with: nil) }?.cancel()
    reach(.over)
    threads.end(until: Clock.moment(after: .milliseconds(250)))
    return isQuiet
  }

  // Until no call is under way, nor a message in hand, which may ask for one.
  private func wait(until deadline: Int64) -> Bool {
    gate.locked {
      while handCount.load(ordering: .sequentiallyConsistent) > 0 || underWay.load(ordering: .acquiring) > 0 {
        if !gate.wait(until: deadline) { return false }
      }
      return true
    }
  }

  /// Looks at messages, if they are still taken: the end waits until it is known what is under way for them.
  func inHand<R>(_ body: () -> R?) -> R? {
    handCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
    defer {
      handCount.wrappingSubtract(1, ordering: .sequentiallyConsistent)
      if stage >= .draining { gate.locked { gate.wake() } }
    }
    return stage == .open ? body() : nil
  }

  // MARK: counting

  /// Counts what begins, where there is room for it.
  func enter(_ share: TargetShare) -> Bool {
    let all = underWay.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    let own = share.calls.wrappingAdd(1, ordering: .relaxed).newValue
    if all <= settings.callLimit, own <= share.callLimit { return true }
    leave(share)
    return false
  }

  /// Counts what has ended.
  func leave(_ share: TargetShare) {
    share.calls.wrappingSubtract(1, ordering: .relaxed)
    underWay.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    if stage >= .draining { gate.locked { gate.wake() } }
  }

  // MARK: the clock

  /// Has the leader look at the clock at that time at the latest.
  func wake(at moment: Int64) {
    if due.min(moment, ordering: .acquiringAndReleasing).oldValue > moment { host_bell_ring(bell) }
  }

  /// When the leader looks at the clock.
  var nextLook: Int64 { due.load(ordering: .acquiring) }

  /// What is due is looked at now; what comes to be due from here on counts for the next time.
  func beginLook() { due.store(.max, ordering: .sequentiallyConsistent) }

  func tell(_ level: LogLevel, _ kind: String, _ message: String) {
    settings.tell(DoorEvent(level, kind, message))
  }

  /// What a client hears of whose listening the host has ended, or begins.
  static func listened(_ id: MCPRequestID) -> Fields {
    ["_meta": ["io.modelcontextprotocol/subscriptionId": id.value]]
  }
}
