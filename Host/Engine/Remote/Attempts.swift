import ComponentABI
import ComponentKit
import Synchronization

/// A URL that several actions could answer: each is asked until one does not decline.
///
/// To its caller it is a deferred call.
final class Attempts: @unchecked Sendable {
  // Sendable: what changes does so when one attempt asks for the next, which it does once, when it has ended.
  private let record: DeferredRecord
  private let search: URLSearch
  private let starter: UnsafePointer<Seat>?
  private let skips: LentNames?
  private var isFirst = true
  private var declined: [Candidate] = []

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
    withRequest(AttemptTurn()) { dispatch in
      _ = dispatch.withRequest(search.opening.nowhere) {
        Dispatch(seat: host.seat(of: search.opening), request: $0, waits: false).intercept(chain, search)
      }
    }
    return record.settle(startedBy: starter)
  }

  // Asks one action after the other, as long as each declines before it has returned.
  private func attempt(_ first: Candidate) {
    var candidate = first
    while true {
      let turn = AttemptTurn()
      turn.begin { ask(candidate, turn) }
      guard let next = turn.next else { return }
      candidate = next
    }
  }

  private func ask(_ candidate: Candidate, _ turn: AttemptTurn) {
    search.outside.candidate = candidate
    guard let chain else { return askFound(candidate, turn) }
    withRequest(turn) { dispatch in
      let again = search.following(candidate, record)
      _ = dispatch.withRequest(candidate) { request in
        Dispatch(seat: host.seat(of: candidate), request: request, waits: false).intercept(chain, again)
      }
    }
  }

  // The interceptors that see what is asked, where there are any.
  private var chain: Chain? {
    guard let all = host.loader.core.pointee.chain.load(ordering: .acquiring)?.takeUnretainedValue() else { return nil }
    let chain = skips.map { all.without($0.lent, host) } ?? all
    return chain.interceptors.isEmpty ? nil : chain
  }

  // Where what was found takes no calls any more, what the URL leads to by now is called; but nothing that has declined.
  private func askFound(_ first: Candidate, _ turn: AttemptTurn) {
    let patience = search.patience(record)
    var candidate = first
    while true {
      var request = Relay.request(for: record) { self.hear($0, turn) }
      if let skips { request.lend(skips) }
      let hasBegun = withExtendedLifetime(skips) {
        withUnsafePointer(to: &request) {
          Dispatch(seat: host.seat(of: search.opening), request: $0, waits: false).runFound(candidate, patience) != nil
        }
      }
      if hasBegun { return }
      Relay.takeBack(request)
      if search.isExhausted { return withRequest(turn) { _ = $0.run(candidate) } }
      let anew = Result { () throws(Failure) in
        try search.letGoOn(patience)
        return try search.anew(patience, besides: declined)
      }
      switch anew {
      case .success(let next?): candidate = next
      case .success(nil) where declined.isEmpty && search.nowhere.isOut:
        if let outcome = search.outbound?.outcome(host.settings, adding: search.opening.added) {
          _ = record.endByComponent(outcome)
        }
        return
      // The one that takes no calls is tried once more before the way is gone anew; whatever comes of it is told of that.
      case .success(nil) where search.mayBeOthers: search.outside.candidate = candidate
      case .success(nil): return endNowhere()
      case .failure(let failure):
        _ = record.endByComponent(.failure(failure))
        return
      }
    }
  }

  // What the fallback answers is the end, also where it declines: nobody is left to be asked.
  private func endNowhere() {
    withRequest(heard: { [record] in _ = record.endByComponent($0) }) {
      _ = host.answerRemote($0, search.opening, search.allDenials)
    }
  }

  private func hear(_ outcome: Outcome, _ turn: AttemptTurn) {
    let wasFirst = isFirst
    isFirst = false
    if outcome.isDeclined, !record.hasEnded {
      let patience = search.patience(record)
      // What declines in the place of the first may have done so before anybody looked for that.
      if let candidate = search.outside.candidate ?? (try? search.first(patience).get()) { declined.append(candidate) }
      let next = Result { () throws(Failure) in try search.next(patience, besides: declined) }
      switch next {
      case .success(let candidate?): return turn.isBegun ? turn.next = candidate : attempt(candidate)
      // Where no other action could answer, the only one's answer goes to the caller.
      case .success(nil) where wasFirst: break
      case .success(nil): return endNowhere()
      case .failure(let failure):
        _ = record.endByComponent(.failure(failure))
        return
      }
    }
    _ = record.endByComponent(outcome)
  }

  // A request that this hears the end of.
  private func withRequest(_ turn: AttemptTurn, _ body: (Dispatch) -> Void) {
    withRequest(heard: { self.hear($0, turn) }, body)
  }

  private func withRequest(heard: @escaping @Sendable (Outcome) -> Void, _ body: (Dispatch) -> Void) {
    var request = Relay.request(for: record, heard)
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
