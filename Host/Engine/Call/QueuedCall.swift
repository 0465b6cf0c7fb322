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
    withExtendedLifetime((self, pass)) {
      Relay.carryOn(record, from: seat) { dispatch in
        var attempt = Attempt(dispatch, .action(entry))
        _ = attempt.run(behind: pass)
      }
    }
  }
}
