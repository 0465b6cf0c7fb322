import ComponentKit
import Testing

@testable import HostCLI

/// Graphs of anybody's making.
@Suite struct ComponentGraphTests {
  private func call(_ from: String, _ to: String) -> Value {
    ["cat": "call", "ph": "B", "args": ["caller": .text(from), "target": .text(to), "action": "run"]]
  }

  @Test func `a chain of any length has a row for each`() {
    let count = 20_000
    let seen = SeenCalls((0..<count).map { call("N\($0)", "N\($0 + 1)") })
    let graph = ComponentGraph([], seen)
    #expect(graph.rows.count == count + 1 && graph.rows.first == ["N0"] && graph.rows.last == ["N\(count)"])
    #expect(graph.mermaid.utf8.count > count && graph.dot.utf8.count > count)
  }

  @Test func `the face of another is a text of its own in a library`() {
    let long = String(repeating: "L", count: 129) + "Face"
    let texts = ["GoodFace", "Face", "1BadFace", "xFaceX", "a.HalfFace", long, "GoodFace"]
    #expect(KnownFaces.names(in: Array("FirstFace\0\(texts.joined(separator: "\0"))\0LastFace".utf8)) == ["Good"])
    #expect(KnownFaces.names(in: []) == [] && KnownFaces.names(inFile: "/nowhere") == [])
    let graph = ComponentGraph(["A", "B"], [ComponentGraph.Arrow(from: "A", to: "B", kind: .knows)])
    #expect(graph.rows == [["A"], ["B"]] && graph.mermaid.contains("c0 -- \"face\" --> c1"))
    #expect(graph.dot.contains("\"A\" -> \"B\" [label=face]"))
  }

  @Test func `each stands above all that it calls, and a circle ends`() {
    let arrows = [("A", "B"), ("A", "C"), ("B", "C"), ("C", "D"), ("D", "B"), ("E", "E")]
    let graph = ComponentGraph(
      ["A", "B", "C", "D", "E"], arrows.map { ComponentGraph.Arrow(from: $0.0, to: $0.1, kind: .calls(1)) })
    #expect(graph.rows == [["A"], ["B"], ["C"], ["D", "E"]])
  }

  @Test func `what can't be a component's name is no call`() {
    let seen = SeenCalls([
      call("A", "B.Part"), call("A", "B"), call("", "B"), call("A", ""), call("A", "x\u{1B}]0;y\u{7}"),
      call("a b", "B"), call("A", "A.Part"),
    ])
    #expect(seen.counts.map { "\($0.from) \($0.to) \($0.count)" } == ["A B 2"])
  }

  @Test func `a name is nothing but a name, whatever is in it`() {
    let name = "B\"]\n  click c0 \"x\u{1B}]0;\\"
    let graph = ComponentGraph(["A"], [ComponentGraph.Arrow(from: "A", to: name, kind: .hears("\(name).e"))])
    let mermaid = """
      flowchart TB
        subgraph row1[" "]
          c0["A"]
          c1["B#34;]#10;  click c0 #34;x#27;]0;#92; (missing)"]
        end
        c0 -. "hears B#34;]#10;  click c0 #34;x#27;]0;#92;.e" .-> c1

      """
    #expect(graph.mermaid == mermaid)
    let shown = #""B\"]\\u{a}  click c0 \"x\\u{1b}]0;\\"#
    let dot = #"""
      digraph components {
        node [shape=box]
        { rank=same; "A" \#(shown)" }
        \#(shown)" [style=dashed, label=\#(shown) (missing)"]
        "A" -> \#(shown)" [style=dotted, label="hears \#(shown.dropFirst()).e", constraint=false]
      }

      """#
    #expect(graph.dot == dot)
  }
}
