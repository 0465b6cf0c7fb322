import ComponentKit
import Glibc
import HostNative
import Synchronization

/// One client of a door.
///
/// It belongs to one thread at a time. Whatever happens to it is posted, by any thread, and whoever posts to a
/// connection that belongs to nobody owns it from then on: it takes what was posted, does what is to be done, and lets
/// go of it once nothing more was posted meanwhile. So nobody waits for a connection, and no lock is held while a call
/// runs: it runs while the connection belongs to nobody, and its end is posted.
final class Connection: @unchecked Sendable {
  // Sendable: what is not atomic is touched by its owner only.
  unowned let core: DoorCore
  let place: Int
  private let posted = Atomic<UInt32>(0)
  private let due = Atomic<Int64>(.max)
  private let ageNumber = Atomic<UInt32>(0)

  // MARK: its owner's

  /// Negative where it is closed.
  private(set) var socket: Int32 = -1
  private(set) var isSurplus = false
  /// Whether it came by a Unix socket, of which it is told when a client has gone and when it has only ended its
  /// sending.
  private(set) var isLocal = false
  var phase = Phase.closed
  /// Whether there may be something to read.
  var mayRead = false
  var inputEnded = false
  /// Whether it ends behind the next request, or without one when its time is over.
  var isDraining = false
  /// Whether its time is over, and it ends at once unless a request has come.
  var endsIdle = false
  /// Whether its last answer was given.
  var saidLast = false
  /// What has come and is kept, and how much of it was read.
  private(set) var input: [UInt8] = []
  private(set) var inputRead = 0
  var reader: RequestReader
  /// How much of what waits here is counted among all that does.
  private var weighed = 0
  /// What is to be sent, and how much of it was.
  var output: [UInt8] = []
  var sent = 0
  var watchesWrites = false
  /// When a client that does not read is not waited for any more.
  var stuckUntil: Int64 = .max
  /// Whether it was closed, and its place is to be given back.
  private var isOver = false
  /// The request that it reads, from its head on, or answers.
  var request: ServedRequest?
  var call: ServedCall?
  /// When its client hears that its call took too long.
  var callDue: Int64 = .max
  /// Whether its answer is a stream of events, of which the first was sent.
  var hasStream = false
  /// How far it has heard events.
  var events: EventFeed.Place?
  /// By which its call is given up.
  var cancellation: Cancellation?

  enum Phase {
    case closed
    /// Nothing of a request has come.
    case idle
    /// A request has begun.
    case reading
    /// Its call is under way.
    case calling
    /// It hears events.
    case listening
    /// All was said; what the client still sends is thrown away, so that it hears it.
    case lingering
  }

  init(_ place: Int, _ core: DoorCore) {
    self.place = place
    self.core = core
    reader = RequestReader(limits: core.limits)
  }

  /// How many it has been.
  var age: UInt32 { ageNumber.load(ordering: .acquiring) }

  /// By which events tell of it.
  var number: UInt64 { UInt64(age) << 32 | (DoorCore.firstConnection + UInt64(place)) }

  static func place(of number: UInt64) -> (place: Int, age: UInt32) {
    (Int(number & 0xffff_ffff) - Int(DoorCore.firstConnection), UInt32(number >> 32))
  }

  // MARK: whose it is

  /// Tells it of something; whether it belongs to this thread from now on.
  func post(_ news: ConnectionNews) -> Bool {
    let before = posted.bitwiseOr(
      news.rawValue | ConnectionNews.owned.rawValue, ordering: .acquiringAndReleasing
    ).oldValue
    return before & ConnectionNews.owned.rawValue == 0
  }

  /// What was posted since its owner looked.
  func take() -> ConnectionNews {
    let news = posted.exchange(ConnectionNews.owned.rawValue, ordering: .acquiringAndReleasing)
    return ConnectionNews(rawValue: news).subtracting(.owned)
  }

  /// It belongs to nobody any more; false where something was posted, and it still belongs to this thread.
  func leave() -> Bool {
    posted.compareExchange(
      expected: ConnectionNews.owned.rawValue, desired: 0, ordering: .acquiringAndReleasing
    ).exchanged
  }

  // MARK: its time

  /// When its time is over.
  var dueTime: Int64 { due.load(ordering: .relaxed) }

  func isDue(_ now: Int64) -> Bool { dueTime <= now }

  func wait(for limit: Duration?, from now: Int64) {
    let (end, overflow) = now.addingReportingOverflow(limit?.nanoseconds ?? .max)
    due.store(overflow ? .max : end, ordering: .relaxed)
  }

  /// The door drains, and nothing of a request has come: a client that does not know it yet may send one for a moment.
  func waitQuietly() { due.store(core.quietEnd, ordering: .relaxed) }

  // MARK: its input

  /// Whether something has come that is not read yet.
  var hasInput: Bool { inputRead < input.count }

  /// Keeps what has come behind what is kept already; what was read of that goes.
  func keep(_ bytes: UnsafeRawBufferPointer) {
    if bytes.isEmpty { return }
    if inputRead > 0 {
      input.removeFirst(inputRead)
      inputRead = 0
    }
    input += bytes
  }

  /// So much more of what is kept was read. It stays where it is: with many requests in it, moving what is left behind each
  /// would take longer than they do.
  func tookInput(_ count: Int) {
    inputRead += count
    if !hasInput { dropInput() }
  }

  /// What has come is not wanted any more.
  func dropInput() { (input, inputRead) = ([], 0) }

  /// Counts what waits here; whether that has grown, and is more than all may have together.
  func weigh() -> Bool {
    let held = input.count - inputRead + (request?.body.count ?? 0) + output.count - sent
    if held == weighed { return false }
    let all = core.held.wrappingAdd(held - weighed, ordering: .relaxed).newValue
    defer { weighed = held }
    return held > weighed && held > Connection.light && all > core.settings.heldLimit
  }

  /// So much may wait here in any case: who sends a small request in pieces is none of those that take the memory.
  private static let light = 8192

  // MARK: its life

  /// It serves a client that was just accepted.
  func begin(_ socket: Int32, isLocal: Bool, isSurplus: Bool, at now: Int64) {
    ageNumber.wrappingAdd(1, ordering: .releasing)
    self.socket = socket
    (self.isLocal, self.isSurplus) = (isLocal, isSurplus)
    phase = .idle
    reader = RequestReader(limits: core.limits)
    // What the client has sent already is told.
    (mayRead, inputEnded, watchesWrites) = (false, false, false)
    (isDraining, endsIdle, saidLast, hasStream) = (core.stage >= .draining, false, false, false)
    if isDraining { waitQuietly() } else { wait(for: core.settings.headTime, from: now) }
  }

  /// Ends it at once; what is under way for it is given up.
  func abandon() {
    guard socket >= 0 else { return }
    if let call { core.tellGivenUp(call, self) }
    giveUpCall()
    if events != nil { core.feed.remove(self) }
    events = nil
    due.store(.max, ordering: .relaxed)
    phase = .closed
    (output, sent, request) = ([], 0, nil)
    dropInput()
    close(socket)
    socket = -1
    isOver = true
  }

  /// Lets go of it; false where something was posted meanwhile. Once it is closed and belongs to nobody its place is
  /// free.
  func letGo() -> Bool {
    let wasOver = isOver
    isOver = false
    guard leave() else {
      isOver = wasOver
      return false
    }
    if wasOver {
      core.table.giveBack(place)
      core.lookForEnd()
    }
    return true
  }

  /// Its call, if there is one, is over for its client.
  func giveUpCall() {
    guard let call else { return }
    self.call = nil
    // Given up once, it gives up every later one.
    let cancellation = self.cancellation
    self.cancellation = nil
    core.giveUp(call, cancellation)
  }
}
