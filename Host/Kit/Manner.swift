import ComponentABI

/// What is special about a mediator's calls.
final class Manner: Sendable {
  /// The interceptors that they go past.
  let skips: LentNames?
  /// What they must pass before they are made.
  let checked: CheckedTable?

  init(skips: LentNames?, checked: CheckedTable?) {
    self.skips = skips
    self.checked = checked
  }
}

extension Mediator {
  /// The same mediator, whose calls `check` sees before they are made, behind the checks that it has already. A call for
  /// which it throws is not made, and fails with what was thrown; nobody else hears of it.
  ///
  ///     let careful = mediator.checking { call in
  ///       guard call.parameters["id"] != 13 else { throw Failure(.denied, "unlucky", "not that one") }
  ///     }
  ///
  /// A URL and a map key are seen as they were written: where they lead is not known yet. What every call of an action must
  /// pass, however it is called and whoever calls it, is an interceptor of the host. Calls of functions are not checked.
  public func checking(_ check: @escaping @Sendable (CheckedCall) throws -> Void) -> Mediator {
    let checked = CheckedTable(ownHost, (manner?.checked?.checks ?? []) + [check])
    var mediator = Mediator(checked.table, like: self)
    mediator.manner = Manner(skips: manner?.skips, checked: checked)
    return mediator
  }

  /// The host's own table, by which it knows its caller.
  var ownHost: HostTable { manner?.checked?.real ?? host }
}
