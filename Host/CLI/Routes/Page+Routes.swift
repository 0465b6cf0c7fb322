import ComponentHost
import ComponentKit

extension Page {
  /// All ways of a host, in sections by what they are.
  mutating func describe(_ ways: Ways) {
    if !ways.paths.isEmpty {
      heading("PATHS")
      table(
        ways.paths.map { way in
          let ends = "\(way.route.target) \(way.route.action)"
          return (
            "\(way.route)", [ends, "of \(way.owner)"] + terms(of: way.route) + hindered(way.obstacle, way.behind)
          )
        })
    }
    if !ways.keys.isEmpty {
      heading("KEYS")
      table(
        ways.keys.map { way in
          let lines = ["\(way.key.target) \(way.key.action)", said("hints", way.key.hints)]
          let names = way.aliases.isEmpty ? "" : "also \(way.aliases.joined(separator: ", "))"
          return (way.key.name, lines + [names] + hindered(way.obstacle, way.behind))
        })
    }
    if !ways.outbound.isEmpty {
      heading("SCHEMES OF THE SYSTEM")
      table(
        ways.outbound.map { way in
          let command = way.command.map { $0.shellWord ?? $0 }.joined(separator: " ")
          return ("\(way.scheme):", [command, "of \(way.owner)"] + hindered(nil, way.behind))
        })
    }
    describeAll(ways)
  }

  /// What goes for every URL, as the policy says.
  private mutating func describeAll(_ ways: Ways) {
    let policy = ways.policy
    var rows: [(String, [String])] = [
      ("schemes", [policy.schemes?.sorted().joined(separator: ", ") ?? ""]),
      (
        "limits",
        [
          policy.lengthLimit == CallURL.lengthLimit ? "" : "length: \(policy.lengthLimit)",
          policy.parameterLimit == CallURL.parameterLimit ? "" : "parameters: \(policy.parameterLimit)",
        ]
      ),
      (
        "targets",
        shape(policy.targetShape) + [
          policy.allowedTargets.map { "allow: \($0.isEmpty ? "none" : $0.joined(separator: ", "))" } ?? "",
          policy.deniedTargets.isEmpty ? "" : "deny: \(policy.deniedTargets.joined(separator: ", "))",
        ]
      ),
      ("actions", shape(policy.actionShape)),
      (
        "query",
        [
          said("renamed", policy.query.renamed), policy.query.foldsCase == true ? "case: fold" : "",
          policy.refusesUnknown ? "what is unknown is refused" : "",
        ]
      ),
    ]
    rows = rows.map { ($0, $1.filter { !$0.isEmpty }) }.filter { !$1.isEmpty }
    if !ways.aliases.isEmpty {
      rows.append(
        ("aliases", ways.aliases.flatMap { ["\($0.name) for \($0.component)"] + hindered($0.obstacle, []) }))
    }
    if !ways.interceptors.isEmpty {
      let names = ways.interceptors.map(\.name).joined(separator: ", ")
      rows.append(("interceptors", [names] + ways.interceptors.flatMap { hindered($0.obstacle, []) }))
    }
    if rows.isEmpty { return }
    heading("EVERY URL")
    table(rows)
  }

  private func shape(_ shape: Policy.NameShape) -> [String] {
    [
      shape.prefix.isEmpty ? "" : "prefix: \(shape.prefix)", shape.suffix.isEmpty ? "" : "suffix: \(shape.suffix)",
    ]
  }

  private func hindered(_ obstacle: String?, _ behind: [String]) -> [String] {
    // A route of any host part is behind every action of a folder: people are told how many, and programs which.
    let isMany = behind.count > 8
    let names = behind.prefix(isMany ? 6 : 8).joined(separator: ", ")
    let more = isMany ? " and \(behind.count - 6) more, which --json lists" : ""
    return [obstacle.map { "x \($0)" } ?? "", names.isEmpty ? "" : "behind \(names)\(more)"]
  }
}
