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
        #expect(eventually { folder.lines(of: "marks.txt").count >= number })
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
      #expect(eventually { !folder.lines(of: "marks.txt").isEmpty })
      started.send(SIGINT)
    }
    let run = started.finish(input: Array("call SticksWhenGivenUp run --timeout 0\ncall Good run\n".utf8))
    signal.join()
    let said = """
      error: the call of SticksWhenGivenUp.run was given up
        in line 1
      warning: SticksWhenGivenUp still has calls under way: it is shut down when they have ended

      """
    #expect(run == Run(out: "ok\n", err: said, code: 7))
  }

  @Test func `a call that was given up by its time, and never ended, is told of at the end of a session`() throws {
    let folder = Folder("good", "defers-and-forgets")
    let started = try #require(Started(Place.host, ["--plugins", folder.path, "run"].map { Array($0.utf8) }))
    let run = started.finish(input: Array("call DefersAndForgets run --timeout 0.1\ncall Good run\n".utf8))
    #expect(run.out == "ok\n" && run.code == 7)
    let said = "warning: DefersAndForgets still has calls under way: it is shut down when they have ended\n"
    #expect(run.err.hasSuffix(said), "\(run.err)")
  }

  private func typed(
    _ folder: Folder, _ terminal: Terminal, waits: Bool = true, environment: [String: String] = [:]
  ) throws -> Started {
    let started = try #require(
      Started(
        Place.host, ["--plugins", folder.path, "run"].map { Array($0.utf8) },
        environment: environment.merging(["NO_COLOR": "1"]) { $1 }, inputWaits: waits, input: terminal.path,
        err: terminal.path))
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

  // A session in which a component is about to be replaced by one whose start waits.
  private func refreshing(_ folder: Folder, _ terminal: Terminal, _ line: String) throws -> Started {
    let started = try typed(folder, terminal)
    terminal.type("call StartsSlowly run\n")
    #expect(terminal.read(until: "host> ").hasSuffix("host> "))
    folder.write("", as: "hold")
    folder.put("starts-slowly")
    terminal.type(line)
    #expect(eventually { folder.has("begun.1") })
    return started
  }

  private static let startGoesOn =
    "component 'StartsSlowly' did not stop in its start; Ctrl-C once more ends the host at once\n"

  @Test(arguments: ["refresh\n", "refresh --timeout 0\n"])
  func `Ctrl-C in refresh says what it waits for, and the session goes on`(_ line: String) throws {
    let (folder, terminal) = (Folder("starts-slowly"), try #require(Terminal()))
    let started = try refreshing(folder, terminal, line)
    started.send(SIGINT)
    #expect(terminal.read(until: "at once\n").hasSuffix(Self.startGoesOn))
    folder.remove("hold")
    #expect(terminal.read(until: "host> ") == "host> ")
    terminal.type("exit\n")
    let run = started.finish(limit: .seconds(30))
    #expect(run == Run(out: "ok\nStartsSlowly was replaced: generation 2\n", err: "", code: 0))
  }

  @Test func `a second Ctrl-C in refresh ends the host`() throws {
    let (folder, terminal) = (Folder("starts-slowly"), try #require(Terminal()))
    let started = try refreshing(folder, terminal, "refresh\n")
    started.send(SIGINT)
    #expect(terminal.read(until: "at once\n").hasSuffix(Self.startGoesOn))
    started.send(SIGINT)
    #expect(started.finish(limit: .seconds(30)) == Run(out: "ok\n", err: "", code: 128 + SIGINT))
  }

  @Test func `the time limit of refresh ends the session, and names the component`() throws {
    let (folder, terminal) = (Folder("starts-slowly"), try #require(Terminal()))
    let started = try refreshing(folder, terminal, "refresh --timeout 2\n")
    #expect(started.finish(limit: .seconds(30)) == Run(out: "ok\n", err: "", code: 7))
    #expect(
      terminal.read().hasSuffix(
        "error: the component 'StartsSlowly' did not load within 2 s: it took too long in its start\n"
          + "help: allow more with --timeout SECONDS\n"))
  }

  @Test func `Ctrl-C in a call that waits for a start names the component, and the call's own words stay`() throws {
    let (folder, terminal) = (Folder("starts-slowly", "never-returns"), try #require(Terminal()))
    folder.write("", as: "hold")
    let started = try typed(folder, terminal, environment: ["FIXTURE_MARKS": folder("marks.txt")])
    terminal.type("call StartsSlowly run\n")
    #expect(eventually { folder.has("begun.1") })
    started.send(SIGINT)
    #expect(terminal.read(until: "at once\n").hasSuffix(Self.startGoesOn))
    folder.remove("hold")
    #expect(terminal.read(until: "host> ").hasSuffix("error: the call of StartsSlowly.run was given up\nhost> "))
    terminal.type("call NeverReturns run\n")
    #expect(eventually { folder.lines(of: "marks.txt") == ["running"] })
    started.send(SIGINT)
    #expect(
      terminal.read(until: "at once\n").hasSuffix(
        "the action has not stopped yet; Ctrl-C once more ends the host at once\n"))
    started.send(SIGINT)
    #expect(started.finish(limit: .seconds(30)) == Run(out: "", err: "", code: 128 + SIGINT))
  }
}
