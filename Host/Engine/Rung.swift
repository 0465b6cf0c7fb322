import ComponentABI
import ComponentKit
import Synchronization

/// Stands between a rung of the notFound ladder and the caller: what the rung replies is told as a stand-in's answer, in
/// the failure that the caller would have had without it.
final class Rung: @unchecked Sendable {
  // Sendable: what changes is atomic, and the contract lets the sink's functions be called on any thread.
  private let sink: Sink
  private let failure: Failure
  private let endCode = Atomic(COMPONENT_OK)
  /// What goes with the call from outside that the rung answers; nil where there is none.
  let outside: OutsideOrigin?

  /// - Parameter failure: the failure that the call has without the rung.
  init(_ dispatch: Dispatch, _ failure: Failure) {
    sink = Sink(dispatch.request)
    outside = dispatch.request.pointee.outside
    var failure = failure.byHost
    // Also where the component is there and refused: the reason says so.
    failure.code = .notFound
    self.failure = failure
  }

  /// Asks the rung about the call; nil where it is gone or held.
  ///
  /// - Parameter stays: whether the call is made within one of the rung's own component, and belongs to that.
  func run(
    _ entry: UnsafeMutablePointer<Entry>, _ dispatch: Dispatch, _ parameters: UnsafePointer<component_entry>?,
    _ count: Int, stays: Bool
  ) -> Int32? {
    var request = dispatch.request.pointee
    request.ended = Rung.ended
    if request.progressed != nil {
      request.progressed = { context, progress in
        guard let context else { return }
        let sink = Unmanaged<Rung>.fromOpaque(context).takeUnretainedValue().sink
        sink.progressed?(sink.context, progress)
      }
    }
    let hold = Unmanaged.passRetained(self)
    request.context = hold.toOpaque()
    (request.parameters, request.parameter_count) = (parameters, count)
    let code = withUnsafePointer(to: &request) { request in
      let asked = Dispatch(seat: dispatch.seat, request: request, waits: dispatch.waits)
      var attempt = Attempt(asked, .action(entry))
      return attempt.go(isChecked: true, stays: stays)
    }
    guard let code else {
      hold.release()
      return nil
    }
    return code == COMPONENT_OK ? endCode.load(ordering: .acquiring) : code
  }

  static let ended: Ended = { context, reply, failure in
    guard let context else { return }
    Unmanaged<Rung>.fromOpaque(context).takeRetainedValue().hear(reply, failure)
  }

  private func hear(_ reply: UnsafePointer<component_value>?, _ failed: UnsafePointer<component_failure>?) {
    guard let reply else { return sink.ended(sink.context, nil, failed) }
    endCode.store(failure.code.rawValue, ordering: .releasing)
    failure.withBorrowed(answer: reply) { sink.ended(sink.context, nil, $0) }
  }
}
