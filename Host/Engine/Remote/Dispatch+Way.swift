import ComponentABI
import ComponentKit
import Synchronization

// Calls of what a URL or a map key leads to. A way may lead to another action by the time that is called, because the
// component was replaced in between; so it is the very action that was found which is called, and where that takes no calls
// any more the way is gone anew.
extension Dispatch {
  /// Calls what a URL or a key was found to lead to. Nil, and the call has not ended, where the action that was found does
  /// not take it any more: its component was replaced, taken out or held since.
  ///
  /// - Parameter patience: of what asks, by which it was found.
  func runFound(_ candidate: Candidate, _ patience: Patience) -> Int32? {
    let host = seat.pointee.core.pointee.host.takeUnretainedValue()
    return runFound(candidate, from: host.seat(of: candidate), patience)
  }

  /// The same from another seat than the URL's.
  ///
  /// - Parameter change: what the request has besides.
  func runFound(
    _ candidate: Candidate, from caller: UnsafePointer<Seat>, _ patience: Patience,
    _ change: (inout component_request) -> Void = { _ in }
  ) -> Int32? {
    guard let entry = candidate.answering else { return nil }
    return runFound(entry, from: caller, patience) { body in
      if let notes = candidate.notes {
        entry.pointee.generation._withUnsafeGuaranteedRef { $0.host }.report(notes.ignored)
      }
      return withRequest(candidate) { request in
        var inner = request.pointee
        change(&inner)
        return withUnsafePointer(to: &inner) { body($0) }
      }
    }
  }

  /// The same of an action, by the request that `lend` lends.
  @inline(__always)
  func runFound(
    _ entry: UnsafeMutablePointer<Entry>, from caller: UnsafePointer<Seat>, _ patience: Patience,
    _ lend: ((UnsafePointer<component_request>) -> Int32) -> Int32
  ) -> Int32? {
    var stays = false
    // What is live, and no call has to look first, is nobody's but its own.
    if !entry.pointee.isLive.load(ordering: .acquiring) {
      let generation = entry.pointee.generation.takeUnretainedValue()
      let home = patience.home(of: generation.name)
      guard home == nil || home === generation else { return nil }
      stays = home != nil
    }
    var result: Int32?
    _ = lend { request in
      let dispatch = Dispatch(seat: caller, request: request, waits: waits)
      result = dispatch.holding { dispatch.runAsked(entry, stays: stays, isSettled: true) }
      return result ?? COMPONENT_OK
    }
    return result
  }
}
