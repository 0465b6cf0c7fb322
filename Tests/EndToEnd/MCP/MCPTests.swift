import ComponentKit
import Glibc
import TestThreads
import Testing

/// What `host mcp` answers a client that keeps to a revision, message by message.
@Suite(.offPool) struct MCPTests {
  static let agreed = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]

  /// The `_meta` of a request that says for itself what it is written in.
  static func meta(_ more: String = "", revision: String = "2026-07-28") -> String {
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"\(revision)\","
      + "\"io.modelcontextprotocol/clientCapabilities\":{}\(more)}"
  }

  static let server: Value = ["name": "host", "version": "0.1.0"]

  @Test(arguments: agreed) func `a revision with a handshake is agreed on, and a tool called in it`(revision: String)
    throws
  {
    let client = try MCPClient()
    let begun = try client.begin(revision)
    #expect(
      begun == [
        "jsonrpc": "2.0", "id": 1,
        "result": [
          "protocolVersion": .text(revision), "capabilities": ["tools": ["listChanged": true]],
          "serverInfo": MCPTests.server,
        ],
      ])
    client.call("Serves-add", "{\"number\":4}")
    #expect(
      client.next() == ["jsonrpc": "2.0", "id": 2, "result": ["content": [["type": "text", "text": "5"]]]])
    client.ask("ping")
    #expect(client.next() == ["jsonrpc": "2.0", "id": 3, "result": [:]])
    #expect(client.end() == 0)
    #expect(client.errors == "")
  }

  @Test func `a revision that nobody knows gets the latest one with a handshake`() throws {
    for revision in ["2026-07-28", "1999-01-01", "", "2025-11-25 "] {
      let client = try MCPClient()
      #expect(try client.begin(revision)["result"]?["protocolVersion"] == "2025-11-25", "\(revision)")
    }
  }

  @Test func `the stateless revision needs no handshake, and each result says what it is of`() throws {
    let client = try MCPClient()
    let meta: Value = ["io.modelcontextprotocol/serverInfo": MCPTests.server]
    client.ask("server/discover", "{\(MCPTests.meta())}")
    #expect(
      client.next() == [
        "jsonrpc": "2.0", "id": 1,
        "result": [
          "supportedVersions": ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
          "capabilities": ["tools": ["listChanged": true]], "ttlMs": 3_600_000, "cacheScope": "public",
          "resultType": "complete", "_meta": meta,
        ],
      ])
    client.ask("tools/call", "{\"name\":\"Serves-add\",\"arguments\":{\"number\":4},\(MCPTests.meta())}")
    #expect(
      client.next() == [
        "jsonrpc": "2.0", "id": 2,
        "result": [
          "content": [["type": "text", "text": "5"]], "structuredContent": 5, "resultType": "complete", "_meta": meta,
        ],
      ])
    client.ask("tools/list", "{\(MCPTests.meta())}")
    let list = try #require(client.next()?["result"])
    #expect(list["ttlMs"] == 0 && list["cacheScope"] == "private" && list["resultType"] == "complete")
    #expect(list["_meta"] == meta && list["nextCursor"] == nil)
    // In the same connection there may be one.
    #expect(try client.begin("2025-06-18")["result"]?["protocolVersion"] == "2025-06-18")
    client.ask("tools/call", "{\"name\":\"Serves-add\",\"arguments\":{\"number\":5},\(MCPTests.meta())}")
    #expect(client.next()?["result"]?["resultType"] == "complete")
    #expect(client.end() == 0)
  }

  @Test func `what is told of a tool is what the revision has`() throws {
    let plain: Value = [
      "name": "Serves-add", "description": "An action",
      "inputSchema": [
        "type": "object", "properties": ["number": ["type": "integer", "format": "int64"]], "required": ["number"],
        "additionalProperties": false,
      ],
    ]
    func tool(_ more: Fields) -> Value {
      var fields = plain.map ?? [:]
      for (key, value) in more { fields[key] = .some(value) }
      return .map(fields)
    }
    let annotations: Value = ["title": "Serves.add", "readOnlyHint": false]
    let titled = tool(["title": "Serves.add", "annotations": annotations])
    let expected: [String: Value] = [
      "2024-11-05": plain, "2025-03-26": tool(["annotations": annotations]), "2025-06-18": titled, "2025-11-25": titled,
    ]
    for revision in MCPTests.agreed {
      let client = try MCPClient()
      try client.begin(revision)
      client.ask("tools/list")
      let tools = try #require(client.next()?["result"]?["tools"]?.list)
      #expect(tools.first == expected[revision], "\(revision)")
      #expect(
        tools.compactMap { $0["name"]?.text } == [
          "Serves-add", "Serves-await", "Serves-crash", "Serves-hang", "Serves-haveItSaid", "Serves-later",
          "Serves-lengthy", "Serves-look", "Serves-nap", "Serves-refuse", "Serves-stay", "Serves-steps",
        ])
    }
    let client = try MCPClient()
    client.ask("tools/list", "{\(MCPTests.meta())}")
    var fields = titled.map ?? [:]
    fields["outputSchema"] = ["type": "integer", "format": "int64"]
    #expect(client.next()?["result"]?["tools"]?[0] == .map(fields))
  }

  @Test func `progress is told by the token that the client gave, and only with one`() throws {
    let client = try MCPClient()
    try client.begin("2025-11-25")
    client.call("Serves-steps", "{\"count\":4}", meta: "{\"progressToken\":\"mine\"}")
    for step in 1...4 {
      #expect(
        client.next() == [
          "jsonrpc": "2.0", "method": "notifications/progress",
          "params": ["progressToken": "mine", "progress": .double(Double(step) / 4), "total": 1.0, "message": "step"],
        ])
    }
    #expect(client.next()?["result"]?["content"] == [["type": "text", "text": "4"]])
    client.call("Serves-steps", "{\"count\":4}")
    #expect(client.next()?["id"] == 3)
    // Of many the first and the last are told, and some between; none comes behind the answer.
    client.call("Serves-steps", "{\"count\":5000}", meta: "{\"progressToken\":7}")
    var last = 0.0
    var count = 0
    while let next = client.next(), let told = next["params"]?["progress"]?.double {
      #expect(told > last)
      (last, count) = (told, count + 1)
    }
    #expect(last == 1 && (50..<2000).contains(count), "\(count)")
    client.ask("ping")
    #expect(client.next()?["id"] == 5)
  }

  @Test func `progress without a known part rises all the same, and has no words in the first revision`() throws {
    let folder = Folder("assists")
    let client = try MCPClient(in: folder)
    try client.begin("2025-03-26")
    client.call("Assists-wordy", meta: "{\"progressToken\":0}")
    let told = (0..<3).map { _ in client.next()?["params"] }
    #expect(
      told == [
        ["progressToken": 0, "progress": 1.0, "message": "first"], ["progressToken": 0, "progress": 2.0],
        ["progressToken": 0, "progress": 3.0, "message": "third"],
      ])
    let old = try MCPClient(in: folder)
    try old.begin("2024-11-05")
    old.call("Assists-wordy", meta: "{\"progressToken\":0}")
    #expect(old.next()?["params"] == ["progressToken": 0, "progress": 1.0])
  }

  @Test func `what fails within a tool is its result, and what is no tool an error of the protocol`() throws {
    let client = try MCPClient()
    try client.begin("2025-11-25")
    let cases: [(String, String, String, Int, String)] = [
      ("Serves-refuse", "{}", "there is no book 7", 1, "no_such_book"),
      (
        "Serves-add", "{\"number\":\"four\"}", "the parameter 'number' must be an int, not the text 'four'", 5,
        "mistyped_parameter"
      ),
      (
        "Serves-add", "{\"nummer\":4}", "there is no parameter 'nummer'; did you mean 'number'?", 5, "unknown_parameter"
      ),
    ]
    for (tool, arguments, words, code, reason) in cases {
      client.call(tool, arguments)
      let result = try #require(client.next()?["result"], "\(tool)")
      #expect(result["isError"] == true && result["content"] == [["type": "text", "text": .text(words)]], "\(result)")
      let failure = result["_meta"]?["component-host/failure"]
      #expect(failure?["code"] == .int(code) && failure?["reason"] == .text(reason), "\(result)")
    }
    // What callers from outside may not reach is not there.
    for tool in [
      "Serves-secret", "Serves-say", "Serves-nothing", "Nobody-here", "Serves", "", "Serves.add", "x y", "é-a",
    ] {
      client.call(tool)
      let answer = try #require(client.next(), "\(tool)")
      #expect(answer["error"]?["code"] == -32602, "\(answer)")
      #expect(answer["error"]?["message"]?.text?.hasPrefix("there is no tool '") == true, "\(answer)")
    }
  }

  @Test func `a cancelled call is given up and not answered, and its id is free again`() throws {
    let client = try MCPClient()
    try client.begin("2025-06-18")
    for tool in ["Serves-stay", "Serves-await"] {
      let id = client.call(tool)
      #expect(eventually { client.marks.contains(tool == "Serves-stay" ? "running" : "deferred") })
      client.notify("notifications/cancelled", "{\"requestId\":\(id),\"reason\":\"enough\"}")
      #expect(eventually { client.marks.contains(tool == "Serves-stay" ? "noticed" : "given up") })
      client.line("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"ping\"}")
      #expect(client.next() == ["jsonrpc": "2.0", "id": .int(id), "result": [:]])
    }
    // Whom nobody knows is nobody.
    for id in ["99", "\"2\"", "null", "{}", "1.5"] {
      client.notify("notifications/cancelled", "{\"requestId\":\(id)}")
    }
    client.notify("notifications/cancelled")
    client.ask("ping")
    #expect(client.next()?["result"] == [:])
    #expect(client.end() == 0)
  }

  @Test func `a slow call holds up nobody else, and answers come as they are there`() throws {
    let client = try MCPClient()
    try client.begin("2025-06-18")
    // Known to be quick, so that it is run by the thread that reads.
    for _ in 0..<3 {
      client.call("Serves-nap", "{\"milliseconds\":0}")
      #expect(client.next()?["result"] != nil)
    }
    let slow = client.call("Serves-nap", "{\"milliseconds\":1500}")
    let late = client.call("Serves-later", "{\"milliseconds\":700}")
    let quick = (0..<20).map { client.call("Serves-add", "{\"number\":\($0)}") }
    let ids = (0..<22).map { _ in client.next()?["id"]?.int }
    #expect(Set(ids.prefix(20)) == Set(quick) && ids.suffix(2) == [late, slow], "\(ids)")
  }

  @Test func `a call that takes too long ends for its client, whatever its action does`() throws {
    let client = try MCPClient("--timeout", "0.3")
    try client.begin("2025-06-18")
    for tool in ["Serves-stay", "Serves-await", "Serves-hang"] {
      client.call(tool)
      let result = try #require(client.next()?["result"], "\(tool)")
      #expect(result["isError"] == true)
      let failure = result["_meta"]?["component-host/failure"]
      #expect(failure?["details"]?["status"] == 504 && failure?["code"] == 7, "\(tool): \(result)")
    }
    client.call("Serves-add", "{\"number\":1}")
    #expect(client.next()?["result"]?["content"] == [["type": "text", "text": "2"]])
    #expect(client.end() == 0)
  }

  @Test func `beyond its limits a call is told that there are too many`() throws {
    let client = try MCPClient("--calls", "3", "--target-calls", "2")
    try client.begin("2025-06-18")
    let ids = (0..<3).map { _ in client.call("Serves-stay") }
    let answer = try #require(client.next())
    #expect(answer["id"] == .int(ids[2]) && answer["result"]?["isError"] == true)
    #expect(answer["result"]?["_meta"]?["component-host/failure"]?["reason"] == "busy", "\(answer)")
    client.notify("notifications/cancelled", "{\"requestId\":\(ids[0])}")
    // Its place is free once the action has returned.
    #expect(
      eventually {
        client.call("Serves-add", "{\"number\":1}")
        return client.next()?["result"]?["content"] == [["type": "text", "text": "2"]]
      })
  }

  @Test func `several messages in one piece are answered in one, in the revision that has that`() throws {
    let client = try MCPClient()
    try client.begin("2025-03-26")
    client.line(
      """
      [{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"Serves-nap","arguments":{"milliseconds":200}}},\
      {"jsonrpc":"2.0","method":"notifications/none"},{"jsonrpc":"2.0","id":"b","method":"ping"},7,\
      {"jsonrpc":"2.0","id":"c","method":"initialize"},{"jsonrpc":"2.0","id":"a","method":"ping"},\
      {"jsonrpc":"2.0","id":"d","result":{}}]
      """)
    let answers = try #require(client.next()?.list)
    #expect(answers.count == 5, "\(answers)")
    let ids = answers.map { $0["id"] ?? "none" }
    #expect(ids == ["b", .null, "c", "a", "a"], "\(ids)")
    #expect(answers.contains(["jsonrpc": "2.0", "id": "b", "result": [:]]))
    #expect(answers.compactMap { $0["error"]?["code"]?.int } == [-32600, -32600, -32600])
    // Of notifications alone nothing comes back.
    client.line("[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/none\"}]")
    client.line("[]")
    #expect(client.next()?["error"]?["code"] == -32600)
    client.line("[" + Array(repeating: "{}", count: 257).joined(separator: ",") + "]")
    #expect(client.next()?["error"]?["code"] == -32600)
    // A cancelled one keeps no other waiting.
    client.line(
      "[{\"jsonrpc\":\"2.0\",\"id\":\"e\",\"method\":\"tools/call\",\"params\":{\"name\":\"Serves-stay\"}},"
        + "{\"jsonrpc\":\"2.0\",\"id\":\"f\",\"method\":\"ping\"}]")
    #expect(eventually { client.marks.contains("running") })
    client.notify("notifications/cancelled", "{\"requestId\":\"e\"}")
    #expect(client.next() == [["jsonrpc": "2.0", "id": "f", "result": [:]]])
  }
}
