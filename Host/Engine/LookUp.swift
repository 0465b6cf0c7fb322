public import ComponentKit

/// What the name of a target, and perhaps of an action, leads to.
public struct LookUp: Sendable {
  public let component: LoadedComponent
  /// Nil where a component was asked for that has no target of its own name.
  public let target: LoadedTarget?
  /// Nil where none was asked for.
  public let action: LoadedAction?

  package init(component: LoadedComponent, target: LoadedTarget?, action: LoadedAction?) {
    (self.component, self.target, self.action) = (component, target, action)
  }
}

extension Host {
  /// Loads the component that owns a target, and no other, and finds what it registered under the names.
  ///
  /// Fails as a call of the same names would; no fallback is asked.
  public func lookUp(_ target: String, _ action: String? = nil) throws(Failure) -> LookUp {
    try lookUp(target, action, .endless)
  }

  /// The same, for what has no longer patience while another thread loads the component.
  ///
  /// - Parameter isForCalls: whether a component that has no target of its own name is none for that name.
  @discardableResult
  func lookUp(
    _ target: String, _ action: String?, _ patience: Patience, isForCalls: Bool = false
  ) throws(Failure) -> LookUp {
    guard ComponentName.isValidTarget(target.utf8) else { throw failure(.invalidName(target), target, action) }
    if let action, !ComponentName.isValid(action.utf8) { throw failure(.invalidName(action), target, action) }
    let name = ComponentName.root(of: target.utf8)
    let generation: Generation
    switch patience.home(of: name).map(Loader.Found.loaded) ?? loader.ensure(name, patience, evenHeld: true) {
    case .absent(let snapshot): throw failure(.component(name, snapshot), target, action)
    case .refused(let refusal): throw failure(.refused(name, refusal), target, action)
    case .closed: throw .closed.byHost
    case .over(let failure): throw failure.byHost
    case .loaded(let found): generation = found
    }
    let component = LoadedComponent(generation)
    guard let place = generation.targets.firstIndex(where: { $0.name == target }) else {
      if action == nil, target == name, !isForCalls { return LookUp(component: component, target: nil, action: nil) }
      throw failure(.target(generation), target, action)
    }
    let found = LoadedTarget(of: generation, at: place)
    guard let action else { return LookUp(component: component, target: found, action: nil) }
    guard let known = found.action(action) else {
      throw failure(.action(generation, generation.targets[place]), target, action)
    }
    return LookUp(component: component, target: found, action: known)
  }
}
