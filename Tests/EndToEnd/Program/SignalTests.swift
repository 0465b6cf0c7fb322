import Glibc
import TestThreads
import Testing

/// How the program ends by Ctrl-C, SIGTERM, SIGHUP and SIGQUIT.
@Suite(.offPool) struct SignalTests {
  private let folder = Folder("returns-when-told", "good")

  private func started(_ words: [String], running: Bool = true) throws -> Started {
    let started = try #require(
      Started(
        Place.host, (["--plugins", folder.path] + words).map { Array($0.utf8) },
        environment: ["FIXTURE_MARKS": folder("marks.txt")]))
    if running { #expect(eventually { folder.lines(of: "marks.txt") == ["running"] }) }
    return started
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an action that returns when it is told to stop has no reply, and the program ends by the signal`(
    _ signal: Int32
  ) throws {
    let started = try started(["call", "ReturnsWhenTold", "run"])
    started.send(signal)
    let said = "error: the call of ReturnsWhenTold.run was given up\n"
    #expect(started.finish() == Run(out: "", err: said, code: 128 + signal))
    #expect(folder.lines(of: "marks.txt") == ["running", "shutdown"])
  }

  @Test func `a loop in a shell stops at Ctrl-C`() throws {
    let line = "for n in 1 2 3; do \"$0\" --plugins \"$1\" call ReturnsWhenTold run; done; echo the loop went on"
    let shell = try #require(
      Started(
        "/bin/bash", ["-c", line, Place.host, folder.path].map { Array($0.utf8) },
        environment: ["FIXTURE_MARKS": folder("marks.txt")]))
    #expect(eventually { folder.lines(of: "marks.txt") == ["running"] })
    // As a terminal does: to all that run in it.
    kill(-shell.process, SIGINT)
    let run = shell.finish()
    #expect(run.code == 128 + SIGINT && run.out == "", "\(run)")
    #expect(folder.lines(of: "marks.txt") == ["running", "shutdown"])
  }

  @Test func `SIGTERM ends a session between its lines, and shuts down what is loaded`() throws {
    let waits = try started(["run"], running: false)
    #expect(eventually { waits.handles(SIGTERM) })
    waits.send(SIGTERM)
    #expect(waits.finish() == Run(out: "", err: "", code: 128 + SIGTERM))
  }

  // What the first Ctrl-C gives up has loaded the component; the second one comes when no line runs.
  @Test func `Ctrl-C between lines that are not typed ends the session, and shuts down what is loaded`() throws {
    let pipe = folder("lines")
    try #require(mkfifo(pipe, 0o600) == 0)
    let writer = open(pipe, O_RDWR | O_CLOEXEC)
    defer { close(writer) }
    for file in ["errors", "replies"] { folder.write("", as: file) }
    let started = try #require(
      Started(
        Place.host, ["--plugins", folder.path, "run", "--json"].map { Array($0.utf8) },
        environment: ["FIXTURE_MARKS": folder("marks.txt")], input: pipe, out: folder("replies"), err: folder("errors"))
    )
    func type(_ line: String) { #expect(write(writer, line, line.utf8.count) == line.utf8.count) }
    type("call ReturnsWhenTold run\n")
    #expect(eventually { folder.lines(of: "marks.txt") == ["running"] })
    started.send(SIGINT)
    #expect(eventually { folder.lines(of: "errors").count == 1 })
    // The line was over before the next one's reply. A Ctrl-C that comes while that one ends would end nothing: the next does.
    type("call Good run\n")
    #expect(eventually { folder.lines(of: "replies").count == 1 })
    #expect(
      (1...5).contains { _ in
        started.send(SIGINT)
        return eventually(within: .seconds(5)) { folder.lines(of: "marks.txt") == ["running", "shutdown"] }
      })
    #expect(started.finish(limit: .seconds(30)).code == 128 + SIGINT)
    #expect(folder.lines(of: "marks.txt") == ["running", "shutdown"])
  }

  @Test func `SIGQUIT ends the program, with a backtrace or without`() throws {
    for backtrace in ["yes", "no"] {
      let line = "ulimit -S -c 0; exec \"$0\" --plugins \"$1\" call ReturnsWhenTold run"
      let started = try #require(
        Started(
          "/bin/sh", ["-c", line, Place.host, folder.path].map { Array($0.utf8) },
          environment: ["FIXTURE_MARKS": folder("marks.txt"), "SWIFT_BACKTRACE": "enable=\(backtrace)"]))
      #expect(eventually { folder.lines(of: "marks.txt").last == "running" })
      started.send(SIGQUIT)
      #expect(started.finish(limit: .seconds(30)) == Run(out: "", err: "", code: 128 + SIGQUIT))
      folder.remove("marks.txt")
    }
  }

  @Test func `SIGTERM ends the line that runs, and no other is run`() throws {
    let started = try started(["run", "/dev/stdin"], running: false)
    let signal = Thread {
      #expect(eventually { !folder.lines(of: "marks.txt").isEmpty })
      started.send(SIGTERM)
    }
    let run = started.finish(input: Array("call ReturnsWhenTold run\ncall Good run\n".utf8))
    signal.join()
    let said = "error: the call of ReturnsWhenTold.run was given up\n  in line 1\n"
    #expect(run == Run(out: "", err: said, code: 128 + SIGTERM))
    #expect(folder.lines(of: "marks.txt") == ["running", "shutdown"])
  }

  @Test func `an action that does not stop is ended by SIGTERM all the same`() throws {
    folder.put("never-returns")
    let started = try started(["call", "NeverReturns", "run"])
    started.send(SIGTERM)
    #expect(started.finish(limit: .seconds(20)) == Run(out: "", err: "", code: 128 + SIGTERM))
  }
}
