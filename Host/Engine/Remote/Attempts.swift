import ComponentABI
import ComponentKit
import Synchronization

/// A URL that several actions could answer: each is asked until one does not decline.
///
/// To its caller it is a deferred call.
final class Attempts: @unchecked Sendable {
  // Sendable: only `isFirst` changes, and one attempt asks for the next when it has ended, which it does once.
  private let record: DeferredRecord
  private let search: URLSearch
  private let starter: UnsafePointer<Seat>?
  private let skips: LentNames?
  private var isFirst = true

  private var host: Host { search.host }

  init(_ dispatch: Dispatch, _ search: URLSearch) {
    record = search.outside.withNamedRequest(dispatch.request) { request in
      let inner = Dispatch(seat: dispatch.seat, request: request, waits: dispatch.waits)
      var frame = Attempt(inner, .nothing(by: inner.seat)).frame()
      return DeferredRecord(&frame, core: inner.seat.pointee.core)
    }
    starter = dispatch.starter
    let skipped = dispatch.request.pointee.skipped
    skips = skipped.isEmpty ? nil : LentNames(skipped.map(\.string))
    self.search = search
  }

  func run(_ first: Candidate) -> Int32 {
    attempt(first)
    return record.settle(startedBy: starter)
  }

  /// Asks the interceptors first. The URL is resolved behind them, or as soon as one of them asks where it leads.
  func run(through chain: Chain) -> Int32 {
    withRequest { dispatch in
      _ = dispatch.withRequest(search.opening.nowhere) {
        Dispatch(seat: host.seat(of: search.opening), request: $0, waits: false).intercept(chain, search)
      }
    }
    return record.settle(startedBy: starter)
  }

  private func attempt(_ candidate: Candidate) {
    search.outside.candidate = candidate
    withRequest { dispatch in
      guard let chain = dispatch.seat.pointee.core.pointee.chain.load(ordering: .acquiring)?.takeUnretainedValue()
      else {
        _ = dispatch.run(candidate)
        return
      }
      // While interceptors think about it, it may be replaced as the first may.
      let rest = Candidates(search.opening, host, .never, isForeign: search.outbound != nil)
      let again = URLSearch(candidate, rest, host, search.outside, search.outbound)
      _ = dispatch.withRequest(candidate) { request in
        Dispatch(seat: host.seat(of: candidate), request: request, waits: false)
          .intercept(chain.without(request.pointee, host), again)
      }
    }
  }

  @Sendable private func hear(_ outcome: Outcome) {
    let wasFirst = isFirst
    isFirst = false
    if outcome.isDeclined, !record.hasEnded {
      let next = Result { () throws(Failure) in try search.next(Patience(record)) }
      switch next {
      case .success(let candidate?): return attempt(candidate)
      // Where no other action could answer, the only one's answer goes to the caller.
      case .success(nil) where wasFirst: break
      case .success(nil): return withRequest { _ = host.answerRemote($0, search.opening, search.denials) }
      case .failure(let failure):
        _ = record.endByComponent(.failure(failure))
        return
      }
    }
    _ = record.endByComponent(outcome)
  }

  // A request that this hears the end of.
  private func withRequest(_ body: (Dispatch) -> Void) {
    var request = Relay.request(for: record, hear)
    if let skips { request.lend(skips) }
    withExtendedLifetime(skips) {
      withUnsafePointer(to: &request) { body(Dispatch(seat: host.seat(of: search.opening), request: $0, waits: false)) }
    }
  }
}

extension Outcome {
  /// Whether the action leaves the call to the next one that fits.
  fileprivate var isDeclined: Bool {
    switch self {
    case .borrowedFailure(let failure):
      failure.pointee.code == COMPONENT_FAILURE_NOT_FOUND && failure.pointee.reason.string == "declined"
    case .failure(let failure): failure.code == .notFound && failure.reason == "declined"
    case .borrowedReply, .reply: false
    }
  }
}
