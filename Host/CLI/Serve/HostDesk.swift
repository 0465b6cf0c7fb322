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
    var recent: RecentFigures
  }

  /// Why a component in the folders of this name is not called.
  static let hiding = Refusal(
    "name_taken", "a host with a console answers to the name \(name) itself",
    help: "give the component another name, or serve without --console")

  init(mediator: Mediator) {}

  /// Says which host is asked. It is the process's only one that has such a component.
  static func begin(_ host: Host, figures: @escaping @Sendable () -> [ActionSample]) {
    let recent = RecentFigures(figures(), at: Deadline.now)
    served.withLock { $0 = Served(host: host, figures: figures, recent: recent) }
  }

  var actions: [Action] {
    Action("components", "Tells what lies in the folders, with all that it registers") { call in
      guard let host = HostDesk.served.withLock({ $0?.host }) else { return [] }
      let rows = HostDesk.rows(host, within: (call.timeLeft ?? .seconds(60)) / 2)
      return .list(rows.map { HostDesk.described($0, host) })
    }.reads
    Action("figures", "Tells what was called, how often, how long it took and how often it failed") { _ in
      guard let figures = HostDesk.served.withLock({ $0?.figures }) else { return [] }
      let samples = figures()
      return HostDesk.served.withLock { $0?.recent.table(samples, at: Deadline.now).json } ?? []
    }.reads
  }

  // So long a component may take that is loaded to be shown; it is shown once that is over, of which is told.
  private static let patience = Duration.seconds(2)

  private static func rows(_ host: Host, within limit: Duration) -> [ListRow] {
    let files = host.list()
    let asked = Set(files.filter { $0.name != name && ($0.state == .ready || $0.generation != nil) }.map(\.name))
    let said = host.said(by: asked.sorted(), within: min(patience, limit), all: limit)
    return files.map { file in
      var row = ListRow(file, said[file.name])
      if file.name == name { row.state = .refused(hiding) }
      return row
    }
  }

  private static func described(_ row: ListRow, _ host: Host) -> Value {
    var fields = row.json(withTargets: true).map ?? [:]
    guard let component = row.component else { return .map(fields) }
    let whole = LookUp(component: component, target: nil, action: nil).json().map ?? [:]
    for (key, value) in whole where fields[key] == nil || key == "targets" { fields[key] = value }
    return .map(fields.withSchemas(of: component, host))
  }
}

extension Fields {
  /// The same with the schema of each action's parameters, of which forms are made, and those of the types that these name;
  /// and whether the host's policy lets callers from outside have it as well.
  fileprivate func withSchemas(of component: LoadedComponent, _ host: Host) -> Fields {
    let schemas = JSONSchema(component)
    var fields = self
    let targets = zip(fields["targets"]?.list ?? [], component.targets).map { said, target in
      let actions = zip(said.map?["actions"]?.list ?? [], target.actions).map { said, action in
        said.with("schema", schemas.parameters(of: action)).with("remote", .bool(host.isOpen(action, of: target)))
      }
      return said.with("actions", .list(actions))
    }
    fields["targets"] = .list(targets)
    fields["$defs"] = .map(schemas.definitions(usedBy: component.targets.flatMap(\.actions), of: component))
    return fields
  }
}

extension Value {
  fileprivate func with(_ key: String, _ value: Value) -> Value {
    guard case .map(var fields) = self else { return self }
    fields[key] = .some(value)
    return .map(fields)
  }
}
