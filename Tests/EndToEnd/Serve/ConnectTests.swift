import Glibc
import TestSchemas
import TestThreads
import Testing

/// `host --connect SOCKET`: a host that runs does what is asked, as a process of its own would.
@Suite(.offPool) struct ConnectTests {
  private static func served(_ fixtures: String...) throws -> ServedHost {
    let folder = SampleTests.Language.c.folder()
    for fixture in fixtures { folder.put(fixture) }
    return try ServedHost(in: folder)
  }

  private static func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  // What is the same, word for word, with a host that runs and without.
  static let lines = [
    "call Good run", "call Good run --json", "call Sample add a:=40 b:=2", "call Sample echo --json a=1 b:=[2]",
    "call Sample later text=hello", "call Sample progress steps:=3", "call Sample log text=careful",
    "call Sample log text=careful --json", "call Sample echo a=1 --field a", "call Sample first value=plain --raw",
    "call Sample.Sub nothing", "call Sample fail code:=1 reason=no message=never",
    "call Sample fail code:=3 reason=no message=never", "call Sample fail code:=4 reason=no message=never",
    "call Sample fail code:=5 reason=no message=never", "call Sample fail code:=6 reason=no message=never --json",
    "call Sample fail code:=7 reason=no message=never", "call Sample fail code:=8 reason=no message=never",
    "call Sample fail code:=9 reason=no message=never", "call Sample add a=x", "call Sample add a:=1 a:=2",
    "call Sample add a:={", "call Nobody run", "call Nobody run --json", "call Smple add", "call Sample ad",
    "call Sample", "call NoNote run", "call NoNote run --json", "call NeverReplies run",
    "call Sample untilCancelled --timeout 0.2", "call Sample box", "call Sample echo x=@missing",
    "call Sample echo x=@here.txt", "call Sample echo x:=@here.json", "call Sample echo x=@-",
    "call Sample echo --params -", "call Sample echo x=@../upwards.txt", "open app://Sample/routed?a=1",
    "open app://Sample/routed?a=1 --json", "open app://Sample/add?a=1", "open nonsense", "open --key Sample_hinted",
    "open app://Nobody/run --dry-run", "explain app://Sample/routed", "explain Sample add", "explain Nobody run",
    "describe Sample", "describe Sample add", "describe Sample --json", "describe Nobody", "describe Good run --json",
    "routes", "routes --json", "list", "bindings Sample", "bindings Sample --language c",
    "bindings Sample --language cpp --json", "bindings Sample --language rust", "bindings Nobody",
    "bindings --check missing.swift Sample", "call Good run --nonsense", "describe --help", "help call",
  ]

  @Test func `what it prints and how it ends is the same with a host that runs and without`() throws {
    let served = try ConnectTests.served("no-note", "never-replies")
    let here = Folder()
    here.write("from a file\n", as: "here.txt")
    here.write("[1, 2]", as: "here.json")
    mkdir(here("below"), 0o755)
    here.write("upwards", as: "upwards.txt")
    for name in ["here.txt", "here.json"] { here.copy(here(name), as: "below/\(name)") }
    // What a list says of what is loaded would else differ.
    _ = Run.host("--connect", served.control, "call", "Good", "run")
    for line in ConnectTests.lines {
      let words = ConnectTests.words(line)
      let input = Array("{\"typed\": 1}".utf8)
      let alone = Run.host(["--plugins", served.folder.path] + words, in: here("below"), input: input)
      let connected = Run.host(["--connect", served.control] + words, in: here("below"), input: input)
      #expect(connected == alone, "\(line)")
      // The option may stand where it is not looked for before Swift starts.
      if line.hasPrefix("call Sample e") {
        #expect(Run.host(words + ["--connect", served.control], in: here("below"), input: input) == alone, "\(line)")
      }
    }
    // The one that runs has loaded them.
    let list = { (words: String...) in Run.host(words + ["list", "--json"]).out }
    #expect(
      list("--connect", served.control).replacing("\"generation\":1", with: "\"generation\":null")
        == list("--plugins", served.folder.path))
    #expect(served.end() == 0)
  }

  @Test(arguments: ["call Sample ad", "call S", "describe ", "call Sample add --t"])
  func `a line is completed as one with the folder in it`(_ line: String) throws {
    let served = try ConnectTests.served()
    let here = Folder()
    let environment = ["XDG_CACHE_HOME": here.path]
    // What is known there is what it has loaded, and here what is kept; what is younger than a moment is not.
    usleep(200_000)
    #expect(Run.host("--plugins", served.folder.path, "list", "--targets", environment: environment).code == 0)
    #expect(Run.host("--connect", served.control, "list", "--targets").code == 0)
    let complete = { (words: [String], shell: String, option: String) in
      Run.host(words + ["complete", shell, "--", "host \(option) \(line)"], in: here.path, environment: environment)
    }
    for shell in ["bash", "zsh", "fish"] {
      let alone = complete([], shell, "--plugins \(served.folder.path)")
      let connected = complete([], shell, "--connect \(served.control)")
      #expect(connected == alone && alone.out.utf8.count > "names\n".utf8.count, "\(shell): \(alone)")
    }
    #expect(complete([], "bash", "--connect \(here("none"))") == Run(out: "names\n", err: "", code: 0))
    #expect(served.end() == 0)
  }

  @Test func `a host that does not answer completes nothing, and nobody waits for it`() throws {
    let folder = Folder()
    let listener = try #require(ConnectTests.listener(at: folder("silent")))
    defer { close(listener) }
    // There is something to be completed where it is typed.
    mkdir(folder("lib"), 0o755)
    folder.copy("\(Place.fixtures)/good/libGood.so", as: "lib/libGood.so")
    #expect(Run.host(["complete", "bash", "--", "host call Goo"], in: folder.path).out == "names\nGood\n")
    for shell in ["bash", "zsh", "fish"] {
      let begun = ContinuousClock.now
      let run = Run.host(["complete", shell, "--", "host --connect \(folder("silent")) call Goo"], in: folder.path)
      #expect(run == Run(out: "names\n", err: "", code: 0), "\(shell): \(run)")
      #expect(ContinuousClock.now - begun < .seconds(5))
    }
  }

  // A socket where one can connect, and nobody is there.
  private static func listener(at path: String) -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return result == 0 && listen(listener, 8) == 0 ? listener : nil
  }

  @Test func `what is about the whole host, or needs none that runs, is refused in words`() throws {
    let served = try ConnectTests.served()
    let run = { (words: String...) in Run.host(["--connect", served.control] + words) }
    #expect(
      run("call", "Good", "run", "--plugins", "/elsewhere")
        == Run(
          out: "",
          err: "error: the option --plugins is for the whole host\nhelp: start it with 'host serve --plugins'\n",
          code: 2))
    #expect(
      run("open", "app://Good/run", "--policy", "policy.json")
        == Run(
          out: "", err: "error: the option --policy is for the whole host\nhelp: start it with 'host serve --policy'\n",
          code: 2))
    #expect(
      run("inspect", "x.so")
        == Run(
          out: "",
          err: "error: unknown command 'inspect'\nhelp: 'inspect' needs no host that runs: leave --connect out\n",
          code: 2))
    #expect(
      run("nonsense")
        == Run(
          out: "", err: "error: unknown command 'nonsense'\nhelp: see the commands with 'host --connect SOCKET help'\n",
          code: 2))
    #expect(
      run("call", "Good", "run", "--trace", "file").err == """
        error: --trace is for a process of its own
        help: write host call TARGET ACTION --trace FILE in a shell

        """)
    #expect(served.end() == 0)
  }

  @Test func `where no host answers it says so, and exits 3`() throws {
    let folder = Folder()
    let nobody = Run.host("--connect", folder("none"), "list")
    #expect(
      nobody
        == Run(
          out: "",
          err: """
            error: no host answers at '\(folder("none"))'
            help: start one there with 'host serve --control \(folder("none"))'

            """, code: 3))
    // One that was left behind.
    let left = try ServedHost(in: Folder("good"))
    left.send(SIGKILL)
    _ = left.finish()
    #expect(Run.host("--connect", left.control, "list").code == 3)
    let json = Run.host("--connect=\(folder("none"))", "list", "--json")
    #expect(json.err.hasPrefix("{\"error\":{\"code\":3,\"reason\":\"no_host\",") && json.code == 3)
    #expect(Run.host("--connect").code == 2)
    // It is replaced by the next one.
    let next = try ServedHost(in: Folder("good"), control: left.control)
    #expect(Run.host("--connect", next.control, "call", "Good", "run").code == 0)
    #expect(next.end() == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal to the client gives its call up, and it ends by it`(_ signal: Int32) throws {
    let served = try ConnectTests.served("returns-when-told")
    let client = try served.connected("call", "ReturnsWhenTold", "run")
    #expect(eventually { served.marks == ["running"] })
    client.send(signal)
    #expect(
      client.finish()
        == Run(out: "", err: "error: the call of ReturnsWhenTold.run was given up\n", code: 128 + signal))
    #expect(Run.host("--connect", served.control, "call", "Good", "run").code == 0)
    #expect(served.end() == 0)
  }

  @Test func `a client that is killed has its call given up`() throws {
    let served = try ConnectTests.served()
    let client = try served.connected("call", "Sample", "untilGivenUp", "--timeout", "0")
    #expect(eventually { Run.host("--connect", served.control, "list", "--generations").code == 0 })
    let count = { Run.host("--connect", served.control, "call", "Sample", "givenUp").out }
    #expect(count() == "0\n")
    client.send(SIGKILL)
    _ = client.finish()
    #expect(eventually { count() == "1\n" })
    #expect(served.end() == 0)
  }

  @Test func `an action that does not stop is left alone at its time's end, and the host goes on`() throws {
    let served = try ConnectTests.served("never-returns")
    let run = Run.host("--connect", served.control, "call", "NeverReturns", "run", "--timeout", "0.2")
    #expect(
      run
        == Run(
          out: "",
          err: """
            error: NeverReturns.run did not reply within 0.2 s, and does not stop
            help: allow more with --timeout SECONDS

            """, code: 7))
    #expect(served.marks == ["running"])
    // Where a second Ctrl-C comes, nobody waits.
    let client = try served.connected("call", "NeverReturns", "run", "--timeout", "0")
    #expect(eventually { served.marks == ["running", "running"] })
    client.send(SIGINT)
    #expect(eventually { !client.handles(SIGINT) })
    client.send(SIGINT)
    #expect(client.finish().code == 128 + SIGINT)
    #expect(Run.host("--connect", served.control, "call", "Good", "run").code == 0)
    served.send(SIGKILL)
    _ = served.finish()
  }

  @Test func `a client whose reader does not read holds up nobody else`() throws {
    let served = try ConnectTests.served()
    let text = String(repeating: "long ", count: 100_000)
    served.folder.write(text, as: "long.txt")
    let stuck = try served.connected("call", "Sample", "first", "value=@\(served.folder("long.txt"))")
    for _ in 0..<5 { #expect(Run.host("--connect", served.control, "call", "Good", "run").code == 0) }
    let run = stuck.finish()
    #expect(run.out == text + "\n" && run.code == 0)
    // One whose reader has gone has seen enough.
    let closed = try served.connected("call", "Sample", "first", "value=@\(served.folder("long.txt"))")
    closed.closeOut()
    let seen = closed.finish(outIsClosed: true)
    #expect(seen.code == 0 && seen.err == "")
    #expect(served.end() == 0)
  }

  @Test func `a hundred clients at once are served, and nothing of them stays`() throws {
    let served = try ConnectTests.served()
    #expect(Run.host("--connect", served.control, "call", "Sample", "later", "text=first").code == 0)
    let (descriptors, threads) = (served.descriptors, served.threads)
    let clients = try (0..<100).map { number in
      try served.connected("call", "Sample", "later", "text=number \(number)")
    }
    for (number, client) in clients.enumerated() {
      #expect(client.finish(limit: .seconds(60)) == Run(out: "number \(number)\n", err: "", code: 0))
    }
    #expect(eventually { served.descriptors <= descriptors })
    #expect(eventually { served.threads <= threads })
    #expect(served.end() == 0)
  }

  @Test func `top shows what is called over HTTP, how often it fails, and what is under way`() throws {
    let served = try ServedHost(in: Folder("serves"))
    let top = { (words: String...) in Run.host(["--connect", served.control, "top"] + words) }
    #expect(top() == Run(out: "CALLS  A SECOND  MEDIAN  99 %  FAILED  UNDER WAY  ACTION\n", err: "", code: 0))
    #expect(top("--json").out == "[]\n")
    let (client, other) = (try RawClient(path: served.socket), try RawClient(path: served.socket))
    for number in 1...5 {
      client.call("/Serves/add", "{\"number\":\(number)}")
      #expect(client.answer()?.status == 200)
    }
    client.call("/Serves/add", "{\"number\":\"no\"}")
    #expect(client.answer()?.status == 400)
    other.call("/Serves/await")
    #expect(eventually { served.marks == ["deferred"] })
    let lines = top().out.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let add = try #require(lines.first { $0.last == "add" })
    // The first one has loaded the component, and counts as well.
    #expect(add.first == "6" && add[add.count - 4] == "1" && add[add.count - 3] == "0", "\(lines)")
    let json = top("--json").out
    #expect(json.contains(#""target":"Serves","action":"add","calls":6,"rate":0.0,"#), "\(json)")
    #expect(json.contains(#""failures":1,"under_way":0"#) && json.contains(#""under_way":1"#), "\(json)")
    other.close()
    #expect(served.end() == 0)
  }

  @Test func `what only a running host can do: refresh, rollback, quit`() throws {
    let served = try ServedHost(in: Folder("good"))
    let run = { (words: String...) in Run.host(["--connect", served.control] + words) }
    let first = run("call", "Good", "run")
    #expect(first.code == 0)
    #expect(run("rollback", "Good").code == 4)
    served.folder.copy("\(Place.fixtures)/good-changed/libGood.so", as: "libGood.so")
    _ = run("refresh", "--json")
    #expect(eventually { run("call", "Good", "run").out != first.out })
    #expect(run("rollback", "Good", "--json").out.contains("\"change\":\"replaced\""))
    #expect(run("call", "Good", "run") == first)
    // Told to who reads the log and who lists, and not only to who did it.
    #expect(eventually { served.lines.contains("info Good was replaced: generation 3") }, "\(served.lines)")
    #expect(run("list").out.contains(" ready; generation 3 answers, which was rolled back to\n"), "\(run("list"))")
    #expect(run("refresh").code == 0)
    #expect(run("pardon", "Good").code == 3)
    #expect(run("quit") == Run(out: "", err: "", code: 0))
    #expect(served.finish() == 0)
    #expect(access(served.control, F_OK) != 0)
  }

  @Test func `events are shown as they happen, a line each, until the client has seen enough`() throws {
    let served = try ConnectTests.served("tells")
    let call = { Run.host("--connect", served.control, "call", "Tells", "run") }
    let client = try served.connected(
      "events", "Tells.told", "Tells.told", "Nobody.said", out: served.folder("told.txt"))
    // Nothing tells when it has begun to hear.
    var count = 0
    let isHeard = eventually {
      count += 1
      #expect(call() == Run(out: "\(count)\n", err: "", code: 0))
      return !served.folder.lines(of: "told.txt").isEmpty
    }
    #expect(isHeard)
    #expect(call().code == 0)
    #expect(eventually { served.folder.lines(of: "told.txt").last == "Tells.told \(count + 1)" })
    client.send(SIGINT)
    #expect(client.finish() == Run(out: "", err: "", code: 128 + SIGINT))
    // What becomes of components is told without a name.
    let own = try served.connected("events", "--json", out: served.folder("own.txt"))
    let loaded = { served.folder.lines(of: "own.txt").filter { $0.contains("\"event\":\"host:loaded\"") } }
    let fixtures = ["good", "counts", "serial", "marks", "naps", "waits", "meets"]
    var left = fixtures[...]
    let isTold = eventually {
      // Each is loaded once, so as many are tried.
      if let name = left.popFirst() {
        served.folder.put(name)
        _ = Run.host("--connect", served.control, "describe", name.prefix(1).uppercased() + name.dropFirst())
        usleep(200_000)
      }
      return !loaded().isEmpty
    }
    #expect(isTold, "\(served.folder.lines(of: "own.txt"))")
    #expect(loaded().first?.contains("\"lost\":0") == true)
    own.send(SIGTERM)
    #expect(own.finish().code == 128 + SIGTERM)
    let told = served.folder.lines(of: "own.txt").map { "\($0)\n" }.joined()
    #expect(Published.faults(of: ["events", "--json"], out: told, err: "") == [])
    let wrong = Run.host("--connect", served.control, "events", "nonsense")
    #expect(wrong.code == 2 && wrong.err.hasPrefix("error: these can't be observed from here: 'nonsense';"), "\(wrong)")
    #expect(served.end() == 0)
  }

  @Test func `a socket where HTTP is spoken is none for the owner, and it says so at once`() throws {
    let served = try ServedHost(in: Folder("serves"))
    let began = ContinuousClock.now
    #expect(
      Run.host("--connect", served.socket, "list")
        == Run(
          out: "",
          err: """
            error: what answers at '\(served.socket)' speaks HTTP: there all are callers from outside
            help: name the host's control socket: the PATH of 'host serve --control PATH', or else \
            component-host.control in $XDG_RUNTIME_DIR

            """, code: 6))
    // Not when the door has waited for the rest of a request.
    #expect(ContinuousClock.now - began < .seconds(4))
    #expect(served.end() == 0)
  }
}
