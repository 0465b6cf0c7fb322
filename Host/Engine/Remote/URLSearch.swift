import ComponentABI
import ComponentKit

/// The search for what answers a URL. It begins when its result is first asked for, since components may have to be
/// loaded for it.
final class URLSearch: @unchecked Sendable {
  // Sendable: what changes is touched under the gate, or, behind the first that was found, by one attempt after the other.
  let opening: Opening
  let host: Host
  let outside: OutsideFilter
  /// The program of the system that gets the URL where it is no call.
  let outbound: Outbound?
  // The seat of the caller. Safe: seats are never freed.
  private nonisolated(unsafe) let opener: UnsafePointer<Seat>
  private let gate = Gate()
  private var found: Found?
  // Whether it was told where the URL leads.
  private var isTold = false
  private var rounds: Rounds

  private final class Found {
    let first: Result<Candidate?, Failure>
    // As of the first: interceptors may ask for these on several threads, while one attempt follows the other.
    let isOut: Bool
    let denials: Denials
    var candidates: Candidates

    init(_ candidates: consuming Candidates, _ patience: Patience) {
      do throws(Failure) { first = .success(try candidates.next(patience)) } catch { first = .failure(error) }
      (isOut, denials) = (candidates.isOut, candidates.denials)
      self.candidates = candidates
    }

    /// The next one that has not declined.
    func next(_ patience: Patience, besides declined: [Candidate]) throws(Failure) -> Candidate? {
      while let next = try candidates.next(patience) { if !next.isAmong(declined) { return next } }
      return nil
    }

    init(_ first: Candidate, _ rest: consuming Candidates) {
      self.first = .success(first)
      (isOut, denials) = (rest.isOut, rest.denials)
      candidates = rest
    }
  }

  /// Nothing is looked for yet.
  init(
    _ opening: Opening, by opener: UnsafePointer<Seat>, _ outside: OutsideFilter, _ outbound: Outbound?,
    _ rounds: Rounds = Rounds()
  ) {
    (self.opening, self.opener) = (opening, opener)
    (self.outside, host, self.outbound) = (outside, outside.host, outbound)
    self.rounds = rounds
  }

  /// The first was found already.
  convenience init(
    _ first: Candidate, _ rest: consuming Candidates, by opener: UnsafePointer<Seat>, _ outside: OutsideFilter,
    _ outbound: Outbound?
  ) {
    self.init(rest.opening, by: opener, outside, outbound, rest.rounds)
    found = Found(first, rest)
  }

  /// Of what is done for the call of that record, which the URL has become.
  func patience(_ record: DeferredRecord) -> Patience { Patience(record, by: opener) }

  /// The second that is asked, or one behind: interceptors see it as a URL that leads there.
  func following(_ candidate: Candidate, _ record: DeferredRecord) -> URLSearch {
    // While interceptors think about it, it may be replaced as the first may.
    let rest = Candidates(opening, host, .never(patience(record).place), isForeign: outbound != nil)
    let search = URLSearch(candidate, rest, by: opener, outside, outbound)
    // Where it leads is not looked for from the beginning.
    search.isTold = true
    return search
  }

  /// What the URL leads to, nil where it leads nowhere.
  ///
  /// - Parameter patience: how long to wait while another thread loads what answers.
  func first(_ patience: Patience) -> Result<Candidate?, Failure> { find(patience).first }

  /// The same for the call itself: where the action was replaced since it was found, the query is brought together with
  /// what the new one declares. The URL leads where it was found to lead, for that is what interceptors have seen.
  func current(_ patience: Patience) -> Result<Candidate?, Failure> {
    first(patience).map { $0.map { settled($0, patience) } }
  }

  /// The same for an interceptor: what it was told is not forgotten.
  func told(_ patience: Patience) -> Result<Candidate?, Failure> {
    while true {
      let found = find(patience)
      let isKept = gate.locked {
        if self.found === found { isTold = true }
        return isTold
      }
      if isKept { return first(patience) }
    }
  }

  // What was found, or the same found anew, with what comes behind it.
  private func settled(_ candidate: Candidate, _ patience: Patience) -> Candidate {
    guard candidate.isOutdated(host, patience) else { return candidate }
    var all = Candidates(opening, host, patience, isForeign: outbound != nil)
    while let next = try? all.next(patience) {
      guard next.leads(to: candidate.target, candidate.action), next.route == candidate.route else { continue }
      let new = Found(next, all)
      // What it replaces goes outside the lock.
      _ = gate.locked { exchange(&found, with: new) }
      outside.candidate = next
      return next
    }
    return candidate
  }

  /// What it leads to by now, but for some that have declined. What was found before is forgotten.
  func anew(_ patience: Patience, besides declined: [Candidate] = []) throws(Failure) -> Candidate? {
    let new = begin(patience)
    _ = gate.locked { exchange(&found, with: new) }
    let first = try new.first.get()
    let next = if let first, first.isAmong(declined) { try new.next(patience, besides: declined) } else { first }
    outside.candidate = next
    return next
  }

  /// The same, as far as it is known.
  var known: Candidate? {
    guard let found = gate.locked({ found }), case .success(let first) = found.first else { return nil }
    return first
  }

  /// What the URL leads to, where that can be known without loading anything.
  func foreseen(for record: DeferredRecord) -> Candidate? {
    if !isOver {
      let new = begin(.never(patience(record).place))
      // That it leads nowhere is true for now only.
      if case .success(_?) = new.first { keep(new) }
    }
    return gate.locked { () -> Candidate? in
      guard case .success(let first?) = found?.first else { return nil }
      isTold = true
      return first
    }
  }

  /// Whether the way was gone anew so often that the call goes by names now.
  var isExhausted: Bool { gate.locked { rounds.areOver } }

  /// Whether it may lead elsewhere by the time of the call.
  var mayChange: Bool { gate.locked { !isTold && !rounds.areOver } }

  /// Lets whatever replaces a component go on, before the way is gone anew; fails once patience is over.
  func letGoOn(_ patience: Patience) throws(Failure) {
    var next = gate.locked { rounds }
    defer { gate.locked { rounds.count(next) } }
    try next.next(patience)
  }

  /// Forgets what was found, unless it was told.
  func forget() { _ = gate.locked { () -> Found? in isTold ? nil : exchange(&found, with: nil) } }

  /// Whether it is known where the URL leads.
  var isOver: Bool { gate.locked { found != nil } }

  /// The next candidate, after all before it have declined. What was found ahead of that counts only where nothing was
  /// replaced or taken out since, which may lead elsewhere now.
  func next(_ patience: Patience, besides declined: [Candidate]) throws(Failure) -> Candidate? {
    var next = try find(patience).next(patience, besides: declined)
    while mayBeOthers, !isExhausted {
      try letGoOn(patience)
      next = try anew(patience, besides: declined)
    }
    return next
  }

  /// Whether something was replaced or taken out since what was found was looked for.
  var mayBeOthers: Bool { find(.endless).candidates.mayBeOthers }

  /// Why the caller does not get what there is, for the host's own log; for whoever asks one attempt after the other.
  var allDenials: Denials { find(.endless).candidates.denials }

  /// What is true of a URL that leads nowhere, as far as is known.
  var nowhere: (isOut: Bool, denials: Denials) {
    guard let known = gate.locked({ found }) else { return (false, Denials()) }
    return (known.isOut, known.denials)
  }

  private func find(_ patience: Patience) -> Found {
    if let found = gate.locked({ found }) { return found }
    // Components' code may run meanwhile, so no lock is held, and two threads may find the same.
    return keep(begin(patience))
  }

  private func begin(_ patience: Patience) -> Found {
    let before = gate.locked { rounds }
    let new = Found(Candidates(opening, host, patience, isForeign: outbound != nil, before), patience)
    // What only asks gives up early, and the call does not for that.
    if patience.isNever { return new }
    let behind = new.candidates.rounds
    gate.locked { rounds.count(behind) }
    return new
  }

  @discardableResult
  private func keep(_ new: Found) -> Found {
    let first: Found = gate.locked {
      if found == nil { found = new }
      return found ?? new
    }
    if first === new, case .success(let candidate) = first.first { outside.candidate = candidate }
    return first
  }
}
