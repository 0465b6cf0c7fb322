import ComponentHost
import ComponentKit

/// What leads somewhere in a host: paths in the order in which they are followed, keys, and schemes that are the system's.
struct Ways {
  struct Path {
    let route: Route
    let owner: RouteOwner
    /// Why nobody outside gets there; nil where they do.
    let obstacle: String?
    /// What takes some of its paths before it.
    let behind: [String]
  }

  struct Key {
    let key: LoadedKey
    /// As callers may write it as well, by the policy's other names of the component.
    let aliases: [String]
    let component: String
    let obstacle: String?
    /// What a URL of host part and key leads to instead; callers by the key itself get there.
    let behind: [String]
  }

  struct Outbound {
    let scheme: String
    let command: [String]
    let owner: RouteOwner
    /// What keeps URLs of the scheme inside.
    let behind: [String]
  }

  /// Another name of a component in map keys.
  struct Alias {
    let name: String
    let component: String
    /// Why no key begins with it; nil where one may.
    let obstacle: String?
  }

  /// What stands before every call.
  struct Guard {
    let name: String
    /// Why no call gets past it; nil where it can be asked.
    let obstacle: String?
  }

  /// What is said of every URL, and of the names that may be reached.
  let policy: Policy
  /// Those before every call, the first one first.
  let interceptors: [Guard]
  let aliases: [Alias]

  private(set) var paths: [Path] = []
  private(set) var keys: [Key] = []
  private(set) var outbound: [Outbound] = []

  /// Loads all components, for only they know their paths and keys. One that is refused has none, and is told.
  init(_ host: Host, _ policy: Policy, _ remarks: Remarks) {
    var components: [LoadedComponent] = []
    for name in host.names(beginning: "") {
      do throws(Refusal) {
        if let component = try host.load(name) { components.append(component) }
      } catch {
        remarks.warn("component_refused", "the component \(quoted(name)) is left out: \(error.message)")
      }
    }
    self.policy = policy
    interceptors = host.interceptors.map { Guard(name: $0.name, obstacle: host.obstacle(of: $0)) }
    aliases = policy.aliases.sorted { $0.key < $1.key }.map { name, component in
      Alias(name: name, component: component, obstacle: Ways.obstacle(component, host))
    }
    let routes = host.allRoutes
    let obstacles = routes.map { route, _ in
      route.scheme.flatMap { policy.refusal(ofScheme: $0)?.message }
        ?? Ways.obstacle(route.target, route.action, host, policy)
    }
    let order = RouteOrder(
      zip(routes, obstacles).map { RouteOrder.Way(route: $0.route, owner: $0.owner, isReached: $1 == nil) }, components,
      policy.aliases
    ) { Ways.obstacle($0, $1, host, policy) == nil }
    paths = routes.enumerated().map { place, way in
      // What its action can't take it takes away from others all the same.
      let obstacle = obstacles[place] ?? host.misfit(of: way.route)
      return Path(route: way.route, owner: way.owner, obstacle: obstacle, behind: order.before(place))
    }
    for (route, owner) in routes {
      guard let vain = host.vainRename(of: route) else { continue }
      remarks.warn("vain_rename", "the route \(quoted("\(route)")) of \(owner): \(vain)")
    }
    for component in components {
      let names = policy.aliases.filter { $0.value == component.name }.map(\.key).sorted()
      keys += component.keys.map { key in
        let own = key.name.dropFirst(component.name.count)
        let obstacle = Ways.obstacle(key.target, key.action, host, policy)
        let cover = host.cover(of: key, component)
        return Key(
          key: key, aliases: names.map { $0 + own }, component: component.name,
          // By an alias of its own it is called all the same.
          obstacle: obstacle ?? (names.isEmpty ? cover.map { "\($0) stands before it" } : nil),
          behind: (names.isEmpty ? [] : [cover].compactMap { $0 }) + order.before(key, of: component))
      }
    }
    let owner = policy.file.isEmpty ? RouteOwner.program : .policy(policy.file)
    outbound = policy.outbound.sorted { $0.key < $1.key }.map { scheme, command in
      var behind = routes.filter { $0.route.scheme == scheme }.map { "\($0.route)" }
      if policy.schemes?.contains(scheme) == true { behind = ["the schemes that are taken"] }
      return Outbound(scheme: scheme, command: command, owner: owner, behind: behind)
    }
  }

  // Why there is no such component.
  private static func obstacle(_ component: String, _ host: Host) -> String? {
    do throws(Failure) {
      _ = try host.lookUp(component)
      return nil
    } catch {
      return error.message
    }
  }

  private static func obstacle(_ target: String, _ action: String, _ host: Host, _ policy: Policy) -> String? {
    do throws(Failure) {
      guard try host.lookUp(target, action).action?.isRemote == true else {
        return "\(target).\(action) is not open to callers from outside"
      }
    } catch {
      return error.message
    }
    return policy.objection(to: target, action)
  }
}

extension Host {
  /// What a key's name means instead of the key; nil where it means the key.
  fileprivate func cover(of key: LoadedKey, _ component: LoadedComponent) -> String? {
    let holder = holder(ofKey: key.name)
    if holder?.component == component.name { return nil }
    if let holder, holder.alias == nil { return "the key of the component \(quoted(holder.component))" }
    return "the alias \(quoted(holder?.alias ?? component.name)) of the policy"
  }
}
