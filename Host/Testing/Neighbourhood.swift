import ComponentHost
import ComponentKit
import Synchronization

/// Stands between the component under test and all others: decides what answers a call, and writes down what the
/// component asks of others.
final class Neighbourhood: Sendable {
  let stubs = Stubs()
  let waiting = Waiting()
  let log = CallLog()
  private let component: String
  private let hasFolders: Bool
  private let hasClosed = Atomic(false)
  private let replaying = Guarded<Replay?>(nil)

  init(_ component: String, hasFolders: Bool) {
    self.component = component
    self.hasFolders = hasFolders
  }

  var replay: Replay? {
    get { replaying.withLock { $0 } }
    set { replaying.withLock { $0 = newValue } }
  }

  /// Takes a call of the component or of the test.
  func take(_ call: InterceptedCall) {
    let isOwn = call.source == .component(component)
    let found = stubs.find(call.target, call.action)
    if case .standIn(let standIn) = found { return call.proceed(to: standIn, ended: begin(call, isOwn)) }
    // Calls of the component to itself are not recorded.
    if call.target.root == component { return call.proceed() }
    let ended = begin(call, isOwn)
    if isOwn, let replay {
      ended(replay.play(call.target, call.action, call.parameters))
    } else if !hasFolders, case .lacking(let failure) = found {
      ended(.failure(failure))
    } else {
      call.proceed(ended: ended)
    }
  }

  private func begin(_ call: InterceptedCall, _ isOwn: Bool) -> @Sendable (Result<Value, Failure>) -> Void {
    if isOwn { return log.begin(call) }
    return { call.end($0) }
  }

  var isOpen: Bool { !hasClosed.load(ordering: .acquiring) }

  func close() {
    hasClosed.store(true, ordering: .releasing)
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
