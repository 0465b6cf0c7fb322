import ComponentABI
import ComponentKit

/// How long a call waits inside the host, for a turn or an instance: until its deadline, or until it is given up.
struct Patience {
  let path: String
  /// The host's limit where nobody gave one.
  let deadline: Int64
  private let cancellations: [Cancelled]

  init(_ dispatch: Dispatch, _ parent: UnsafeMutablePointer<Frame>?) {
    path = dispatch.request.path
    let own = dispatch.deadline(parent)
    deadline = own == 0 ? dispatch.seat.pointee.core.pointee.limit : own
    let cancellation = dispatch.request.pointee.cancellation.map { Cancelled.of($0) }
    cancellations = (cancellation.map { [$0] } ?? []) + (parent?.cancellations ?? [])
  }

  /// Waits under the gate until there is what `look` looks for; nil once patience is over.
  func wait<R>(at gate: Gate, for look: () -> R?) -> R? {
    let waker = Waker(gate)
    for cancellation in cancellations { cancellation.add(waker) }
    defer { for cancellation in cancellations { cancellation.remove(waker) } }
    return gate.locked { () -> R? in
      while true {
        if let found = look() { return found }
        if cancellations.contains(where: \.isSet) || !gate.wait(until: deadline) { return look() }
      }
    }
  }

  /// Why it is over.
  func failure(late: Failure) -> Failure {
    let given = cancellations.reduce(Int64.max) { min($0, $1.givenUpAt) }
    return given < deadline ? .givenUp(path) : late
  }

  private final class Waker: CancelListener {
    let gate: Gate
    init(_ gate: Gate) { self.gate = gate }
    func giveUp() { gate.locked { gate.wake() } }
  }
}
