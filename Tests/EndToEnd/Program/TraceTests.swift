import ComponentKit
import TestThreads
import Testing

/// `call --trace` and `graph`.
@Suite(.offPool) struct TraceTests {
  @Test func `a trace tells each step of a load and each nested call, inside of what needed them`() throws {
    let folder = Folder("dies")
    let file = folder("trace.json")
    let run = Run.host("--plugins", folder.path, "call", "Dies", "nested", "--trace", file)
    #expect(run.code == 0 && run.err == "", "\(run)")
    let trace = try Value(json: Folder.bytes(of: file))
    let events = try #require(trace["traceEvents"]?.list)
    #expect(
      events.compactMap { $0["name"]?.text } == [
        "find and load Dies", "copy, check and open Dies", "register Dies", "Dies.nested", "Dies.Below.run",
      ])
    #expect(events.allSatisfy { $0["ph"]?.text == "X" && ($0["dur"]?.double ?? -1) >= 0 && $0["tid"]?.int != nil })
    let (outer, inner) = (events[3], events[4])
    #expect(outer["args"] == ["caller": "", "target": "Dies", "action": "nested"])
    #expect(inner["args"] == ["caller": "Dies", "target": "Dies.Below", "action": "run"])
    let ends = try [outer, inner].map { try #require($0["ts"]?.double) + #require($0["dur"]?.double) }
    #expect(ends[1] <= ends[0])
  }

  @Test func `a trace that can't be written is an error before the call`() {
    let folder = Folder("good")
    let run = Run.host("--plugins", folder.path, "call", "Good", "run", "--trace", "/nowhere/trace.json")
    let said = "error: can't write the trace to '/nowhere/trace.json': No such file or directory\n"
    #expect(run == Run(out: "", err: said, code: 1))
    let session = Run.host(["--plugins", folder.path, "run"], input: Array("call Good run --trace x\n".utf8))
    #expect(session.code == 2 && session.err.contains("--trace is for a process of its own"))
  }

  @Test func `a graph has those who need in a row above those that are needed`() {
    let folder = Folder("starts-first", "starts-then")
    let run = Run.host("--plugins", folder.path, "graph")
    let text = """
      flowchart TB
        subgraph row2[" "]
          c0["StartsThen"]
        end
        subgraph row1[" "]
          c1["StartsFirst"]
        end
        c0 --> c1

      """
    #expect(run == Run(out: text, err: "", code: 0))
    let dot = """
      digraph components {
        node [shape=box]
        { rank=same; "StartsThen" }
        { rank=same; "StartsFirst" }
        "StartsThen" -> "StartsFirst"
      }

      """
    #expect(Run.host("--plugins", folder.path, "graph", "--format", "dot") == Run(out: dot, err: "", code: 0))
  }

  @Test func `calls that were seen are arrows`() throws {
    let folder = Folder("good")
    let calls = (1...2).map { _ in #"{"cat":"call","args":{"caller":"Good","target":"Other.Part","action":"x"}}"# }
    folder.write(#"{"traceEvents":[\#(calls.joined(separator: ","))]}"#, as: "trace.json")
    let run = Run.host("--plugins", folder.path, "graph", "--trace", folder("trace.json"), "--json")
    let json: Value = [
      "rows": [["Good"], ["Other"]], "missing": ["Other"],
      "arrows": [["from": "Good", "to": "Other", "kind": "calls", "count": 2]],
    ]
    #expect(try Value(json: run.outBytes) == json && run.code == 0, "\(run)")
  }
}
