import ComponentKit

/// Why a caller from outside does not get what there is.
struct Denials {
  /// For the host's own log.
  private(set) var words: [String] = []
  /// Whether something is refused that may answer again as it is, and that is not hidden from the caller: then it is not so
  /// that nothing is there.
  private(set) var isForNow = false
  /// What was waited for in vain, since its file is being written: nobody waits for that twice.
  private(set) var unfinished: [String: Refusal]?

  var isEmpty: Bool { words.isEmpty }

  /// Several ways may lead to the same.
  mutating func add(_ denial: String) { if !words.contains(denial) { words.append(denial) } }

  /// - Parameter hides: whether the policy hides what the component would answer with: then the caller must not learn that
  ///   it is there at all.
  mutating func add(_ refusal: Refusal, of component: String, hides: Bool) {
    add("a call from outside found the component \(quoted(component)) refused: \(refusal.message)")
    if refusal.isForNow, !hides { isForNow = true }
    if refusal.isOfChange { unfinished = (unfinished ?? [:]).merging([component: refusal]) { $1 } }
  }

  /// What the caller hears where nothing answers.
  func failure(_ url: CallURL) -> Failure { isForNow ? Host.unavailable(url) : Host.unreachable(url) }
}
