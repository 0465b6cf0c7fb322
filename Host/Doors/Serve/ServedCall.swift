import ComponentHost
import ComponentKit
import Synchronization

/// A call that a door makes for a connection.
final class ServedCall: @unchecked Sendable {
  // Sendable: what is no constant is behind a lock, or written before its end is published and read behind that.
  let core: DoorCore
  let connection: Connection
  let http: HTTPCall
  let figures: ActionFigures
  let share: TargetShare
  let began: Int64
  private let cancellation: Cancellation
  private let hearsProgress: Bool

  private let stage = Atomic(Stage.begins.rawValue)
  private var outcome: Outcome?
  private let told = Mutex<Progress?>(nil)
  // The name that the door has given its request, once somebody has asked.
  private let given = Mutex<String?>(nil)

  private enum Stage: Int {
    /// Its thread has not left it.
    case begins
    /// It was started, and ends later.
    case goesOn
    case hasEnded
  }

  /// How it ends for its client.
  enum Outcome {
    /// What is answered: it was put together where the call has ended.
    case answer(HTTPAnswer)
    /// What ends a stream of events.
    case end(Result<Value, Failure>)
  }

  struct Progress: Sendable {
    let fraction: Double?
    let message: String
  }

  init(
    _ http: HTTPCall, for connection: Connection, _ figures: ActionFigures, _ share: TargetShare,
    _ cancellation: Cancellation, at now: Int64
  ) {
    core = connection.core
    (self.http, self.connection, self.cancellation) = (http, connection, cancellation)
    (self.figures, self.share) = (figures, share)
    (hearsProgress, began) = (http.accept.takesEvents, now)
  }

  /// Makes the call; the connection belongs to nobody. True where it has ended on this thread meanwhile.
  func run() -> Bool {
    if http.isOfDescription {
      describe()
    } else {
      var progress: (@Sendable (Double?, String) -> Void)?
      if hearsProgress { progress = { self.hear($0, $1) } }
      onThisThread {
        core.host.begin(http.call, timeLimit: http.timeLimit, cancellation: cancellation, progress: progress) {
          self.end($0)
        }
      }
    }
    let (isLate, _) = stage.compareExchange(
      expected: Stage.begins.rawValue, desired: Stage.goesOn.rawValue, ordering: .acquiringAndReleasing)
    return !isLate
  }

  /// What its request is called.
  var name: RequestName {
    let id =
      http.requestID
      ?? given.withLock { given in
        let id = given ?? core.ids.make()
        given = id
        return id
      }
    return RequestName(id: id, trace: http.trace?.trace)
  }

  /// As far as somebody knows it: the client, or a reader of the log.
  var knownID: String? { http.requestID ?? given.withLock { $0 } }

  // What there is to call, on this thread or on the one that finds it out just now.
  private func describe() {
    guard core.description.join(self) else { return }
    var bytes: [UInt8] = []
    onThisThread {
      let document = OpenAPI(of: core.host, within: core.settings.callTime ?? .seconds(1 << 30)) { name, refusal in
        core.tell(
          .warning, DoorEvent.leftOut,
          "the component \(quoted(name)) is left out of /openapi.json: \(refusal.message)")
      }
      bytes = document.json
    }
    let answer = HTTPAnswer(.ok, .json, bytes)
    for call in core.description.end() { call.end(.answer(answer), failure: nil) }
  }

  /// It ends without having been made, on the thread that would have made it: none is left to run it.
  func refuse() {
    core.tellOverload(RequestRefusal.busy)
    outcome = .answer(RequestRefusal.busy)
    core.count(self, failure: "busy", duration: 0)
    stage.store(Stage.hasEnded.rawValue, ordering: .releasing)
  }

  /// It ends without having been made: it has waited for a thread, and is not wanted any more.
  func drop() { core.count(self, failure: "given_up", duration: 0) }

  // On any thread.
  private func end(_ ended: Result<OutsideReply, Failure>) {
    var result = ended.map(\.value)
    var reason: String?
    if case .failure(var failure) = result {
      reason = failure.reason
      // An action that gave up because its time was over says so in its own words.
      if failure.code == .cancelled, isOver {
        failure.code = .timedOut
        result = .failure(failure)
      }
    }
    end(
      hearsProgress ? .end(result) : .answer(http.answer(to: result, as: (try? ended.get())?.mediaType)),
      failure: reason)
  }

  private func end(_ outcome: Outcome, failure: String?) {
    self.outcome = outcome
    core.count(self, failure: failure, duration: Clock.now - began)
    guard stage.exchange(Stage.hasEnded.rawValue, ordering: .acquiringAndReleasing) == Stage.goesOn.rawValue else {
      return
    }
    if connection.post(.ofCall) { core.deliver(connection) }
  }

  private var isOver: Bool {
    http.timeLimit.map { Clock.now - began >= $0.nanoseconds } ?? false
  }

  /// How it has ended; nil where it has not.
  var result: Outcome? {
    stage.load(ordering: .acquiring) == Stage.hasEnded.rawValue ? outcome : nil
  }

  private func hear(_ fraction: Double?, _ message: String) {
    // Where nobody has taken the last one yet its connection knows of it, and this one counts.
    let isNews = told.withLock { told in
      defer { told = Progress(fraction: fraction, message: message) }
      return told == nil
    }
    if isNews, connection.post(.ofCall) { core.deliver(connection) }
  }

  /// How far it has come, if that was not taken yet.
  func takeProgress() -> Progress? {
    told.withLock { told in
      defer { told = nil }
      return told
    }
  }
}
