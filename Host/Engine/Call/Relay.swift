import ComponentABI
import ComponentKit

/// Hears what becomes of a request that is made in the service of an open call: progress is the call's own, and the end
/// goes to a closure.
final class Relay: Sendable {
  private let record: DeferredRecord
  private let heard: @Sendable (Outcome) -> Void

  private init(_ record: DeferredRecord, _ heard: @escaping @Sendable (Outcome) -> Void) {
    self.record = record
    self.heard = heard
  }

  /// A request for that call, with its flags and else nothing but what it must have. It must end once.
  static func request(
    for record: DeferredRecord, isQuestion: Bool = false, _ heard: @escaping @Sendable (Outcome) -> Void
  ) -> component_request {
    // Anybody can set the flag of a question, in the call's own request too.
    let flags = record.frame.pointee.request.pointee.flags & ~component_request.question
    var request = component_request(
      component_text(), component_text(),
      isQuestion ? component_request.question : flags, ended)
    request.markStarted()
    request.progressed = progressed
    request.context = Unmanaged.passRetained(Relay(record, heard)).toOpaque()
    request.parent = record.frame.handle
    return request
  }

  /// Takes a request back that was not made: it does not end then.
  static func takeBack(_ request: component_request) {
    if let context = request.context { Unmanaged<Relay>.fromOpaque(context).release() }
  }

  /// Goes on with an open call where it was held up, and ends it as that ends; nothing is done where it has ended
  /// meanwhile.
  static func carryOn(_ record: DeferredRecord, from seat: UnsafePointer<Seat>, _ body: (Dispatch) -> Void) {
    if record.hasEnded { return }
    let call = record.frame.pointee.call
    let isQuestion = record.frame.pointee.request.pointee.isQuestion
    var request = request(for: record, isQuestion: isQuestion) { [record] outcome in
      _ = record.endByComponent(outcome)
    }
    (request.target, request.action, request.deadline) = (call.target, call.action, call.deadline)
    (request.parameters, request.parameter_count) = (call.parameters, call.parameter_count)
    (request.hints, request.hint_count) = (call.hints, call.hint_count)
    withExtendedLifetime(record) {
      withUnsafePointer(to: &request) { body(Dispatch(seat: seat, request: $0, waits: false)) }
    }
  }

  fileprivate static let ended: Ended = { context, reply, failure in
    guard let context else { return }
    let relay = Unmanaged<Relay>.fromOpaque(context).takeRetainedValue()
    if let reply {
      relay.heard(.borrowedReply(reply))
    } else if let failure {
      relay.heard(.borrowedFailure(failure))
    }
  }

  private static let progressed: Progressed = { context, progress in
    guard let context else { return }
    _ = Unmanaged<Relay>.fromOpaque(context).takeUnretainedValue().record.progress(progress)
  }
}

extension component_request {
  /// Among the flags of the host's own request to an interceptor.
  static let question = UInt32(1) << 31
  // Among the flags of what no thread waits for: what is started, and what is made in the service of an open call. Anybody
  // can set flags, so it is not one bit, as those of the contract are, but a number that nobody outside knows.
  private static let started = (UInt32.random(in: 0..<1 << 13) << 2 | 0b11) << 16
  static let startedBits = UInt32(0x7FFF) << 16

  mutating func markStarted() {
    flags = flags & ~component_request.startedBits | component_request.started
  }

  /// Whether its caller's thread waits until it has ended.
  var isWaitedFor: Bool { flags & component_request.startedBits != component_request.started }

  /// Whether it is the host's own to an interceptor: only the host has an end heard by a relay.
  var isQuestion: Bool { flags & component_request.question != 0 && isRelayed }

  /// Whether it is the call that is named as its parent, on its way from whoever held it up to its action.
  var carriesOn: Bool { isRelayed && flags & component_request.question == 0 }

  /// Whether it is made in the service of an open call.
  var isRelayed: Bool { unsafeBitCast(ended, to: UInt.self) == unsafeBitCast(Relay.ended, to: UInt.self) }
}
