import ComponentHost
import ComponentKit

extension Page {
  /// The routes and map keys by which a target is reached, or an action of it, or anything of the component.
  mutating func describeWays(
    in component: LoadedComponent, to target: LoadedTarget? = nil, _ action: LoadedAction? = nil
  ) {
    let routes = component.routesNow.leading(to: target, action)
    if !routes.isEmpty {
      heading("ROUTES")
      table(routes.map { ("\($0)", ["\($0.target) \($0.action)"] + terms(of: $0)) })
    }
    let keys = component.keys(to: target, action)
    if !keys.isEmpty {
      heading("KEYS")
      table(keys.map { ($0.name, ["\($0.target) \($0.action)", said("hints", $0.hints)]) })
    }
  }

  /// What a route says besides its ends.
  func terms(of route: Route) -> [String] {
    [
      said("fixed", route.fixed), said("renamed", route.query.renamed),
      route.query.foldsCase.map { $0 ? "case: fold" : "case: keep" } ?? "",
      route.priority == 0 ? "" : "priority: \(route.priority)", route.takesLonger ? "longer paths as well" : "",
    ]
  }

  // "hints: animated = true, times = 1"
  func said(_ what: String, _ fields: Fields) -> String {
    let pairs = fields.map { "\($0.key) = \((try? $0.value.json()) ?? "(can't be written down)")" }
    return pairs.isEmpty ? "" : "\(what): \(pairs.joined(separator: ", "))"
  }
}
