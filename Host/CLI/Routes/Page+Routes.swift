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
    let query = [
      said("renamed", ways.query.renamed), ways.query.foldsCase == true ? "case: fold" : "",
      ways.refusesUnknown ? "what is unknown is refused" : "",
    ].filter { !$0.isEmpty }
    var rows: [(String, [String])] = query.isEmpty ? [] : [("query", query)]
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

  private func hindered(_ obstacle: String?, _ behind: [String]) -> [String] {
    [obstacle.map { "x \($0)" } ?? "", behind.isEmpty ? "" : "behind \(behind.joined(separator: ", "))"]
  }
}
