public import ComponentHost

extension OpenAPI {
  /// What a host has for callers from outside, as all of its components say; those are loaded of which that is not kept.
  ///
  /// - Parameter refused: hears of each component that is refused, and so left out.
  public init(of host: Host, refused: (_ name: String, _ refusal: Refusal) -> Void = { _, _ in }) {
    self.init(of: host, host.descriptions(refused: refused))
  }

  /// The same without waiting for components that take too long to be loaded.
  ///
  /// - Parameter limit: how long one may take, and all together.
  init(of host: Host, within limit: Duration, refused: (_ name: String, _ refusal: Refusal) -> Void) {
    self.init(of: host, host.descriptions(within: limit, all: limit, refused: refused))
  }

  private init(of host: Host, _ components: [LoadedComponent]) {
    // Those of components that are shown without being loaded are in no table.
    let others = host.allRoutes.filter { if case .component = $0.owner { false } else { true } }.map(\.route)
    self.init(components, routes: others + components.flatMap(\.routesNow), policy: host.settings.policy)
  }
}
