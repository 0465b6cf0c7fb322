import ComponentKit
import Glibc
import TestThreads
import Testing

/// How `host mcp` begins and ends, and that nothing but messages is on its standard output.
@Suite(.offPool) struct MCPEndTests {
  @Test(arguments: [[], ["--isolate"]]) func `whatever a component prints, only messages are on the output`(
    options: [String]
  ) throws {
    let client = try MCPClient(in: Folder("assists"), common: options)
    try client.begin("2025-06-18")
    client.ask("tools/list")
    #expect(client.next()?["result"]?["tools"]?.list?.count == 14)
    // It reads the end of a file, as it would without a client; and the next message is the host's.
    client.call("Assists-prints")
    client.ask("ping")
    let answers = [client.next(), client.next()]
    #expect(answers.contains { $0?["result"]?["content"] == [["type": "text", "text": "0"]] }, "\(answers)")
    #expect(answers.contains { $0?["result"] == [:] }, "\(answers)")
    client.closeInput()
    #expect(client.remaining() == [])
    #expect(client.finish() == 0)
    let errors = client.errors
    for words in ["from a constructor", "from register", "from a thread", "from an action", "from /dev/stdout"] {
      #expect(errors.contains(words), "\(words): \(errors)")
    }
    if options.isEmpty {
      #expect(errors.contains("from a buffer") && errors.contains("from a destructor"), "\(errors)")
    }
  }

  @Test func `messages in a file are answered, the last one without an end of its line`() throws {
    let folder = Folder("serves")
    let lines = """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
      {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"Serves-later","arguments":{"milliseconds":300}}}
      {"jsonrpc":"2.0","id":3,"method":"ping"}
      """
    let input = Folder()
    input.write(lines, as: "in")
    let words = ["--plugins", folder.path, "mcp"].map { Array($0.utf8) }
    let run = try #require(Started(Place.host, words, input: input("in"))).finish()
    #expect(run.code == 0 && run.err == "", "\(run)")
    let answers = try run.out.split(separator: "\n").map { try Value(json: String($0)) }
    #expect(answers.map { $0["id"]?.int } == [1, 3, 2], "\(run)")
    // The same through a pipe.
    let piped = Run.host(["--plugins", folder.path, "mcp"], input: Array(lines.utf8))
    #expect(piped == run)
  }

  @Test func `streams that can't be used are told, and are its failure`() throws {
    let folder = Folder("serves")
    let words = ["--plugins", folder.path, "mcp"].map { Array($0.utf8) }
    let input = Folder()
    input.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n", as: "in")
    let full = try #require(Started(Place.host, words, input: input("in"), out: "/dev/full")).finish()
    #expect(
      full.code == 1 && full.err.hasSuffix("what the client is to hear can't be written: No space left on device\n"),
      "\(full)")
    let folderRun = try #require(Started(Place.host, words, input: folder.path)).finish()
    #expect(
      folderRun.code == 1 && folderRun.err.hasSuffix("what the client sends can't be read: Is a directory\n"),
      "\(folderRun)")
  }

  // It may still come, so that is no end.
  @Test func `a folder that is not there is told in the log`() throws {
    let words = "nothing can be found in /no-such (no such folder)"
    let run = Run.host(
      ["--plugins", "/no-such", "mcp"], input: Array(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.utf8))
    #expect(run.code == 0 && run.err.hasSuffix("warning \(words)\n"), "\(run)")
    let host = try ServedHost("--plugins", "/no-such")
    #expect(host.lines.contains("warning \(words)"), "\(host.lines)")
  }

  @Test func `once the client has ended its calls have a moment, and are given up behind it`() throws {
    for tool in ["Serves-stay", "Serves-await", "Serves-hang"] {
      let client = try MCPClient("--grace", "0.2")
      try client.begin("2025-06-18")
      client.call("Serves-later", "{\"milliseconds\":50}")
      client.call(tool)
      #expect(eventually { !client.marks.isEmpty })
      client.closeInput()
      #expect(client.next()?["result"]?["content"] == [["type": "text", "text": "50"]])
      let last = client.next()
      #expect(
        last?["id"] == 3 && (last?["result"]?["isError"] == true || last?["error"]?["code"] == -32603),
        "\(tool): \(last ?? .null)")
      let begun = ContinuousClock.now
      #expect(client.finish() == 0)
      // What never returns has the program's own limit.
      #expect(ContinuousClock.now - begun < .seconds(tool == "Serves-hang" ? 8 : 4), "\(tool)")
      #expect(client.errors.contains("what goes on after 0.2 seconds is given up: 1 call"), "\(client.errors)")
    }
  }

  @Test func `signals end it, the first one well and the second one at once`() throws {
    for signal in [SIGTERM, SIGINT] {
      let client = try MCPClient()
      try client.begin("2025-06-18")
      client.call("Serves-later", "{\"milliseconds\":500}")
      client.ask("ping")
      #expect(client.next()?["id"] == 3)
      client.send(signal)
      #expect(client.next()?["result"]?["content"] == [["type": "text", "text": "500"]])
      #expect(client.finish() == 0)
      let stubborn = try MCPClient("--grace", "60")
      try stubborn.begin("2025-06-18")
      stubborn.call("Serves-hang")
      #expect(eventually { stubborn.marks == ["hanging"] })
      stubborn.send(signal)
      usleep(400_000)
      stubborn.send(signal)
      #expect(stubborn.finish(limit: .seconds(5)) == 128 + signal)
    }
  }

  @Test func `a client that reads no more is the end, and its calls are given up`() throws {
    let client = try MCPClient("--grace", "60")
    try client.begin("2025-06-18")
    client.call("Serves-stay")
    #expect(eventually { client.marks == ["running"] })
    client.closeOutput()
    #expect(client.finish(limit: .seconds(10)) == 0)
    #expect(client.marks == ["running", "noticed"])
    // With nothing to be told as well.
    let idle = try MCPClient()
    try idle.begin("2025-06-18")
    idle.closeOutput()
    #expect(idle.finish(limit: .seconds(10)) == 0)
  }

  @Test(arguments: [false, true])
  func `a client that does not read the error output is answered all the same, and its host ends`(bySignal: Bool) throws
  {
    let stuck = try StuckPipe()
    let client = try MCPClient("--grace", "0.2", in: Folder("serves", "register-fails"), err: stuck.path)
    try client.begin("2025-06-18")
    // Each of these has something for the log, and so has the end.
    client.ask("tools/list")
    #expect(client.next()?["result"]?["tools"]?.list?.count == 12)
    client.call("Serves-secret")
    #expect(client.next()?["error"]?["code"] == -32602)
    client.call("Serves-add", "{\"number\":1}")
    #expect(client.next()?["result"]?["content"] == [["type": "text", "text": "2"]])
    client.call("Serves-stay")
    #expect(eventually { client.marks == ["running"] })
    let begun = ContinuousClock.now
    if bySignal { client.send(SIGTERM) } else { client.closeInput() }
    #expect(client.finish() == 0)
    #expect(ContinuousClock.now - begun < .seconds(4))
  }

  @Test func `a component that waits for who reads the error output keeps no host from its end`() throws {
    let stuck = try StuckPipe()
    let client = try MCPClient("--grace", "0.2", "--timeout", "0.5", in: Folder("assists"), err: stuck.path)
    try client.begin("2025-06-18")
    client.call("Assists-prints")
    #expect(client.next()?["result"]?["_meta"]?["component-host/failure"]?["code"] == 7)
    let begun = ContinuousClock.now
    client.closeInput()
    #expect(client.finish() == 0)
    #expect(ContinuousClock.now - begun < .seconds(8))
  }

  @Test func `SIGHUP has it look at its folders, and ends nothing`() throws {
    let client = try MCPClient()
    try client.begin("2025-06-18")
    client.send(SIGHUP)
    client.call("Serves-add", "{\"number\":1}")
    #expect(client.next()?["result"] != nil)
    #expect(client.end() == 0)
  }

  @Test func `a component that crashes ends it, and says so on the error output`() throws {
    let client = try MCPClient()
    try client.begin("2025-06-18")
    client.call("Serves-crash")
    #expect(client.remaining() == [])
    #expect(client.finish() == 8)
    #expect(client.errors.contains("Serves"), "\(client.errors)")
    // In a process of its own it ends that, and its call fails.
    let isolated = try MCPClient(common: ["--isolate"])
    try isolated.begin("2025-06-18")
    isolated.call("Serves-crash")
    let failure = try #require(isolated.next()?["result"]?["_meta"]?["component-host/failure"])
    #expect(failure["code"] == 8, "\(failure)")
    isolated.call("Serves-add", "{\"number\":1}")
    #expect(isolated.next()?["result"]?["content"] == [["type": "text", "text": "2"]])
  }

  @Test func `without its streams it does not begin`() {
    let folder = Folder("serves")
    let cases = [
      ("<&-", "error: the standard input can't be read\n"), (">&-", "error: the standard output can't be written to\n"),
    ]
    for (redirection, words) in cases {
      let run = Run.program(
        "/bin/sh", ["-c", "exec \"$0\" --plugins \"$1\" mcp \(redirection)", Place.host, folder.path],
        limit: .seconds(20))
      #expect(run.code == 1 && run.out == "" && run.err.hasPrefix(words), "\(redirection): \(run)")
    }
    let typed = Run.host("mcp", "x")
    #expect(typed.code == 2 && typed.err.contains("error: mcp takes no 'x'\n"), "\(typed)")
    for option in ["--threads", "--calls", "--message"] {
      let run = Run.host("mcp", option, "0")
      #expect(run.code == 2 && run.err.contains("error: the option \(option) takes a number from 1 to "), "\(run)")
    }
  }
}
