import ComponentKit
import Glibc

@testable import ComponentHost

/// A component whose actions work until they are told that nobody waits any more, each as another kind of call.
struct Lingerer: Component {
  let mediator: Mediator
  init(mediator: Mediator) { self.mediator = mediator }

  var actions: [Action] {
    Action("plain") { call in Lingerer.linger(try call.int("token")) { call.isCancelled } }.remote
    Action("fails") { call in
      _ = Lingerer.linger(try call.int("token")) { call.isCancelled }
      throw Failure(.denied, "moody", "it says something else")
    }
    Action.deferring("deferred") { call in
      let reply = Lingerer.linger(try call.int("token")) { call.isCancelled }
      call.reply(reply)
    }
    Action("awaited") { call async throws in Lingerer.linger(try call.int("token")) { call.isCancelled } }
    Action("nested") { [mediator] call in try mediator.call("Lingerer", "plain", call.parameters) }
    Action("nestedAwaited") { [mediator] call async throws -> Value in
      try await mediator.call("Lingerer", "awaited", call.parameters)
    }
    // Their own calls have less time than they have.
    Action("hurries") { [mediator] call in
      try mediator.call("Lingerer", "plain", call.parameters, timeLimit: .milliseconds(40))
    }
    Action("hurriesAwaited") { [mediator] call async throws -> Value in
      try await mediator.call("Lingerer", "plain", call.parameters, timeLimit: .milliseconds(40))
    }
    // Makes a call of any kind in its own service.
    Action("parent") { [mediator] call in
      guard let kind = CallKind(rawValue: try call.text("kind")) else { return "no such kind" }
      return try kind.call(mediator, try call.int("token"), nil, nil)
    }
  }

  var targets: [Target] {
    Target("Serial", isSerial: true) {
      Action("run") { call in Lingerer.linger(try call.int("token")) { call.isCancelled } }
    }
    Target("Instance", lifetime: .perCall, instance: { Thing() }) { instance in
      instance.action("run") { _, call in Lingerer.linger(try call.int("token")) { call.isCancelled } }
    }
  }

  var paths: [Path] { Path("/far/:word", "plain") }
  var keys: [Key] { Key("away", "plain") }

  final class Thing: Sendable {}

  // MARK: what the tests see of it

  struct Seen {
    var hasBegun = false
    var wasTold = false
    /// Whether an action that was told waits for the test before it goes on.
    var isHeld = false
  }

  private static let all = Guarded<[Seen]>([])

  /// Whatever is seen of calls with the new token: what an earlier test left behind does not touch it.
  static func token(isHeld: Bool = false) -> Int {
    all.withLock { all in
      all.append(Seen(isHeld: isHeld))
      return all.count - 1
    }
  }

  static func seen(_ token: Int) -> Seen { all.withLock { $0[token] } }

  static func letGo(_ token: Int) { all.withLock { $0[token].isHeld = false } }

  /// What an action does. It gives up by itself after a time that no test takes.
  static func linger(_ token: Int, _ isCancelled: () -> Bool) -> Value {
    all.withLock { $0[token].hasBegun = true }
    let patience = Deadline(after: .seconds(20))
    while !isCancelled() {
      if patience.hasPassed { return "never told" }
      usleep(200)
    }
    all.withLock { $0[token].wasTold = true }
    while seen(token).isHeld, !patience.hasPassed { usleep(200) }
    return "told"
  }
}

/// A way to call an action.
enum CallKind: String, CaseIterable, Sendable {
  case plain, fails, deferred, awaited, nested, nestedAwaited, serial, instance, key, url, route, function

  var isAsync: Bool { self == .awaited || self == .nestedAwaited }

  func call(
    _ mediator: Mediator, _ token: Int, _ timeLimit: Duration?, _ cancellation: Cancellation?
  ) throws(Failure) -> Value {
    let parameters: Fields = ["token": .int(token)]
    return switch self {
    case .plain, .fails, .deferred, .awaited, .nested, .nestedAwaited:
      try mediator.call("Lingerer", rawValue, parameters, timeLimit: timeLimit, cancellation: cancellation)
    case .serial:
      try mediator.call("Lingerer.Serial", "run", parameters, timeLimit: timeLimit, cancellation: cancellation)
    case .instance:
      try mediator.call("Lingerer.Instance", "run", parameters, timeLimit: timeLimit, cancellation: cancellation)
    case .key:
      try mediator.open(key: "Lingerer_away", parameters: parameters, timeLimit: timeLimit, cancellation: cancellation)
    case .url:
      try mediator.open("app://Lingerer/plain?token=\(token)", timeLimit: timeLimit, cancellation: cancellation)
    case .route:
      try mediator.open("app://Lingerer/far/off?token=\(token)", timeLimit: timeLimit, cancellation: cancellation)
    case .function:
      try mediator.call(
        Function { call in Lingerer.linger(token) { call.isCancelled } }, timeLimit: timeLimit,
        cancellation: cancellation)
    }
  }

  /// The same, started; `ended` hears the outcome.
  func start(
    _ mediator: Mediator, _ token: Int, _ timeLimit: Duration?, _ cancellation: Cancellation?,
    ended: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    let parameters: Fields = ["token": .int(token)]
    switch self {
    case .plain, .fails, .deferred, .awaited, .nested, .nestedAwaited:
      mediator.start("Lingerer", rawValue, parameters, timeLimit: timeLimit, cancellation: cancellation, ended: ended)
    case .serial:
      mediator.start(
        "Lingerer.Serial", "run", parameters, timeLimit: timeLimit, cancellation: cancellation, ended: ended)
    case .instance:
      mediator.start(
        "Lingerer.Instance", "run", parameters, timeLimit: timeLimit, cancellation: cancellation, ended: ended)
    case .url:
      mediator.open(
        "app://Lingerer/plain?token=\(token)", timeLimit: timeLimit, cancellation: cancellation, ended: ended)
    case .route:
      mediator.open(
        "app://Lingerer/far/off?token=\(token)", timeLimit: timeLimit, cancellation: cancellation, ended: ended)
    case .key:
      // There is no way to start one but by a request.
      ended(Result { () throws(Failure) in try call(mediator, token, timeLimit, cancellation) })
    case .function:
      mediator.start(
        Function { call in Lingerer.linger(token) { call.isCancelled } }, timeLimit: timeLimit,
        cancellation: cancellation,
        ended: ended)
    }
  }
}
