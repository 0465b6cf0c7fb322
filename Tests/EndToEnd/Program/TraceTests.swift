import ComponentKit
import Glibc
import TestThreads
import Testing

/// `call --trace` and `graph`.
@Suite(.offPool) struct TraceTests {
  @Test func `a trace tells each step of a load and each nested call, inside of what needed them`() throws {
    let folder = Folder("dies")
    let file = folder("trace.json")
    let run = Run.host("--plugins", folder.path, "call", "Dies", "nested", "--trace", file)
    #expect(run.code == 0 && run.err == "", "\(run)")
    let events = try #require(try Value(json: Folder.bytes(of: file)).list)
    let text = """
      find and load Dies
        find Dies
        copy Dies
        check Dies
        open the libraries of Dies
        open Dies
        register Dies
        compile Dies
        publish Dies
      Dies.nested
        Dies.Below.run
      """
    #expect(try nested(events) == ["main": text])
    let spans = events.filter { $0["ph"] != "M" }
    let times = spans.map { $0["ts"]?.double ?? -1 }
    #expect(times == times.sorted() && times[0] >= 0 && Set(events.dropFirst().map { $0["tid"]?.int }).count == 1)
    let calls = spans.filter { $0["cat"] == "call" }.map { $0["args"] }
    #expect(
      calls == [
        ["caller": "", "target": "Dies", "action": "nested"],
        ["caller": "Dies", "target": "Dies.Below", "action": "run"],
      ])
  }

  @Test func `what a component needs is loaded inside of its load, and each thread has a name`() throws {
    let folder = Folder("starts-first", "starts-then")
    let text = """
      find and load StartsThen
        find StartsThen
        copy StartsThen
        check StartsThen
        open the libraries of StartsThen
        open StartsThen
        register StartsThen
        compile StartsThen
        start the needs of StartsThen
          find and load StartsFirst
            find StartsFirst
            copy StartsFirst
            check StartsFirst
            open the libraries of StartsFirst
            open StartsFirst
            register StartsFirst
            compile StartsFirst
            start StartsFirst
            publish StartsFirst
        start StartsThen
        publish StartsThen
      StartsThen.run
      """
    let threads = ["main": text, "StartsFirst.start": "StartsFirst.start", "StartsThen.start": "StartsThen.start"]
    #expect(try nested(traced(folder, "StartsThen")) == threads)
  }

  @Test func `the wait for a process that loads it is told`() throws {
    let folder = Folder("good")
    let text = """
      find and load Good
        find Good
        copy Good
        check Good
        until a process has loaded Good
        register Good
        compile Good
        publish Good
      Good.run
      """
    let events = try traced(folder, "Good", "--isolate")
    #expect(try nested(events) == ["main": text])
    #expect(events.filter { $0["cat"] == "wait" }.map { $0["args"] } == [["component": "Good"]])
  }

  @Test func `one that is loaded in place is checked, and not copied`() throws {
    let text = """
      find and load Good
        find Good
        check Good
        open the libraries of Good
        open Good
        register Good
        compile Good
        publish Good
      Good.run
      """
    #expect(try nested(traced(Folder("good"), "Good", "--in-place")) == ["main": text])
  }

  private func traced(_ folder: Folder, _ component: String, _ options: String...) throws -> [Value] {
    let file = folder("trace.json")
    let run = Run.host(["--plugins", folder.path, "call", component, "run", "--trace", file] + options)
    #expect(run.code == 0 && run.err == "", "\(run)")
    return try #require(try Value(json: Folder.bytes(of: file)).list)
  }

  // What has begun on each thread, by the thread's name, indented by what it lies in. Each ends before what is around it.
  private func nested(_ events: [Value]) throws -> [String: String] {
    var names: [Int: String] = [:]
    var (lines, open) = ([Int: [String]](), [Int: [Double]]())
    for event in events {
      let (name, thread) = (event["name"]?.text ?? "", event["tid"]?.int ?? 0)
      switch event["ph"] {
      case "M" where name == "thread_name": names[thread] = event["args"]?["name"]?.text
      case "B":
        lines[thread, default: []].append(String(repeating: "  ", count: open[thread]?.count ?? 0) + name)
        open[thread, default: []].append(try #require(event["ts"]?.double))
      case "E":
        let last = open[thread]?.popLast()
        let begin = try #require(last)
        #expect(event["ts"]?.double ?? -1 >= begin)
      default: break
      }
    }
    #expect(open.values.allSatisfy { $0.isEmpty })
    return Dictionary(uniqueKeysWithValues: lines.map { (names[$0] ?? "?", $1.joined(separator: "\n")) })
  }

  @Test(arguments: [("run exit", 8), ("run fault", 8), ("run kill", 137)])
  func `what ends the process is in the trace as begun, and what called it`(_ way: String, _ code: Int32) throws {
    let folder = Folder("dies")
    let run = Run.host(
      "--plugins", folder.path, "call", "Dies", "nested", "--trace", folder("trace.json"),
      environment: ["FIXTURE_DIES": way])
    #expect(run.code == code, "\(run)")
    try expectOpen(folder, ["Dies.nested", "Dies.Below.run"])
  }

  @Test func `so is what hangs`() throws {
    let folder = Folder("never-returns")
    let run = Run.host(
      "--plugins", folder.path, "call", "NeverReturns", "run", "--timeout", "0.3", "--trace", folder("trace.json"))
    #expect(run.code == 7, "\(run)")
    try expectOpen(folder, ["NeverReturns.run"])
  }

  // The trace has no end, and these are in it without one; it is read all the same.
  private func expectOpen(_ folder: Folder, _ names: [String]) throws {
    let text = String(decoding: Folder.bytes(of: folder("trace.json")), as: UTF8.self)
    let events = try #require(try Value(json: text + "]").list)
    var open: [String] = []
    for event in events {
      if event["ph"] == "B" { open.append(event["name"]?.text ?? "") } else if event["ph"] == "E" { open.removeLast() }
    }
    #expect(open == names)
    let graph = Run.host("--plugins", Folder().path, "graph", "--trace", folder("trace.json"))
    #expect(graph.code == 0 && graph.err == "", "\(graph)")
  }

  @Test func `a file stays as it was where nothing is called, and none is left`() {
    let folder = Folder("good")
    folder.write("as it was", as: "old.json")
    for file in ["old.json", "new.json"] {
      let run = Run.host("--plugins", folder.path, "call", "Good", "run", "--params", "{", "--trace", folder(file))
      #expect(run.code == 5, "\(run)")
    }
    #expect(folder.lines(of: "old.json") == ["as it was"] && !folder.has("new.json"))
    _ = Run.host("--plugins", folder.path, "call", "Good", "run", "--trace", folder("old.json"))
    #expect(folder.lines(of: "old.json").first == "[")
  }

  @Test func `a FIFO without a reader is an error, and one without a writer waits as long as it may`() {
    let folder = Folder("good")
    mkfifo(folder("fifo"), 0o600)
    let run = Run.host("--plugins", folder.path, "call", "Good", "run", "--trace", folder("fifo"), limit: .seconds(10))
    let said = "error: can't write the trace to '\(folder("fifo"))': No such device or address\n"
    #expect(run == Run(out: "", err: said, code: 1))
    let graph = Run.host("graph", "--trace", folder("fifo"), "--timeout", "0.2", limit: .seconds(10))
    #expect(graph.code == 7, "\(graph)")
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

  @Test(.builtComponents) func `a face that a component has in itself is an arrow where it declares no need`() throws {
    let folder = Folder()
    for name in ["BookDetail", "Review"] { folder.copy("\(Place.components)/lib\(name).so", as: "lib\(name).so") }
    let run = Run.host("--plugins", folder.path, "graph", "--json")
    let arrows = try #require(Value(json: run.outBytes)["arrows"]?.list)
    #expect(arrows.contains(["from": "BookDetail", "to": "Review", "kind": "knows"]), "\(run)")
    // It needs Library's, which is not there; of what it says already nothing is said twice.
    #expect(arrows.count { $0["kind"] == "knows" } == 1, "\(run)")
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
