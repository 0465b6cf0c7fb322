import ComponentHost
import ComponentKit

/// Components as rows, each above those that it needs, and the arrows between them.
struct ComponentGraph {
  struct Arrow: Equatable {
    enum Kind: Equatable {
      case needs(isOptional: Bool)
      /// What it hears of the other.
      case hears(String)
      /// How often it was seen to call the other.
      case calls(Int)
    }

    let from: String
    let to: String
    let kind: Kind
  }

  /// The highest first; each sorted.
  private(set) var rows: [[String]] = []
  private(set) var arrows: [Arrow] = []
  /// Those that something needs, hears or called, and that are not there.
  private(set) var missing: Set<String> = []

  init(_ components: [LoadedComponent], _ seen: SeenCalls? = nil) {
    var names = Set(components.map(\.name))
    for component in components {
      for need in component.needs {
        arrows.append(Arrow(from: component.name, to: need.name, kind: .needs(isOptional: need.isOptional)))
      }
      for event in component.observed {
        let publisher = String(Substring(event.utf8.prefix { $0 != UInt8(ascii: ".") }))
        // The host's own events, host:replaced say, have no publisher among the components.
        guard ComponentGraph.isName(publisher), publisher != component.name else { continue }
        arrows.append(Arrow(from: component.name, to: publisher, kind: .hears(event)))
      }
    }
    for call in seen?.counts ?? [] {
      arrows.append(Arrow(from: call.from, to: call.to, kind: .calls(call.count)))
    }
    missing = Set(arrows.flatMap { [$0.from, $0.to] }).subtracting(names)
    names.formUnion(missing)
    place(names.sorted())
  }

  private static func isName(_ text: String) -> Bool { !text.utf8.contains(UInt8(ascii: ":")) }

  // Each stands one row above the highest of those that it needs or calls. An arrow back into the way that led there closes
  // a circle, and counts for nothing.
  private mutating func place(_ names: [String]) {
    var heights: [String: Int] = [:]
    for name in names { _ = height(of: name, &heights, []) }
    let top = heights.values.max() ?? -1
    rows = (0...max(top, 0)).reversed().map { height in names.filter { heights[$0] == height } }
    if names.isEmpty { rows = [] }
  }

  private func height(of name: String, _ heights: inout [String: Int], _ way: Set<String>) -> Int {
    if let known = heights[name] { return known }
    var height = 0
    for arrow in arrows where arrow.from == name && !way.contains(arrow.to) && arrow.to != name {
      if case .hears = arrow.kind { continue }
      height = max(height, self.height(of: arrow.to, &heights, way.union([name])) + 1)
    }
    heights[name] = height
    return height
  }
}

// As text.
extension ComponentGraph {
  var mermaid: String {
    var text = "flowchart TB\n"
    let names = rows.flatMap(\.self)
    // A component may be called what is a word of the language, such as "end".
    func node(_ name: String) -> String { "c\(names.firstIndex(of: name) ?? 0)" }
    for (index, row) in rows.enumerated() {
      text += "  subgraph row\(rows.count - index)[\" \"]\n"
      for name in row { text += "    \(node(name))[\"\(name)\(missing.contains(name) ? " (missing)" : "")\"]\n" }
      text += "  end\n"
    }
    for arrow in arrows {
      let line =
        switch arrow.kind {
        case .needs(let isOptional): isOptional ? "-.->" : "-->"
        case .hears(let event): "-. \"hears \(event)\" .->"
        case .calls(let count): "== \"\(ComponentGraph.times(count))\" ==>"
        }
      text += "  \(node(arrow.from)) \(line) \(node(arrow.to))\n"
    }
    return text
  }

  var dot: String {
    var text = "digraph components {\n  node [shape=box]\n"
    for row in rows {
      text += "  { rank=same;\(row.map { " \"\($0)\"" }.joined()) }\n"
    }
    for name in missing.sorted() { text += "  \"\(name)\" [style=dashed, label=\"\(name) (missing)\"]\n" }
    for arrow in arrows {
      let style =
        switch arrow.kind {
        case .needs(let isOptional): isOptional ? " [style=dashed]" : ""
        case .hears(let event): " [style=dotted, label=\"hears \(event)\"]"
        case .calls(let count): " [style=bold, label=\"\(ComponentGraph.times(count))\"]"
        }
      text += "  \"\(arrow.from)\" -> \"\(arrow.to)\"\(style)\n"
    }
    return text + "}\n"
  }

  private static func times(_ count: Int) -> String { count == 1 ? "1 call" : "\(count) calls" }

  /// The keys are documented in the command's help.
  var json: Value {
    [
      "rows": .list(rows.map { .list($0.map(Value.text)) }), "missing": .list(missing.sorted().map(Value.text)),
      "arrows": .list(
        arrows.map { (arrow) -> Value in
          switch arrow.kind {
          case .needs(let isOptional):
            ["from": .text(arrow.from), "to": .text(arrow.to), "kind": "needs", "optional": .bool(isOptional)]
          case .hears(let event):
            ["from": .text(arrow.from), "to": .text(arrow.to), "kind": "hears", "event": .text(event)]
          case .calls(let count):
            ["from": .text(arrow.from), "to": .text(arrow.to), "kind": "calls", "count": .int(count)]
          }
        }),
    ]
  }
}
