import TestThreads
import Testing

/// Scripts/bench, as far as it goes without measuring anything.
@Suite(.offPool) struct BenchScriptTests {
  /// A run as `--json` writes it, with one figure.
  private static func run(
    ratio: Double, name: String = "call", unit: String = "ns", cpu: String = "A processor",
    configuration: String = "release", flags: String = "-c release", schema: Int = 1
  ) -> String {
    func spread(_ number: Double) -> String {
      #"{"median": \#(number), "lower": \#(number), "upper": \#(number), "min": \#(number), "max": \#(number)}"#
    }
    return """
      {"schema": \(schema), "machine": {"cpu": "\(cpu)", "processors": "2", "kernel": "6.1", "swift": "6.3"},
       "build": {"commit": "abc", "dirty": "no", "configuration": "\(configuration)", "flags": "\(flags)"},
       "figures": [{"name": "\(name)", "unit": "\(unit)", "repetitions": 31,
                    "figure": \(spread(10 * ratio)), "floor": \(spread(10)), "ratio": \(spread(ratio))}]}
      """
  }

  private static func compare(_ then: String, _ now: String, _ options: String...) -> Run {
    let folder = Folder()
    folder.write(then, as: "then.json")
    folder.write(now, as: "now.json")
    return Scripts.run("bench", ["--compare", folder("then.json"), "--with", folder("now.json")] + options)
  }

  @Test func `every figure is listed with its floor and goal`() throws {
    let list = Scripts.run("bench", "--list")
    #expect(list.err == "" && list.code == 0)
    let lines = list.out.split(separator: "\n")
    #expect(lines.first?.split(separator: " ").first == "figure")
    let call = try #require(lines.first { $0.hasPrefix("call ") })
    #expect(call.contains("C look-up and call") && call.hasSuffix("≤ 20.0 ns, ≤ 1.1 x floor.guarded"))
    #expect(lines.contains { $0.hasPrefix("call.mediator ") && $0.hasSuffix("no allocation") })
  }

  @Test func `what is listed is what can be measured`() {
    let lines = Scripts.run("bench", "--list").out.split(separator: "\n").dropFirst()
    let folder = "\(Place.repository)/Tests/Bench/Sources/Measure"
    let sources = Folder.names(in: folder).map { String(decoding: Folder.bytes(of: "\(folder)/\($0)"), as: UTF8.self) }
    let measured = sources.flatMap { $0.matches(of: /Figure\("([a-z0-9.-]+)"\)/).map { String($0.output.1) } }
    #expect(lines.compactMap { $0.split(separator: " ").first.map(String.init) }.sorted() == measured.sorted())
  }

  @Test func `a goal that is a multiple of another figure is judged by that one, which is measured as well`() {
    // It compiles what the rest is asked of.
    _ = Scripts.run("bench", "--list")
    let bench = "\(Place.repository)/.build/scripts/Bench"
    let names = Run.program(bench, ["names", "call.resolved"], limit: .seconds(10))
    #expect(names == Run(out: "floor.guarded.resolved\ncall.resolved\n", err: "", code: 0))
    for (figure, verdict) in [("21.8", "met: 1.09 x"), ("22.4", "NOT MET: 1.12 x")] {
      let folder = Folder()
      let lines = [
        "floor.guarded.resolved\tfigure\t20", "floor.guarded.resolved\tfloor\t10", "call.resolved\tfigure\t\(figure)",
        "call.resolved\tfloor\t10",
      ]
      folder.write(lines.joined(separator: "\n"), as: "lines")
      folder.write("machine cpu A processor", as: "facts")
      let report = Run.program(
        bench, ["report", folder("lines"), folder("facts"), folder("run.json")], limit: .seconds(10))
      #expect(report.code == 0 && report.out.contains("≤ 1.1 x floor.guarded.resolved  \(verdict)"), "\(report)")
    }
  }

  @Test(.enabled(if: Scripts.areOfThisBuild, "the tests were built elsewhere than the script looks"))
  func `what measures compiles`() {
    #expect(Scripts.run("bench", "--check") == Run(out: "bench: what measures compiles\n", err: "", code: 0))
  }

  @Test func `a figure that nobody knows is refused with those that there are`() {
    let run = Scripts.run("bench", "call", "colour\u{1b}")
    #expect(run.out == "" && run.code == 2)
    #expect(run.err.hasPrefix("error: there is no figure 'colour\\u{1b}'; there are: floor, floor.contract, "))
  }

  @Test func `words that make no sense are told before anything is built`() {
    let usage =
      "usage: Scripts/bench [NAME…] [--instructions] [--json FILE] [--compare FILE [--with FILE] [--across]], "
      + "--list or --check"
    #expect(Scripts.run("bench", "--fast") == told("bench takes no option --fast; \(usage)"))
    #expect(Scripts.run("bench", "--json") == told("--json needs a file; \(usage)"))
    #expect(Scripts.run("bench", "--with", "a") == told("--with needs --compare; \(usage)"))
    #expect(Scripts.run("bench", "--across") == told("--across needs --compare; \(usage)"))
    #expect(Scripts.run("bench", "--json", "/nowhere/run.json") == told("/nowhere/run.json can't be written"))
  }

  @Test func `a file that is no run is told before anything is built`() {
    let folder = Folder()
    let file = folder("run.json")
    let form = "\(file) is not what `Scripts/bench --json` writes: "
    #expect(
      Scripts.run("bench", "--compare", file) == told("\(file) can't be read: no such file, or not yours to read"))
    for (text, fault) in [
      ("call 10", "\(file) is not JSON"),
      ("[1]", form + "it has no schema"),
      (BenchScriptTests.run(ratio: 1, schema: 2), "\(file) has the schema 2, this script reads 1; measure again"),
      (#"{"schema": 1, "machine": {}}"#, form + "'build' is missing"),
      (
        BenchScriptTests.run(ratio: 1).replacing("31", with: "[]"),
        form + "'figures.Index 0.repetitions' is of another kind"
      ),
    ] {
      folder.write(text, as: "run.json")
      #expect(Scripts.run("bench", "--compare", file) == told(fault))
    }
  }

  @Test(arguments: [("ns", 1.14), ("ns", 0.5), ("gain", 0.88), ("gain", 2)])
  func `a ratio that is little worse, or better, is no failure`(_ unit: String, _ ratio: Double) {
    let now = BenchScriptTests.run(ratio: ratio, unit: unit)
    let run = BenchScriptTests.compare(BenchScriptTests.run(ratio: 1, unit: unit), now)
    #expect(run.err == "" && run.code == 0 && !run.out.contains("WORSE"))
  }

  @Test(arguments: [("ns", 1.16, "16 % worse"), ("gain", 0.8, "25 % worse")])
  func `a ratio that is more than 15 percent worse is flagged`(_ unit: String, _ ratio: Double, _ change: String) {
    let now = BenchScriptTests.run(ratio: ratio, unit: unit)
    let run = BenchScriptTests.compare(BenchScriptTests.run(ratio: 1, unit: unit), now)
    #expect(run.err == "worse by more than 15 %: call\n" && run.code == 1)
    #expect(run.out.contains("call           1 x  \(ratio) x") && run.out.contains("\(change)  WORSE"))
  }

  @Test func `another machine or kind of build is compared only if that is asked for`() {
    let then = BenchScriptTests.run(ratio: 1, cpu: "Another\u{9b}31m", configuration: "debug", flags: "-c debug")
    let now = BenchScriptTests.run(ratio: 1)
    let differences = """

        cpu: then Another\\u{9b}31m, now A processor
        configuration: then debug, now release
        flags: then -c debug, now -c release
      """
    let refusal = "the two runs are not of the same machine and kind of build; --across compares them all the same"
    #expect(BenchScriptTests.compare(then, now) == told(refusal + differences))
    let across = BenchScriptTests.compare(then, now, "--across")
    #expect(across.err == "" && across.code == 0)
    #expect(across.out.hasPrefix("not the same machine and kind of build:\(differences)\n"))
  }

  @Test func `runs of nothing in common are not compared`() {
    let run = BenchScriptTests.compare(
      BenchScriptTests.run(ratio: 1, name: "open"), BenchScriptTests.run(ratio: 1))
    #expect(run == told("the two runs have no figure in common"))
  }

  private func told(_ error: String) -> Run { Run(out: "", err: "error: \(error)\n", code: 2) }
}
