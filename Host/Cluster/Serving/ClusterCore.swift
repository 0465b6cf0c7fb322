@_spi(Doors) import ComponentDoors
import ComponentHost
import ComponentKit
import Synchronization

/// What a door to a cluster consists of, for all its threads.
///
/// The connection's thread takes messages and makes calls of them, which run on threads of `CallThreads`; the folders' thread
/// finds out what there is to serve. Answers are sent by whichever thread has them.
final class ClusterCore: @unchecked Sendable {
  // Sendable: what changes is atomic, behind a lock, or the connection's thread's.
  let host: Host
  let settings: ClusterDoor.Settings
  /// By which this host is known in its cluster.
  let id: String
  let link: BrokerLink
  let threads: CallThreads
  let registry: CallRegistry
  let folders: FolderLook
  let figures: DoorFigures
  /// The calls of this host that are made by others.
  let calling: ElsewhereCalls
  /// The events that this host tells others and hears from them.
  let events: ClusterEvents
  let started = Timestamp.now
  private let underWay = Atomic(0)
  /// How many threads tell what components are.
  let describing = Atomic(0)
  private let stageNumber = Atomic(Stage.new.rawValue)
  // For who waits for the end.
  private let gate = Gate()
  private var isDrained = false
  // Whether nothing had to be given up; nil as long as it is not over.
  private var wasQuiet: Bool?

  // MARK: the connection's thread's

  var members: [String: Member] = [:]
  /// The subscriptions that are no component's own.
  var common: [Int] = []
  /// That for answers to this host's own calls.
  var inboxNumber: Int?

  enum Stage: Int, Comparable {
    case new, open, draining, over
    static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
  }

  init(_ host: Host, _ settings: ClusterDoor.Settings) {
    self.host = host
    self.settings = settings
    var generator = SystemRandomNumberGenerator()
    id = (0..<12).map { _ in String(Int.random(in: 0..<16, using: &generator), radix: 16) }.joined()
    threads = CallThreads(limit: settings.threadLimit)
    figures = DoorFigures(
      callLimit: settings.componentCallLimit, threadLimit: TargetShare.threads(of: settings.threadLimit))
    registry = CallRegistry(host.mediator)
    folders = FolderLook(host)
    let program = host.settings.program
    var own = BrokerLink.Settings(
      brokers: settings.brokers, name: "\(program.name) \(settings.name) \(id)", version: "\(program.version)")
    own.limits.payload = settings.messageLimit
    own.tell = { [tell = settings.tell] level, fault in
      tell(DoorEvent(level, fault.reason, fault.help.map { "\(fault.message); \($0)" } ?? fault.message))
    }
    let clock = ClockLook()
    own.looked = { clock.core?.look($0) }
    own.connected = { clock.core?.calling.connected() }
    own.lost = { clock.core?.lost() }
    link = BrokerLink(own)
    calling = ElsewhereCalls(link, id: id, settings) { clock.core?.wakeWhoEnds() }
    events = ClusterEvents(host, link, id: id, settings)
    clock.core = self
  }

  // Breaks the circle of a link that is made before its core.
  private final class ClockLook: @unchecked Sendable {
    // Sendable: it is set before the link has a thread.
    weak var core: ClusterCore?
  }

  var stage: Stage { Stage(rawValue: stageNumber.load(ordering: .acquiring)) ?? .over }

  // MARK: start and end

  func start() throws(DoorFault) {
    guard stage == .new else { throw DoorFault("started", "the door was started before") }
    try settings.check()
    stageNumber.store(Stage.open.rawValue, ordering: .releasing)
    link.post { _ in self.subscribeCommon() }
    host.elsewhere = calling
    do throws(Failure) {
      try events.begin()
      try folders.begin { infos in self.link.post { _ in self.serve(infos) } }
    } catch {
      end(quietly: true)
      throw DoorFault(error.reason, error.message)
    }
    guard link.start() else {
      folders.end()
      end(quietly: true)
      throw DoorFault("no_thread", "the door can't be opened: the system has no thread or no descriptor left")
    }
  }

  /// - Parameter others: returns once nobody else begins calls any more that may go elsewhere.
  func stop(within limit: Duration, after others: () -> Void = {}) -> Bool {
    let (isFirst, before) = stageNumber.compareExchange(
      expected: Stage.open.rawValue, desired: Stage.draining.rawValue, ordering: .acquiringAndReleasing)
    if before == Stage.new.rawValue { return true }
    // The second caller waits for the same end.
    guard isFirst else {
      return gate.locked {
        while wasQuiet == nil { _ = gate.wait() }
        return wasQuiet ?? true
      }
    }
    let deadline = Clock.moment(after: limit)
    folders.end()
    link.post { _ in self.drain() }
    // What had been sent to this host before its broker knew is answered as well.
    let isQuiet = wait(until: deadline) {
      self.isDrained && self.underWay.load(ordering: .acquiring) == 0
        && self.describing.load(ordering: .acquiring) == 0
    }
    if !isQuiet {
      let count = underWay.load(ordering: .acquiring)
      if count > 0 {
        tell(.warning, "cut", "what goes on after \(limit) is given up: \(count) call\(count == 1 ? "" : "s")")
      }
      // What comes from here on is not called any more.
      stageNumber.store(Stage.over.rawValue, ordering: .releasing)
      for call in registry.all { giveUp(call, .closing, begun: .cut) }
      _ = wait(until: Clock.moment(after: .milliseconds(250))) { self.underWay.load(ordering: .acquiring) == 0 }
      // One that was just coming in.
      for call in registry.all { giveUp(call, .closing, begun: .cut) }
    }
    stageNumber.store(Stage.over.rawValue, ordering: .releasing)
    others()
    let isAnswered = wait(until: deadline) { self.calling.count == 0 }
    if !isAnswered {
      let count = calling.count
      tell(.warning, "cut", "what goes on elsewhere after \(limit) is given up: \(count) call\(count == 1 ? "" : "s")")
    }
    stopCalling()
    link.end(until: lastMoment(deadline))
    threads.end(until: Clock.moment(after: .milliseconds(250)))
    end(quietly: isQuiet && isAnswered)
    return isQuiet && isAnswered
  }

  // Until when answers are sent: as long as there is time, in which another broker may be reached, but not for ever.
  private func lastMoment(_ deadline: Int64) -> Int64 {
    min(max(deadline, Clock.moment(after: .milliseconds(500))), Clock.moment(after: .seconds(5)))
  }

  // All is over, also for whoever waits for that.
  private func end(quietly isQuiet: Bool) {
    stageNumber.store(Stage.over.rawValue, ordering: .releasing)
    stopCalling()
    // It holds this, where it has never begun.
    link.letGo()
    gate.locked {
      wasQuiet = isQuiet
      gate.wake()
    }
  }

  // No call goes elsewhere any more, and no event.
  private func stopCalling() {
    events.end()
    if host.elsewhere === calling { host.elsewhere = nil }
    calling.end()
  }

  private func wait(until deadline: Int64, for condition: () -> Bool) -> Bool {
    gate.locked {
      while !condition() { if !gate.wait(until: deadline) { return condition() } }
      return true
    }
  }

  // Takes all subscriptions back but that by which calls are given up.
  private func drain() {
    let numbers = members.values.flatMap { [$0.callNumber, $0.aboutNumber] + $0.serviceNumbers } + common
    members = [:]
    link.unsubscribe(numbers) {
      self.gate.locked {
        self.isDrained = true
        self.gate.wake()
      }
    }
  }

  // MARK: calls

  /// Does what a message asks for. It is the connection's thread's.
  func hear(_ delivery: Delivery, for member: Member) {
    let request: ClusterRequest
    do throws(Failure) { request = try ClusterRequest(delivery, start: callStart) } catch {
      return refuse(delivery.reply, error)
    }
    if stage == .over { return refuse(delivery.reply, .closing, request) }
    let all = underWay.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    let own = member.calls.wrappingAdd(1, ordering: .relaxed).newValue
    guard all <= settings.callLimit, own <= member.callLimit else {
      leave(member)
      return refuse(delivery.reply, .busy, request)
    }
    let call = ClusterCall(request, member, registry.cancellation(), at: Clock.now, self)
    registry.add(call)
    call.figures.begin()
    link.wake(at: call.due)
    guard !threads.place(call) else { return }
    registry.finish(call)
    call.fail(.busy, wasCalled: false)
    call.figures.end()
    leave(member)
  }

  /// How many bytes the subjects of calls have before a version.
  private var callStart: Int { settings.name.utf8.count + ".call.".utf8.count }

  func refuse(_ reply: Subject?, _ failure: Failure, _ request: ClusterRequest? = nil) {
    guard let reply else { return }
    let answer = ClusterAnswer(host: id, request: request?.id)
    link.output.send(answer.end(.failure(failure), wasCalled: false, to: reply, limit: link.messageLimit))
  }

  /// Gives up what is answered there.
  func cancel(_ reply: Subject) {
    for call in registry.all where call.request.reply == reply { giveUp(call, .givenUp, begun: .givenUp) }
  }

  // What waited for a thread has not been called, and its caller may call again; of what has begun nobody knows that.
  private func giveUp(_ call: ClusterCall, _ failure: Failure, begun: Failure) {
    guard registry.remove(call) else { return }
    let hasWaited = threads.takeBack(call)
    call.fail(hasWaited ? failure : begun, wasCalled: !hasWaited)
    if hasWaited { return count(call, .failure(failure), 0) }
    // What hears of it is a component's code, which need not return.
    let cancellation = call.cancellation
    if !Spawned.run({ cancellation.cancel() }) {
      tell(.warning, "no_thread", "a call can't be given up: the system has no thread left")
    }
  }

  /// Counts a call that has ended.
  func count(_ call: ClusterCall, _ outcome: Result<Value, Failure>, _ nanoseconds: Int64) {
    var failure: Failure?
    if case .failure(let known) = outcome { failure = known }
    let counted = call.figures === figures.others ? learned(call.request) ?? figures.others : call.figures
    call.figures.end()
    counted.count(nanoseconds, failure: failure?.reason)
    if let failure, counted !== figures.others { call.member.note(failure, counted.target, counted.action) }
    // It may be that the file is gone, of which nobody tells where nothing of it was loaded.
    if failure?.isNotHere == true { folders.lookAgain() }
    if settings.tellsCalls { tell(call, failure, nanoseconds) }
    leave(call.member)
  }

  // The figures of an action that callers reach, which is kept apart from now on. Whatever else they think up is not.
  private func learned(_ request: ClusterRequest) -> ActionFigures? {
    guard host.isOpenNow(request.target, request.action) else { return nil }
    return figures.learn(request.target, request.action)
  }

  private func leave(_ member: Member) {
    member.calls.wrappingSubtract(1, ordering: .relaxed)
    underWay.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    wakeWhoEnds()
  }

  func wakeWhoEnds() { if stage >= .draining { gate.locked { gate.wake() } } }

  // What is due by the clock.
  private func look(_ now: Int64) {
    for call in registry.all {
      if now >= call.due {
        overdue(call)
      } else {
        link.wake(at: call.due)
        if call.tellHeld() { link.wake(at: now + ClusterCall.pause) }
      }
    }
    calling.look(now)
    link.tellOfLost()
  }

  // Its action does not notice that its time is over.
  private func overdue(_ call: ClusterCall) {
    guard registry.remove(call) else { return }
    let hasWaited = threads.takeBack(call)
    call.fail(.late, wasCalled: !hasWaited)
    if hasWaited { count(call, .failure(.late), 0) }
  }

  var samples: [ActionSample] { figures.samples }

  // MARK: the log

  func tell(_ level: LogLevel, _ kind: String, _ message: String) {
    settings.tell(DoorEvent(level, kind, message))
  }

  private func tell(_ call: ClusterCall, _ failure: Failure?, _ nanoseconds: Int64) {
    let request = call.request
    let about = DoorEvent.AboutRequest(
      id: request.id ?? "-", client: "", method: "CALL", path: "/\(request.target)/\(request.action)",
      status: failure?.status ?? 200, duration: .nanoseconds(nanoseconds), trace: request.trace?.trace)
    settings.tell(DoorEvent(.info, "call", failure?.reason ?? "called by the cluster", request: about))
  }
}

extension Failure {
  static let busy = Failure(.refused, "busy", "too many calls are under way")
  fileprivate static let late = Failure(.timedOut, "", "the call was not answered in time")
  fileprivate static let givenUp = Failure(.cancelled, "", "the call was given up")
  fileprivate static let cut = Failure(.cancelled, "", "the call was given up, since the host is shutting down")
  fileprivate static let closing = Failure(.refused, "closing", "the host is shutting down")
}
