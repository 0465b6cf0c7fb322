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

  /// A session that takes its lines from a pipe which stays open.
  private struct Fed {
    let started: Started
    private let folder: Folder
    private let writer: Int32

    init(_ folder: Folder) throws {
      self.folder = folder
      try #require(mkfifo(folder("lines"), 0o600) == 0)
      writer = open(folder("lines"), O_RDWR | O_CLOEXEC)
      folder.write("", as: "out")
      started = try #require(
        Started(
          Place.host, ["--plugins", folder.path, "run", "--json"].map { Array($0.utf8) },
          environment: ["FIXTURE_MARKS": folder("marks.txt")], input: folder("lines"), out: folder("out")))
    }

    /// Runs a line, and waits for what it prints.
    func run(_ line: String) {
      let count = folder.lines(of: "out").count
      let bytes = Array("\(line)\n".utf8)
      #expect(write(writer, bytes, bytes.count) == bytes.count)
      #expect(eventually { folder.lines(of: "out").count > count })
    }

    func finish() -> Run {
      defer { close(writer) }
      return started.finish()
    }
  }

  // Of a terminal that is closed both the shell and the system tell, one right behind the other.
  @Test func `a second SIGHUP keeps no component from being shut down, and what it says then is told`() throws {
    folder.put("shuts-down-slowly")
    folder.write("", as: "hold")
    let fed = try Fed(folder)
    fed.run("call ShutsDownSlowly run")
    fed.started.send(SIGHUP)
    #expect(eventually { folder.has("begun") })
    fed.started.send(SIGHUP)
    folder.remove("hold")
    let said = #"{"log":{"component":"ShutsDownSlowly","level":"info","message":"it is over"}}"# + "\n"
    #expect(fed.finish() == Run(out: "", err: said, code: 128 + SIGHUP))
    #expect(folder.has("over"))
  }

  // Both run in the session's own process, and hear signals in their own way while they do.
  @Test(
    arguments: [SIGTERM, SIGHUP, SIGINT], ["check", "install"])
  func `a session that has checked a file ends by a signal between its lines as before`(
    _ signal: Int32, _ command: String
  ) throws {
    let (fed, other) = (try Fed(folder), Folder())
    fed.run(
      command == "check" ? "check \(folder("libGood.so")) --quick" : "install \(folder("libGood.so")) \(other.path)")
    // Loads it; nothing tells when the line before is over.
    fed.run("describe ReturnsWhenTold")
    fed.started.send(signal)
    #expect(fed.finish().code == 128 + signal)
    #expect(folder.lines(of: "marks.txt") == ["shutdown"])
  }

  @Test func `a line that was asked to end before its call began gives that up at once`() throws {
    try #require(mkfifo(folder("parameter"), 0o600) == 0)
    folder.write("call ReturnsWhenTold run text=@\(folder("parameter"))\n", as: "script")
    let started = try started(["run", folder("script")], running: false)
    // There is no other way to see that somebody reads it.
    var writer: Int32 = -1
    #expect(
      eventually {
        writer = open(folder("parameter"), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        return writer >= 0
      })
    started.send(SIGTERM)
    // The first one takes the handler away.
    #expect(eventually { !started.handles(SIGTERM) })
    close(writer)
    let said = "error: the call of ReturnsWhenTold.run was given up\n  in line 1\n"
    #expect(started.finish() == Run(out: "", err: said, code: 128 + SIGTERM))
    // Whether the action had begun by then is up to the machine.
    #expect(folder.lines(of: "marks.txt").last == "shutdown")
  }

  @Test func `a check is not ended by the end of a terminal that it was told to ignore`() throws {
    folder.put("never-returns")
    let scratch = Folder()
    let line = "trap '' HUP; exec \"$0\" check \"$1\" --timeout 60"
    let started = try #require(
      Started(
        "/bin/sh", ["-c", line, Place.host, folder("libNeverReturns.so")].map { Array($0.utf8) },
        environment: ["TMPDIR": scratch.path]))
    #expect(eventually { started.handles(SIGTERM) && !scratch.names.isEmpty })
    started.send(SIGHUP)
    started.send(SIGTERM)
    let run = started.finish()
    #expect(run == Run(out: "", err: "error: the check was given up\n", code: 128 + SIGTERM))
    #expect(scratch.names == [])
  }
}
