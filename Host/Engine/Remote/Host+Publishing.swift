import ComponentABI
import ComponentKit
import Synchronization

// Routes that a component adds and takes out while the program runs.
extension Host {
  /// Adds a route of a component, below its own name; of the program where no component asks. False where it is there already.
  func publish(_ path: Staging.Path, by generation: Generation?) throws(Failure) -> Bool {
    if let generation {
      let what = "the route \(quoted(path.pattern))"
      guard let target = generation.target(path.target) else {
        throw Failure(
          .invalidParameters, "foreign_target",
          "\(what) belongs to \(quoted(path.target)), a target that \(quoted(generation.name)) has not registered")
      }
      guard let entry = target.entries.first(where: { $0.pointee.action.string == path.action }) else {
        throw Failure(
          .invalidParameters, "no_such_action",
          "\(what) leads to \(quoted(path.action)), an action that '\(path.target)' does not have")
      }
      if let misfit = path.misfit(entry.pointee.check?.takeUnretainedValue()) {
        throw Failure(.invalidParameters, "invalid_route", misfit)
      }
    }
    return try changeRoutes(by: generation) { (table, owner, number) throws(Failure) in
      // Of what saved its state, and goes on all the same, the start runs once more.
      if generation != nil, table.has(path.route, owner: owner, generation: number) { return false }
      do throws(RouteFault) {
        try table.add([path.route], owner: owner, generation: number)
        return true
      } catch {
        throw Failure(.invalidParameters, error.reason.rawValue, "\(error)")
      }
    }
  }

  /// Takes a route of a component out, or one of the program; false where there is none of that target, pattern, scheme
  /// and priority.
  func withdraw(_ path: Staging.Path, by generation: Generation?) throws(Failure) -> Bool {
    try changeRoutes(by: generation) { (table, owner, number) throws(Failure) in
      // While it is being replaced its successor's routes are there already, and are not its own.
      table.remove(path.route, owner: owner) { $1 == number }
    }
  }

  /// Takes the routes out that an earlier generation of the component left.
  func keepRoutes(of generation: Generation) {
    let owner = RouteOwner.component(generation.name)
    // Seen and done in one change: what the old one publishes meanwhile comes before it, or is refused.
    _ = routes.change { $0.remove(owner: owner) { $1 != generation.number } }
  }

  // What was taken out or replaced changes nothing any more: its routes went with it.
  private func changeRoutes<R>(
    by generation: Generation?, _ body: OwnRoutes.Change<R>
  ) throws(Failure) -> R {
    if loader.isClosed { throw .closed }
    let owner = generation.map { RouteOwner.component($0.name) } ?? .program
    // Told before it is looked whether that is current: whatever replaces it sees this, or the routes are refused.
    generation?.hasPublished.store(true, ordering: .releasing)
    // What is starting answers only behind that, and so do its routes.
    if let generation, loader.isStarting(generation), let result = try generation.ownRoutes.change(body) {
      return result
    }
    return try routes.change { (table) throws(Failure) in
      if let generation, !loader.isCurrent(generation), !loader.isBecomingCurrent(generation) {
        if generation.state == .new {
          throw Failure(.failed, "not_registered", "the component \(quoted(generation.name)) is not registered yet")
        }
        throw Failure(.refused, "taken_out", "the component \(quoted(generation.name)) was taken out or replaced")
      }
      let result = try body(&table, owner, generation?.number ?? 0)
      generation?.ownRoutes.follow(body)
      return result
    }
  }
}

// Within a call of what was replaced or taken out.
extension Host {
  /// All routes, as what asks has them below a host part: within a call of what was replaced or taken out its own ones are
  /// there, and not those of what answers now.
  func routes(below host: String, _ patience: Patience) -> RouteTable {
    var table = routes.value
    guard let home = patience.home(of: ComponentName.root(of: host.utf8)) else { return table }
    let owner = RouteOwner.component(home.name)
    table.remove(owner: owner) { $1 != home.number }
    if table.hasRoutes(of: owner) { return table }
    // The program may have others in their place by now.
    for route in home.ownRoutes.all { try? table.add([route], owner: owner, generation: home.number) }
    return table
  }
}

extension Loader {
  /// Whether a component may call others, and does not answer yet.
  func isStarting(_ generation: Generation) -> Bool { gate.locked { starting[generation.name] === generation } }

  /// Whether its routes are there already, just ahead of itself.
  func isBecomingCurrent(_ generation: Generation) -> Bool {
    generation.ownRoutes.areInForce && isStarting(generation)
  }

  /// Whether a component is what its name stands for; it may be held.
  func isCurrent(_ generation: Generation) -> Bool {
    gate.locked { slots[generation.name]?.generation === generation }
  }
}
