import ComponentKit
import Glibc
import TestThreads
import Testing

/// `host run`: one process, many lines.
@Suite(.offPool) struct RunTests {
  private func run(_ folder: Folder, _ lines: String..., options: [String] = []) -> Run {
    Run.host(["--plugins", folder.path, "run"] + options, input: Array(lines.map { "\($0)\n" }.joined().utf8))
  }

  @Test func `lines of a pipe are run one after the other, and what fails does not end them`() {
    let folder = Folder("counts")
    let missing = """
      error: no component named 'Good'
        in line 3
        looked in \(folder.path)
      help: see what is there with 'host list'
      error: unknown command 'cal'
        in line 5
      help: a command with a similar name exists: 'call'

      """
    #expect(
      run(folder, "call Counts run", "  # a remark", "call Good run", "", "cal Counts run", "host call Counts run # so")
        == Run(out: "1\n2\n", err: missing, code: 3))
    #expect(run(folder) == Run(out: "", err: "", code: 0))
    #expect(run(folder, "exit", "call Good run") == Run(out: "", err: "", code: 0))
    // The last line may have no end.
    #expect(Run.host("--plugins", folder.path, "run", "-", input: Array("call Counts run".utf8)).out == "1\n")
  }

  @Test func `a session tells the generations that it has loaded`() throws {
    let folder = Folder("counts")
    let told = run(folder, "list --generations", "call Counts run", "list --generations", "list --generations --json")
    #expect(told.err == "nothing is loaded\n" && told.code == 0)
    let lines = told.out.split(separator: "\n").map(String.init)
    #expect(lines.count == 4 && lines[0] == "1")
    #expect(
      lines[1].split(separator: " ") == [
        "NAME", "NUMBER", "VERSION", "BUILD", "STATE", "CALLS", "LOADED", "HOLDS", "FILES",
      ])
    let row = lines[2].split(separator: " ")
    #expect(row[..<3] == ["Counts", "1", "1.0.0"] && row[4...5] == ["live", "0"] && row.last == "1", "\(lines[2])")
    let json = try Value(json: Array(lines[3].utf8))
    #expect(json[0]?["name"] == "Counts" && json[0]?["state"] == "live" && json[0]?["descriptors"] == 1)
    #expect((json[0]?["bytes"]?.int ?? 0) > 4096)
    let both = Run.host("--plugins", folder.path, "list", "--targets", "--generations")
    #expect(both.code == 2 && both.err.hasPrefix("error: list shows targets or generations, not both\n"))
  }

  @Test func `one component is taken out and another put in while the program runs`() {
    let folder = Folder("good")
    // Each line is written when the one before has been answered.
    let script = """
      mkfifo lines replies errors
      "$0" --plugins "$1" run < lines > replies 2> errors & host=$!
      exec 3> lines 4< replies 5< errors
      ask() { echo "$*" >&3; read -r line <&4; echo "$line"; }
      ask call Good run
      cp "$2" "$1/new" && mv "$1/new" "$1/libGood.so"
      ask call Good run
      ask refresh
      ask call Good run
      rm "$1/libGood.so"
      ask refresh
      echo call Good run >&3; read -r line <&5; echo "$line"
      cp "$2" "$1/libGood.so"
      ask call Good run
      exec 3>&-
      wait $host || echo "exit $?"
      """
    let place = Folder()
    let run = Run.program(
      "/bin/sh", ["-c", script, Place.host, folder.path, "\(Place.fixtures)/good-changed/libGood.so"], in: place.path,
      limit: .seconds(60))
    let out = """
      ok
      ok
      Good was replaced: generation 2
      changed
      Good was taken out
      error: no component named 'Good'
      changed
      exit 3

      """
    #expect(run == Run(out: out, err: "", code: 0))
  }

  @Test(arguments: [true, false])
  func `a session takes only what breaks no call that it has made, if it is asked to`(isCompatible: Bool) {
    let folder = Folder("upgraded")
    let script = """
      mkfifo lines replies
      "$0" --plugins "$1" run $3 < lines > replies & host=$!
      exec 3> lines 4< replies
      ask() { echo "$*" >&3; read -r line <&4; echo "$line"; }
      ask call Upgraded total sum=1
      cp "$2" "$1/new" && mv "$1/new" "$1/libUpgraded.so"
      ask refresh
      ask call Upgraded run
      ask list --json
      exec 3>&-
      wait $host
      """
    let run = Run.program(
      "/bin/sh",
      [
        "-c", script, Place.host, folder.path,
        "\(Place.fixtures)/upgraded-breaks/libUpgraded.so", isCompatible ? "--compatible" : "",
      ], in: Folder().path, limit: .seconds(60))
    let lines = run.out.split(separator: "\n").map(String.init)
    guard lines.count == 4, run.code == 0 else {
      Issue.record("\(run)")
      return
    }
    if isCompatible {
      #expect(
        lines[..<3] == [
          "ok",
          "Upgraded was not replaced: it would break what callers use: Upgraded.total, the parameter 'sum': "
            + "the caller sends int, the component takes text", "first",
        ])
      #expect(
        lines[3].contains(#""state":"refused","by":null,"refusal":{"reason":"not_compatible","message":"#), "\(lines)")
    } else {
      #expect(lines[..<3] == ["ok", "Upgraded was replaced: generation 2", "breaks"])
      #expect(lines[3].contains(#""state":"ready""#), "\(lines)")
    }
  }

  @Test func `a script is a file, and - is the standard input`() {
    let folder = Folder("good", "counts")
    folder.write("#!/usr/bin/env -S host run\ncall Good run\ncall Counts run --params -\n", as: "script")
    #expect(
      Run.host("--plugins", folder.path, "run", folder("script"), input: Array("{\"a\": 1}".utf8))
        == Run(out: "ok\n1\n", err: "", code: 0))
    #expect(
      run(folder, "call Counts run --params -")
        == Run(
          out: "",
          err: """
            error: --params - has nothing to read: the session's lines come from the standard input
              in line 1
            help: write --params JSON, or have the lines in a file: host run FILE

            """, code: 2))
  }

  @Test(arguments: [
    ("call Good 'run", "error: the quote ' is not closed\n  in line 1\n"),
    ("call Good run \\", "error: the line ends in a backslash\n  in line 1\n"),
    ("call Good run \u{0}", "error: the line has a NUL byte\n  in line 1\n"),
    ("list --plugins /", "error: the option --plugins is for the whole session\n  in line 1\n"),
    ("open app://x/y --policy z", "error: the option --policy is for the whole session\n  in line 1\n"),
    (
      "list --connect /run/x",
      "error: the option --connect is for a whole command, and a session's lines are run by its own host\n  in line 1\n"
    ),
    ("list --compatible", "error: 'list' takes no option --compatible\n  in line 1\n"),
    ("--json", #"{"error":{"code":2,"reason":"usage","message":"the line has no command","target":null,"#),
    ("--nosuch", "error: unknown option '--nosuch'\n  in line 1\n"),
    (
      "run x",
      "error: unknown command 'run'\n  in line 1\nhelp: it is no command of a session: run 'host run' beside it\n"
    ),
    ("quit", "error: unknown command 'quit'\n  in line 1\nhelp: end the session with 'exit'\n"),
    ("exit now", "error: exit takes no 'now'\n  in line 1\n"),
    ("refresh now", "error: refresh takes no 'now'\n  in line 1\n"),
  ])
  func `a line that makes no sense is refused, and the next goes on`(line: String, message: String) {
    let run = run(Folder("good"), line, "call Good run")
    #expect(run.err.hasPrefix(message) && run.out == "ok\n" && run.code == 2, "\(run.err)")
  }

  @Test func `bytes that are no text are refused, and so is a line without end`() {
    let folder = Folder("good")
    let run = Run.host(
      ["--plugins", folder.path, "run"],
      input: [0xFF, 10] + [UInt8](repeating: 97, count: 1 << 24 + 1) + Array("\ncall Good run\n".utf8))
    let err = """
      error: the line is not valid UTF-8
        in line 1
      error: the line has more than 16777216 bytes
        in line 2

      """
    #expect(run == Run(out: "ok\n", err: err, code: 2))
  }

  @Test func `a byte order mark is no part of the first line, and of no other`() {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let line = Array("call Good run\n".utf8)
    let run = Run.host(["--plugins", Folder("good").path, "run"], input: mark + line + mark + line)
    #expect(run.out == "ok\n" && run.code == 2, "\(run.err)")
    #expect(run.err.hasPrefix("error: unknown command") && run.err.contains("in line 2\n"), "\(run.err)")
  }

  @Test func `JSON is one line for each command, with the number of a line that failed`() {
    let folder = Folder("counts")
    let error =
      #"{"error":{"code":3,"reason":"no_such_action","message":"Counts has no action 'fly'","target":"Counts","#
    let run = run(folder, "call Counts run", "call Counts fly", "refresh", options: ["--json"])
    #expect(run.out == "1\n[]\n" && run.code == 3)
    #expect(run.err.hasPrefix(error) && run.err.contains(#","line":2"#), "\(run.err)")
    // One line may ask for it as well.
    #expect(self.run(folder, "refresh", "refresh --json").out == "[]\n")
  }

  @Test func `a component that crashes ends the session with its line`() {
    let folder = Folder("good", "crashes")
    let crash = run(folder, "call Good run", "call Crashes run", "call Good run")
    #expect(crash.out == "ok\n" && crash.code == 8)
    // A backtrace follows, or not.
    #expect(
      crash.err.hasPrefix("error: component 'Crashes' crashed in Crashes.run (SIGSEGV)\n  in line 2\n"), "\(crash.err)")
    let json =
      #"{"error":{"code":8,"reason":"crashed","message":"component 'Crashes' crashed in Crashes.run (SIGSEGV)","target":"Crashes","action":"run","suggestions":[],"line":2,"details":{"component":"Crashes","signal":"SIGSEGV"}}}"#
    // The line asks for it, or the session does.
    #expect(run(folder, "call Good run", "call Crashes run --json").err.hasPrefix(json + "\n"))
    let all = run(folder, "call Good run", "call Crashes run", options: ["--json"])
    #expect(all.err.hasPrefix(json + "\n"), "\(all.err)")
  }

  @Test func `a crash behind the last line is not that line's`() {
    let run = Run.host(
      ["--plugins", Folder("dies").path, "run", "--json"], input: Array("call Dies run\n".utf8),
      environment: ["FIXTURE_DIES": "shutdown fault"])
    #expect(run.out != "" && run.code == 8)
    #expect(run.err.contains(#""target":null,"action":null"#) && !run.err.contains(#""line""#), "\(run.err)")
  }

  @Test func `lines may end in CR LF`() {
    let run = Run.host(
      ["--plugins", Folder("good").path, "run"],
      input: Array("call Good run\r\n\r\n# so\r\ncall Good run a='\r'\r\n".utf8))
    #expect(run == Run(out: "ok\nok\n", err: "", code: 0))
  }

  @Test func `a key has one deadline for its load and its call`() {
    let folder = Folder("good", "registers-slowly")
    folder.write("", as: "hold")
    let load = Thread {
      #expect(eventually { folder.has("begun.1") })
      // Behind the limit, and before the end that the host sets to what does not stop.
      usleep(600_000)
      folder.remove("hold")
    }
    let run = run(folder, "open --key RegistersSlowly_key --timeout 0.5", "call Good run")
    load.join()
    #expect(run.out == "ok\n" && run.code == 7)
    #expect(run.err.hasPrefix("error: the deadline had passed before RegistersSlowly.run began\n"), "\(run.err)")
    #expect(!folder.has("run"))
  }

  @Test func `a session ends with the reader of what it prints`() throws {
    let folder = Folder("marks")
    let marks = ["FIXTURE_MARKS": folder("marks.txt")]
    let started = try #require(
      Started(Place.host, ["--plugins", folder.path, "run"].map { Array($0.utf8) }, environment: marks))
    started.closeOut()
    let line = "call Marks run\n"
    let run = started.finish(input: Array("\(line)\(line)\(line)".utf8), outIsClosed: true)
    #expect(run == Run(out: "", err: "", code: 0))
    #expect(folder.lines(of: "marks.txt").filter { $0 == "run" }.count == 1)
  }

  @Test func `an action that does not stop ends the session`() {
    let run = run(Folder("good", "never-returns"), "call NeverReturns run --timeout 0.2", "call Good run")
    #expect(run.out == "" && run.code == 7)
    #expect(
      run.err.hasPrefix("error: NeverReturns.run did not reply within 0.2 s, and does not stop\n  in line 1\n"))
  }

  @Test func `many lines take no more threads, memory or files than one`() {
    let folder = Folder("good")
    let lines = [String](repeating: "call Good run\ndescribe Good\n", count: 300).joined()
    // So few of them that one for each line would not do.
    let run = Run.program(
      "/bin/sh", ["-c", "ulimit -n 40; exec \"$0\" --plugins \"$1\" run", Place.host, folder.path],
      input: Array(lines.utf8), limit: .seconds(60))
    #expect(run.code == 0 && run.err == "", "\(run.err.prefix(500))")
    #expect(run.out.split(separator: "\n").filter { $0 == "ok" }.count == 300)
  }

  @Test func `a script that is not there, or can't be read, is an error`() {
    #expect(Run.host("run", "/nowhere") == Run(out: "", err: "error: no file named '/nowhere'\n", code: 3))
    #expect(
      Run.host("run", "/")
        == Run(out: "", err: "error: can't read the commands: Is a directory\n  in line 1\n", code: 1))
    let two = Run.host("run", "a", "b")
    #expect(
      two
        == Run(
          out: "", err: "error: run takes one file of commands at most\nhelp: write host run [SCRIPT|-]\n", code: 2))
    #expect(
      Run.host("run", "")
        == Run(
          out: "", err: "error: the name of the file of commands is empty\nhelp: write host run [SCRIPT|-]\n", code: 2))
  }
}
