import ComponentHost
import ComponentKit
import Synchronization
import TestThreads
import Testing

/// Actions that break the contract: what their callers get, and that the host goes on.
@Suite(.offPool) struct MisbehavingTests {
  @Test(arguments: Mode.allCases, Misbehaving.all)
  func `its caller gets a reply or a failure`(_ mode: Mode, _ one: Misbehaving) {
    let folder = Folder("good", one.fixture)
    let run = host(one, folder, mode)
    // An object does not even leave its process, whether it could be printed or not.
    if mode == .isolated, one.fixture == "local-reply" {
      #expect(run.err.hasPrefix("error: the reply of LocalReply.run can't leave its process: ") && run.code == 1)
      return
    }
    // A process that does not stop can be ended.
    if mode == .isolated, one.fixture == "never-returns" {
      #expect(run.err.hasPrefix("error: NeverReturns.run did not reply in time, and its process was killed\n"))
      #expect(run.out == "" && run.code == 7)
      return
    }
    #expect(run == Run(out: one.out, err: one.err, code: one.code))
    #expect(Run.host("--plugins", folder.path, "call", "Good", "run") == Run(out: "ok\n", err: "", code: 0))
  }

  @Test(arguments: Misbehaving.all) func `programs get one line of JSON`(_ one: Misbehaving) throws {
    let run = host(one, Folder("good", one.fixture), .inProcess, "--json")
    if one.code == 0 {
      #expect(run.out.split(separator: "\n").count == 1 && run.out.last == "\n")
      #expect(throws: Never.self) { try Value(json: run.outBytes) }
    } else {
      #expect(run.out == "")
      let lines = try run.err.split(separator: "\n").map { try Value(json: Array($0.utf8)) }
      #expect(lines.count == one.warnings + 1 && lines.count { $0["warning"] != nil } == one.warnings)
      let error = lines.compactMap { $0["error"] }.first
      #expect(error?["code"]?.int == Int(one.code))
      #expect(error?["reason"]?.text == one.reason)
      #expect(one.err.contains("error: \(error?["message"]?.text ?? "?")\n"))
      #expect(error?["target"]?.text == one.name && error?["action"] == "run")
    }
    #expect(run.code == one.code)
  }

  private func host(_ one: Misbehaving, _ folder: Folder, _ mode: Mode, _ more: String...) -> Run {
    Run.host(["--plugins", folder.path] + mode.options + ["call", one.name, "run"] + one.options + more)
  }

  @Test func `in one process a good component answers after each of them`() throws {
    let folder = Folder("good")
    let inProcess = Misbehaving.all.filter { $0.fixture != "never-returns" }
    for one in inProcess { folder.put(one.fixture) }
    let reports = Mutex<[String]>([])
    var settings = Settings(directories: [folder.path])
    settings.report = { report in reports.withLock { $0.append(report.message) } }
    let host = Host(settings)
    for _ in 1...2 {
      for one in inProcess {
        let failure = failure { () throws(Failure) in
          try host.mediator.call(one.name, "run", timeLimit: one.options.isEmpty ? .seconds(30) : .milliseconds(500))
        }
        // What can't be printed is no failure here.
        if one.reason != "unwritable_reply" {
          #expect(failure.map { ExitCode[$0.code] } ?? 0 == one.code, "\(one.fixture)")
          #expect(failure?.reason ?? "" == one.reason)
        }
        #expect(try host.mediator.call("Good", "run") == "ok")
      }
    }
    // What is said when the host closes is not said here.
    let warnings = inProcess.count { $0.err.hasPrefix("warning") }
    #expect(reports.withLock(\.count) == 2 * warnings)
  }

  @Test func `an action that does not return keeps its thread and nobody else`() throws {
    let folder = Folder("good", "waits")
    let reports = Mutex<[Report]>([])
    var settings = Settings(directories: [folder.path])
    settings.report = { report in reports.withLock { $0.append(report) } }
    let host = Host(settings)
    let until = folder("until")
    let caller = Thread { _ = try? host.mediator.call("Waits", "run", ["until": .text(until)]) }
    #expect(eventually { folder.has("until.running") })
    for _ in 1...100 { #expect(try host.mediator.call("Good", "run") == "ok") }
    host.close(waiting: .milliseconds(50))
    #expect(
      reports.withLock { $0.map(\.message) }
        == ["Waits still has calls under way: it is shut down when they have ended"])
    #expect(failure { () throws(Failure) in try host.mediator.call("Good", "run") }?.reason == "closed")
    folder.write("", as: "until")
    caller.join()
    #expect(eventually { folder.has("until.shutdown") })
  }

  @Test func `the host's own time limit ends a call without a deadline`() {
    let folder = Folder("defers-and-forgets")
    var settings = Settings(directories: [folder.path])
    settings.timeLimit = .milliseconds(250)
    let host = Host(settings)
    let failure = failure { () throws(Failure) in try host.mediator.call("DefersAndForgets", "run") }
    #expect(failure == Failure(.timedOut, "", "DefersAndForgets.run did not reply within 0.25 s"))
  }

  @Test func `a reply of 64 MB arrives whole`() {
    let folder = Folder("huge-reply")
    let length = 64 << 20
    let run = Run.host("--plugins", folder.path, "call", "HugeReply", "run")
    #expect(run.outBytes.count == length + 1 && run.outBytes.dropLast().allSatisfy { $0 == UInt8(ascii: "x") })
    #expect(run.err == "" && run.code == 0)
    let json = Run.host("--plugins", folder.path, "call", "HugeReply", "run", "--json")
    #expect(json.outBytes.count == length + 3 && json.code == 0)
  }

  @Test func `a reply as deep as allowed is printed`() throws {
    let folder = Folder("deepest-reply")
    let run = Run.host("--plugins", folder.path, "call", "DeepestReply", "run", "--json")
    #expect(run.out == String(repeating: "[", count: 128) + String(repeating: "]", count: 128) + "\n")
    let readable = Run.host("--plugins", folder.path, "call", "DeepestReply", "run")
    #expect(try Value(json: readable.outBytes) == Value(json: run.outBytes))
  }
}

/// The exit codes that failures become.
private enum ExitCode {
  static subscript(_ code: Failure.Code) -> Int32 { code == .cancelled ? 7 : min(code.rawValue, 8) }
}
