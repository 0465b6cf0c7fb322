import ComponentABI
import ComponentKit

/// A call that was started on a serial target and waits for its turn; its caller has gone on.
///
/// To its caller it is a deferred call from the beginning, so its deadline and its cancellation work while it waits.
final class QueuedCall: @unchecked Sendable {
  // Sendable: nothing in it changes, and what it points to is never freed or its own copy.
  let record: DeferredRecord
  private let entry: UnsafeMutablePointer<Entry>
  private let seat: UnsafePointer<Seat>
  // The action may go on after it has replied, on a thread where nothing else says that it runs.
  private let hold: GenerationHold

  init(_ frame: UnsafeMutablePointer<Frame>, _ entry: UnsafeMutablePointer<Entry>, _ dispatch: Dispatch) {
    self.entry = entry
    seat = dispatch.seat
    hold = GenerationHold(entry.pointee.generation.takeUnretainedValue())
    record = DeferredRecord(frame, core: dispatch.seat.pointee.core)
  }

  /// Runs the action in its turn, unless the call has ended meanwhile.
  @Sendable func run(_ pass: SerialPass) {
    guard !record.hasEnded else { return }
    let call = record.frame.pointee.call
    var request = Relay.request(for: record) { [record] outcome in
      _ = record.endByComponent(outcome)
    }
    (request.target, request.action, request.deadline) = (call.target, call.action, call.deadline)
    (request.parameters, request.parameter_count) = (call.parameters, call.parameter_count)
    (request.hints, request.hint_count) = (call.hints, call.hint_count)
    withExtendedLifetime((self, record, pass)) {
      withUnsafePointer(to: &request) { request in
        let dispatch = Dispatch(seat: seat, request: request, waits: false)
        var attempt = Attempt(dispatch, .action(entry))
        _ = attempt.run(behind: pass)
      }
    }
  }
}
