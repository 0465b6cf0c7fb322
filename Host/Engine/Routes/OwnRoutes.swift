import ComponentKit

/// The routes of one generation: those that it has registered, with what it changes of them.
final class OwnRoutes: Sendable {
  private let state: Guarded<State>
  private let owner: RouteOwner
  private let number: Int
  private let limit: Int

  private struct State {
    var routes: [Route]
    // Made for the first change.
    var table: RouteTable?
    var areInForce = false

    var all: [Route] { table?.routes.map(\.route) ?? routes }
  }

  typealias Change<R> = (inout RouteTable, RouteOwner, Int) throws(Failure) -> R

  init(_ routes: [Route], of component: String, _ number: Int, limit: Int) {
    state = Guarded(State(routes: routes))
    (owner, self.number, self.limit) = (.component(component), number, limit)
  }

  /// All that there are, in the host's table or on the way there.
  var all: [Route] { state.withLock { $0.all } }

  /// Whether they are in the host's table, so that a change is one of that.
  var areInForce: Bool { state.withLock { $0.areInForce } }

  /// Puts them into force where `put` has put them into the host's table. None is changed meanwhile, and where that fails
  /// they are not in force.
  func enforce<E: Error>(_ put: ([Route]) throws(E) -> Void) throws(E) {
    try state.withLock { (state) throws(E) in
      let all = state.all
      try put(all)
      state.areInForce = true
    }
  }

  /// Changes what is to be in force; nil where it is already. How they get along with those of others shows then.
  func change<R>(_ body: Change<R>) throws(Failure) -> R? {
    // What is replaced goes outside the lock: a route's values may be a component's, whose `release` is its own code.
    let (result, _) = try state.withLock { (state) throws(Failure) -> (R?, RouteTable?) in
      if state.areInForce { return (nil, nil) }
      var table = own(state)
      let result = try body(&table, owner, number)
      return (result, exchange(&state.table, with: table))
    }
    return result
  }

  /// Keeps to what has been changed in the host's table: once it is replaced the calls within it go by this.
  func follow<R>(_ body: Change<R>) {
    _ = state.withLock { state in
      var table = own(state)
      _ = try? body(&table, owner, number)
      return exchange(&state.table, with: table)
    }
  }

  // With nothing in it but these, which get along with one another.
  private func own(_ state: State) -> RouteTable {
    if let table = state.table { return table }
    var table = RouteTable(componentLimit: limit)
    try? table.add(state.routes, owner: owner, generation: number)
    return table
  }
}
