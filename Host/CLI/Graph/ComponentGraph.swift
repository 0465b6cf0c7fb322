import ComponentHost
import ComponentKit

/// Components as rows, each above those that it needs, and the arrows between them.
struct ComponentGraph {
  struct Arrow: Equatable {
    enum Kind: Equatable {
      case needs(isOptional: Bool)
      /// Its code has the other's face in itself, and it does not say that it needs the other.
      case knows
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
  let rows: [[String]]
  let arrows: [Arrow]
  /// Those that something needs, hears or called, and that are not there.
  let missing: Set<String>
  private let heights: [String: Int]

  init(_ components: [LoadedComponent], _ seen: SeenCalls? = nil) {
    var arrows: [Arrow] = []
    let names = Set(components.map(\.name))
    for component in components {
      for need in component.needs {
        arrows.append(Arrow(from: component.name, to: need.name, kind: .needs(isOptional: need.isOptional)))
      }
      let others = names.subtracting(component.needs.map(\.name)).subtracting([component.name])
      for name in component.file.map(KnownFaces.names) ?? [] where others.contains(name) {
        arrows.append(Arrow(from: component.name, to: name, kind: .knows))
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
    self.init(components.map(\.name), arrows)
  }

  init(_ components: [String], _ arrows: [Arrow]) {
    self.arrows = arrows
    missing = Set(arrows.flatMap { [$0.from, $0.to] }).subtracting(components)
    let names = missing.union(components).sorted()
    let heights = ComponentGraph.heights(of: names, arrows)
    var rows: [[String]] = Array(repeating: [], count: (heights.max() ?? -1) + 1)
    for (name, height) in zip(names, heights) { rows[height].append(name) }
    self.rows = rows.reversed()
    self.heights = Dictionary(zip(names, heights)) { first, _ in first }
  }

  private static func isName(_ text: String) -> Bool { !text.utf8.contains(UInt8(ascii: ":")) }

  // Each stands one row above the highest of those that it needs or calls. An arrow back into the way that led there closes
  // a circle, and counts for nothing. Without a call for each step: a file of calls may be a chain of any length.
  private static func heights(of names: [String], _ arrows: [Arrow]) -> [Int] {
    let places = Dictionary(zip(names, names.indices)) { first, _ in first }
    var below: [[Int]] = Array(repeating: [], count: names.count)
    for arrow in arrows {
      if case .hears = arrow.kind { continue }
      if let from = places[arrow.from], let to = places[arrow.to], from != to { below[from].append(to) }
    }
    var heights = Array(repeating: 0, count: names.count)
    var states = Array(repeating: Visit.unknown, count: names.count)
    for root in names.indices where states[root] == .unknown {
      var way = [(place: root, next: 0)]
      states[root] = .onTheWay
      while let (place, next) = way.last {
        guard next < below[place].count else {
          states[place] = .known
          way.removeLast()
          if let above = way.last?.place { heights[above] = max(heights[above], heights[place] + 1) }
          continue
        }
        way[way.count - 1].next += 1
        let lower = below[place][next]
        switch states[lower] {
        case .unknown:
          states[lower] = .onTheWay
          way.append((lower, 0))
        case .onTheWay: continue
        case .known: heights[place] = max(heights[place], heights[lower] + 1)
        }
      }
    }
    return heights
  }

  private enum Visit { case unknown, onTheWay, known }

  // Whether it leads from a row to a lower one.
  private func isDown(_ arrow: Arrow) -> Bool { heights[arrow.from] ?? 0 > heights[arrow.to] ?? 0 }
}

// As text. Names of components are words, but an arrow may be of anybody's making.
extension ComponentGraph {
  var mermaid: String {
    var text = "flowchart TB\n"
    // A component may be called what is a word of the language, such as "end".
    var nodes: [String: String] = [:]
    for name in rows.flatMap(\.self) { nodes[name] = "c\(nodes.count)" }
    func node(_ name: String) -> String { nodes[name] ?? "" }
    for (index, row) in rows.enumerated() {
      text += "  subgraph row\(rows.count - index)[\" \"]\n"
      for name in row {
        let label = ComponentGraph.inMermaid(name) + (missing.contains(name) ? " (missing)" : "")
        text += "    \(node(name))[\"\(label)\"]\n"
      }
      text += "  end\n"
    }
    for arrow in arrows {
      let line =
        switch arrow.kind {
        case .needs(let isOptional): isOptional ? "-.->" : "-->"
        case .knows: "-- \"face\" -->"
        case .hears(let event): "-. \"hears \(ComponentGraph.inMermaid(event))\" .->"
        case .calls(let count): "== \"\(ComponentGraph.times(count))\" ==>"
        }
      text += "  \(node(arrow.from)) \(line) \(node(arrow.to))\n"
    }
    return text
  }

  var dot: String {
    var text = "digraph components {\n  node [shape=box]\n"
    for row in rows {
      text += "  { rank=same;\(row.map { " \(ComponentGraph.inDot($0))" }.joined()) }\n"
    }
    for name in missing.sorted() {
      text += "  \(ComponentGraph.inDot(name)) [style=dashed, label=\(ComponentGraph.inDot("\(name) (missing)"))]\n"
    }
    for arrow in arrows {
      var style =
        switch arrow.kind {
        case .needs(let isOptional): isOptional ? ["style=dashed"] : []
        case .knows: ["label=face"]
        case .hears(let event): ["style=dotted", "label=\(ComponentGraph.inDot("hears \(event)"))"]
        case .calls(let count): ["style=bold", "label=\"\(ComponentGraph.times(count))\""]
        }
      // What leads up, or along, would else pull the rows apart.
      if !isDown(arrow) { style.append("constraint=false") }
      let styles = style.isEmpty ? "" : " [\(style.joined(separator: ", "))]"
      text += "  \(ComponentGraph.inDot(arrow.from)) -> \(ComponentGraph.inDot(arrow.to))\(styles)\n"
    }
    return text + "}\n"
  }

  // Between quotes: what means something there has a number.
  private static func inMermaid(_ text: String) -> String {
    var words = ""
    for scalar in text.unicodeScalars {
      if scalar.isDisturbing || "\"#&<>`\\".unicodeScalars.contains(scalar) {
        words += "#\(scalar.value);"
      } else {
        words.unicodeScalars.append(scalar)
      }
    }
    return words
  }

  private static func inDot(_ text: String) -> String {
    var words = "\""
    for scalar in shown(text, lineBreaks: false).unicodeScalars {
      if scalar == "\"" || scalar == "\\" { words += "\\" }
      words.unicodeScalars.append(scalar)
    }
    return words + "\""
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
          case .knows:
            ["from": .text(arrow.from), "to": .text(arrow.to), "kind": "knows"]
          case .hears(let event):
            ["from": .text(arrow.from), "to": .text(arrow.to), "kind": "hears", "event": .text(event)]
          case .calls(let count):
            ["from": .text(arrow.from), "to": .text(arrow.to), "kind": "calls", "count": .int(count)]
          }
        }),
    ]
  }
}
