import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// Components that are refused: what is said, and that nothing else suffers.
@Suite(.offPool) struct RefusedTests {
  private static func folder(_ refused: Refused) -> Folder {
    let folder = Folder("good")
    folder.put(refused.fixture, libraries: refused.fixture != "missing-library")
    return folder
  }

  @Test(arguments: Refused.all) func `the program says why, and the component beside it answers`(_ refused: Refused) {
    let folder = RefusedTests.folder(refused)
    let run = Run.host("--plugins", folder.path, "call", refused.name, "run")
    #expect(run == Run(out: "", err: refused.text(in: folder), code: 4))
    #expect(Run.host("--plugins", folder.path, "call", "Good", "run") == Run(out: "ok\n", err: "", code: 0))
  }

  @Test(arguments: Refused.all) func `programs get one line of JSON`(_ refused: Refused) throws {
    let folder = RefusedTests.folder(refused)
    let run = Run.host("--plugins", folder.path, "call", refused.name, "run", "--json")
    var details: Fields = ["refusal": .text(refused.reason), "file": .text(folder("lib\(refused.name).so"))]
    if let help = refused.detail { details["help"] = .text(help) }
    let error: Fields = [
      "code": 4, "reason": "component_refused", "message": .text(refused.message), "target": .text(refused.name),
      "action": "run", "suggestions": [], "details": .map(details),
    ]
    #expect(try Value(json: run.errBytes) == ["error": .map(error)])
    #expect(run.err.split(separator: "\n").count == 1 && run.err.last == "\n")
    #expect(run.out == "" && run.code == 4)
  }

  @Test func `in one process good and bad ones are loaded in turn`() throws {
    let folder = Folder("good", "counts")
    for refused in Refused.all { folder.put(refused.fixture, libraries: refused.fixture != "missing-library") }
    let host = Host(Settings(directories: [folder.path]))
    for round in 1...2 {
      for refused in Refused.all {
        let failure = failure { () throws(Failure) in try host.mediator.call(refused.name, "run") }
        #expect(failure?.code == .refused && failure?.reason == "component_refused")
        #expect(failure?.message == refused.message)
        #expect(failure?.details["refusal"]?.text == refused.reason)
        #expect(failure?.details["help"]?.text == refused.detail)
        #expect(try host.mediator.call("Good", "run") == "ok")
      }
      #expect(try host.mediator.call("Counts", "run") == .int(round))
    }
    // Nothing of a refused registration is left: half-then-fail had added a good target and action.
    #expect(host.list().filter { $0.generation != nil }.map(\.name) == ["Counts", "Good"])
  }

  @Test(arguments: Refused.byFile) func `what can be seen in the file is listed and inspected`(_ refused: Refused)
    throws
  {
    let folder = RefusedTests.folder(refused)
    let host = Host(Settings(directories: [folder.path]))
    let listed = try #require(host.list().first { $0.name == refused.name })
    guard case .refused(let refusal) = listed.state else {
      Issue.record("it is listed as \(listed.state)")
      return
    }
    #expect(refusal.reason == refused.reason && refusal.message == refused.words && refusal.help == refused.help)
    let inspected = try Inspection(file: folder("lib\(refused.name).so")).refusal
    #expect(inspected?.reason == refused.reason && inspected?.message == refused.words)
  }

  @Test(arguments: Refused.all)
  func `inspect says what a call says, and of what only code can tell that a load judges it`(_ refused: Refused) throws
  {
    let folder = RefusedTests.folder(refused)
    let file = folder("lib\(refused.name).so")
    let run = Run.host("inspect", file, "--json", "--plugins", folder.path)
    let inspected = try Value(json: run.outBytes)
    let text = Run.host("inspect", file)
    #expect(run.code == text.code && run.code == (refused.isInspected ? 4 : 0), "\(run)")
    guard refused.isInspected else {
      #expect(inspected["verdict"] == "passed" && inspected["refusal"] == .null, "\(run)")
      let judging = "host --plugins \(folder.path) describe \(refused.name)"
      #expect(
        text.out.hasSuffix(
          "\nverdict: nothing in the file is against it; what it registers is judged when it is loaded: \(judging)\n"))
      return
    }
    let refusal: Value = [
      "reason": .text(refused.reason), "message": .text(refused.words),
      "help": refused.help.map(Value.text) ?? .null,
    ]
    #expect(inspected["verdict"] == "refused" && inspected["refusal"] == refusal, "\(run)")
    let help = refused.help.map { "help: \($0)\n" } ?? ""
    #expect(text.out.hasSuffix("\nverdict: refused: \(refused.words)\n\(help)"), "\(text)")
  }

  @Test func `a refused component is tried again when what it lacked has come`() throws {
    let folder = Folder("needs-missing", "good")
    let host = Host(Settings(directories: [folder.path]))
    #expect(failure { () throws(Failure) in try host.mediator.call("NeedsMissing", "run") }?.code == .refused)
    folder.copy("\(Place.fixtures)/good/libGood.so", as: "libNowhere.so")
    #expect(try host.mediator.call("NeedsMissing", "run") == "ok")
  }

  @Test func `a refused component gets back what it handed over, and is not shut down`() throws {
    let folder = Folder("refused-gives-back")
    let marks = folder("marks")
    _ = Run.host(
      "--plugins", folder.path, "call", "RefusedGivesBack", "run", environment: ["FIXTURE_MARKS": marks])
    #expect(folder.lines(of: "marks").sorted() == ["about", "action"])
  }
}
