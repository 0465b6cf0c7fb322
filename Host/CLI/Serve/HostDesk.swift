import ComponentDoors
import ComponentHost
import ComponentKit

/// What can be asked of a host that serves, as a component of the program's own. No caller from outside reaches it but the owner.
struct HostDesk: Component {
  static let name = "Host"
  static let summary = "The host itself: what its folders have, and what is called"

  private static let served = Guarded<Served?>(nil)

  private struct Served: Sendable {
    let host: Host
    let figures: @Sendable () -> [ActionSample]
  }

  init(mediator: Mediator) {}

  /// Says which host is asked. It is the process's only one that has such a component.
  static func begin(_ host: Host, figures: @escaping @Sendable () -> [ActionSample]) {
    served.withLock { $0 = Served(host: host, figures: figures) }
  }

  var actions: [Action] {
    Action("components", "Tells what lies in the folders, with all that it registers") { _ in
      guard let host = HostDesk.served.withLock({ $0 })?.host else { return [] }
      return .list(host.list().map { HostDesk.described($0, host) })
    }.reads
    Action("figures", "Tells what was called, how often, how long it took and how often it failed") { _ in
      guard let figures = HostDesk.served.withLock({ $0 })?.figures else { return [] }
      return TopTable(from: [], to: figures(), seconds: 0).json
    }.reads
  }

  private static func described(_ listed: Listed, _ host: Host) -> Value {
    let row = ListRow(listed, host.known(listed.name), loadedBy: host)
    var fields = row.json(withTargets: true).map ?? [:]
    guard let component = row.component else { return .map(fields) }
    let whole = LookUp(component: component, target: nil, action: nil).json(component.routes).map ?? [:]
    for (key, value) in whole where fields[key] == nil || key == "targets" { fields[key] = value }
    return .map(fields)
  }
}
