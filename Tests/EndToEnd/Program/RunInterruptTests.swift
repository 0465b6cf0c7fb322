import Glibc
import TestThreads
import Testing

/// Ctrl-C in `host run`.
@Suite(.offPool) struct RunInterruptTests {
  @Test func `Ctrl-C ends the call that runs, and not the session`() throws {
    let folder = Folder("good", "until-cancelled")
    let marks = ["FIXTURE_MARKS": folder("marks.txt")]
    let started = try #require(
      Started(Place.host, ["--plugins", folder.path, "run"].map { Array($0.utf8) }, environment: marks))
    let signals = Thread {
      for number in 1...2 {
        while folder.lines(of: "marks.txt").count < number { usleep(1000) }
        started.send(SIGINT)
      }
    }
    let line = "call UntilCancelled run --timeout 0\n"
    let run = started.finish(input: Array("\(line)call Good run\n\(line)call Good run\n".utf8), limit: .seconds(60))
    signals.join()
    #expect(run.out == "ok\nok\n" && run.code == 7)
    #expect(run.err == "error: I saw it\n  in line 1\nerror: I saw it\n  in line 3\n", "\(run.err)")
  }

  @Test func `what hears that its call was given up, and never returns, holds nothing up`() throws {
    let folder = Folder("good", "sticks-when-given-up")
    let marks = ["FIXTURE_MARKS": folder("marks.txt")]
    let started = try #require(
      Started(Place.host, ["--plugins", folder.path, "run"].map { Array($0.utf8) }, environment: marks))
    let signal = Thread {
      while folder.lines(of: "marks.txt").isEmpty { usleep(1000) }
      started.send(SIGINT)
    }
    let run = started.finish(input: Array("call SticksWhenGivenUp run --timeout 0\ncall Good run\n".utf8))
    signal.join()
    #expect(
      run
        == Run(out: "ok\n", err: "error: the call of SticksWhenGivenUp.run was given up\n  in line 1\n", code: 7))
  }

  private func typed(_ folder: Folder, _ terminal: Terminal, waits: Bool = true) throws -> Started {
    let started = try #require(
      Started(
        Place.host, ["--plugins", folder.path, "run"].map { Array($0.utf8) }, environment: ["NO_COLOR": "1"],
        inputWaits: waits, input: terminal.path, err: terminal.path))
    #expect(terminal.read(until: "host> ") == "host> ")
    return started
  }

  // One that does not wait: another process has made it so for all.
  @Test(arguments: [true, false])
  func `a terminal has a prompt, and Ctrl-C begins a new line there`(waits: Bool) throws {
    let terminal = try #require(Terminal())
    let started = try typed(Folder("good"), terminal, waits: waits)
    terminal.type("call Good run\n")
    #expect(terminal.read(until: "host> ").hasSuffix("host> "))
    for _ in 1...3 {
      started.send(SIGINT)
      #expect(terminal.read(until: "host> ") == "\nhost> ")
    }
    terminal.type("cal\n")
    #expect(
      terminal.read(until: "host> ").hasSuffix(
        "error: unknown command 'cal'\nhelp: a command with a similar name exists: 'call'\nhost> "))
    terminal.type("exit\n")
    #expect(started.finish(limit: .seconds(30)) == Run(out: "ok\n", err: "", code: 2))
  }

  // No call, and nothing in it can be ended.
  private func describing(_ folder: Folder, _ terminal: Terminal) throws -> Started {
    folder.write("", as: "hold")
    let started = try typed(folder, terminal)
    terminal.type("describe RegistersSlowly --json\n")
    #expect(eventually { folder.has("begun.1") })
    started.send(SIGINT)
    #expect(eventually { !started.handles(SIGINT) })
    return started
  }

  @Test func `Ctrl-C in a typed line that is no call does not end the session`() throws {
    let (folder, terminal) = (Folder("registers-slowly"), try #require(Terminal()))
    let started = try describing(folder, terminal)
    folder.remove("hold")
    #expect(terminal.read(until: "host> ").hasSuffix("host> "))
    #expect(started.handles(SIGINT))
    terminal.type("exit\n")
    let run = started.finish(limit: .seconds(30))
    #expect(run.code == 0 && run.out.hasPrefix(#"{"name":"RegistersSlowly""#), "\(run)")
  }

  @Test func `a second Ctrl-C in such a line ends the host`() throws {
    let (folder, terminal) = (Folder("registers-slowly"), try #require(Terminal()))
    let started = try describing(folder, terminal)
    started.send(SIGINT)
    #expect(started.finish(limit: .seconds(30)) == Run(out: "", err: "", code: 128 + SIGINT))
  }
}
