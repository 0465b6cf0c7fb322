import ComponentKit

/// The routes of one generation: those that it has registered, with what it changes of them until they are in force.
final class OwnRoutes: Sendable {
  private let state: Guarded<State>
  let owner: RouteOwner
  private let number: Int
  private let limit: Int

  private struct State {
    var routes: [Route]
    // Made for the first change.
    var table: RouteTable?
    var areInForce = false

    var all: [Route] { table?.routes.map(\.route) ?? routes }
  }

  init(_ routes: [Route], of component: String, _ number: Int, limit: Int) {
    state = Guarded(State(routes: routes))
    (owner, self.number, self.limit) = (.component(component), number, limit)
  }

  /// All that there are, without what was changed once they were in force.
  var all: [Route] { state.withLock { $0.all } }

  /// Whether they are in the host's table, so that a change is one of that.
  var areInForce: Bool { state.withLock { $0.areInForce } }

  /// Puts them into force where `put` has put them into the host's table. None is changed meanwhile, and where that fails
  /// they are not in force.
  func enforce<E: Error>(_ put: ([Route]) throws(E) -> Void) throws(E) {
    try state.withLock { (state) throws(E) in
      let all = state.all
      try put(all)
      (state.routes, state.table, state.areInForce) = (all, nil, true)
    }
  }

  /// Changes what is to be in force; nil where it is already. How they get along with those of others shows then.
  func change<R>(_ body: (inout RouteTable, RouteOwner, Int) throws(Failure) -> R) throws(Failure) -> R? {
    try state.withLock { (state) throws(Failure) in
      if state.areInForce { return nil }
      var table = state.table ?? RouteTable(componentLimit: limit)
      if state.table == nil { try? table.add(state.routes, owner: owner, generation: number) }
      let result = try body(&table, owner, number)
      state.table = table
      return result
    }
  }
}
