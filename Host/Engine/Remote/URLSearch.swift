import ComponentABI
import ComponentKit

/// The search for what answers a URL. It begins when its result is first asked for, since components may have to be
/// loaded for it.
final class URLSearch: @unchecked Sendable {
  // Sendable: what changes is touched under the gate, or, behind the first find, by one attempt after the other.
  let opening: Opening
  let host: Host
  let outside: OutsideFilter
  /// The program of the system that gets the URL where it is no call.
  let outbound: Outbound?
  private let gate = Gate()
  private var found: Found?

  private final class Found {
    let first: Result<Candidate?, Failure>
    var candidates: Candidates

    init(_ candidates: consuming Candidates, _ patience: Patience) {
      do throws(Failure) { first = .success(try candidates.next(patience)) } catch { first = .failure(error) }
      self.candidates = candidates
    }

    init(_ first: Candidate, _ rest: consuming Candidates) {
      self.first = .success(first)
      candidates = rest
    }
  }

  /// Nothing is looked for yet.
  init(_ opening: Opening, _ host: Host, _ outside: OutsideFilter, _ outbound: Outbound? = nil) {
    self.opening = opening
    self.outbound = outbound
    self.host = host
    self.outside = outside
  }

  /// The first was found already.
  convenience init(
    _ first: Candidate, _ rest: consuming Candidates, _ host: Host, _ outside: OutsideFilter,
    _ outbound: Outbound? = nil
  ) {
    self.init(rest.opening, host, outside, outbound)
    found = Found(first, rest)
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

  // What was found, or the same found anew, with what comes behind it.
  private func settled(_ candidate: Candidate, _ patience: Patience) -> Candidate {
    guard candidate.isOutdated(host) else { return candidate }
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

  /// The same, as far as it is known.
  var known: Candidate? {
    guard let found = gate.locked({ found }), case .success(let first) = found.first else { return nil }
    return first
  }

  /// What the URL leads to, where that can be known without loading anything.
  var foreseen: Candidate? {
    if !isOver {
      let new = Found(Candidates(opening, host, .never, isForeign: outbound != nil), .never)
      // That it leads nowhere is true for now only.
      if case .success(_?) = new.first { keep(new) }
    }
    return known
  }

  /// Whether it is known where the URL leads.
  var isOver: Bool { gate.locked { found != nil } }

  /// The next candidate, after all before it have declined. It was looked for ahead of that, and may have been replaced.
  func next(_ patience: Patience) throws(Failure) -> Candidate? {
    try find(patience).candidates.next(patience).map { settled($0, patience) }
  }

  /// Whether the URL goes to a program of the system.
  var isOut: Bool { find(.endless).candidates.isOut }

  /// Why the caller does not get what there is, for the host's own log.
  var denials: [String] { find(.endless).candidates.denials }

  private func find(_ patience: Patience) -> Found {
    if let found = gate.locked({ found }) { return found }
    // Components' code may run meanwhile, so no lock is held, and two threads may find the same.
    return keep(Found(Candidates(opening, host, patience, isForeign: outbound != nil), patience))
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
