import ComponentHost
import ComponentKit
import Synchronization

/// What stands between the component under test and everybody else: decides who answers a call, and writes down what
/// the component asks of others.
final class Neighbourhood: Sendable {
  let stubs = Stubs()
  let waiting = Waiting()
  let log = CallLog()
  private let component: String
  private let hasFolders: Bool
  private let replaying = Mutex<Replay?>(nil)

  init(_ component: String, hasFolders: Bool) {
    self.component = component
    self.hasFolders = hasFolders
  }

  var replay: Replay? {
    get { replaying.withLock { $0 } }
    set { replaying.withLock { $0 = newValue } }
  }

  /// Takes a call that somebody makes, the component or the test.
  func take(_ call: InterceptedCall) {
    let isOwn = call.source == .component(component)
    let isInside = call.target.root == component
    let standIn = stubs.find(call.target, call.action)
    // What the component asks of itself is nobody else's business.
    if standIn == nil, isInside { return call.proceed() }
    let ended: @Sendable (Result<Value, Failure>) -> Void
    if isOwn { ended = log.begin(call) } else { ended = { call.end($0) } }
    if let standIn {
      call.proceed(to: standIn, ended: ended)
    } else if isOwn, let replay {
      ended(replay.play(call.target, call.action, call.parameters))
    } else if !hasFolders, let failure = stubs.notFound(call.target, call.action) {
      ended(.failure(failure))
    } else {
      call.proceed(ended: ended)
    }
  }

  func close() {
    waiting.end()
    stubs.removeAll()
  }
}

extension InterceptedCall {
  func end(_ result: Result<Value, Failure>) {
    switch result {
    case .success(let value): reply(value)
    case .failure(let failure): fail(failure)
    }
  }
}
