import ComponentKit
import Glibc
import TestThreads
import Testing

/// What tools are made of actions, what they reply, and how clients hear that they come and go.
@Suite(.offPool) struct MCPToolsTests {
  private func tools(_ client: MCPClient, _ parameters: String = "{}") throws -> [String: Value] {
    client.ask("tools/list", parameters)
    let list = try #require(client.next()?["result"]?["tools"]?.list)
    return Dictionary(uniqueKeysWithValues: list.map { ($0["name"]?.text ?? "", $0) })
  }

  @Test func `an action that JSON can call is a tool, with a name that is short enough for everybody`() throws {
    let client = try MCPClient(in: Folder("assists"))
    try client.begin("2025-06-18")
    let tools = try tools(client)
    let long = tools.keys.filter { $0.contains("Longest") }.sorted()
    #expect(
      tools.keys.filter { !$0.contains("Longest") }.sorted() == [
        "Assists-Below-number", "Assists-anything", "Assists-book", "Assists-books", "Assists-bytes", "Assists-deep",
        "Assists-halfLocal", "Assists-nothing", "Assists-number", "Assists-prints", "Assists-words", "Assists-wordy",
      ])
    // They are told apart by what is made of the whole name.
    #expect(long.count == 2 && long.allSatisfy { $0.utf8.count == 64 && $0.contains("-0") })
    for name in tools.keys { #expect(name.utf8.allSatisfy { "-_".utf8.contains($0) || ($0 | 32) > 96 || $0 < 58 }) }
    for name in long {
      client.call(name, "{\"value\":3}")
      #expect(client.next()?["result"]?["content"] == [["type": "text", "text": "3"]], "\(name)")
    }
    client.call(String(long[0].dropLast()) + "z")
    #expect(client.next()?["error"]?["code"] == -32602)
    #expect(tools["Assists-halfLocal"]?["inputSchema"]?["properties"]?.map?.keys == ["value"])
    #expect(tools["Assists-number"]?["inputSchema"]?["properties"]?["value"]?["default"] == 7)
    #expect(tools["Assists-anything"]?["annotations"]?["readOnlyHint"] == true)
  }

  @Test func `a name that was cut off is found by a client that has asked for no list`() throws {
    let folder = Folder("assists")
    let first = try MCPClient(in: folder)
    try first.begin("2025-06-18")
    let name = try #require(tools(first).keys.first { $0.contains("Longest") })
    let client = try MCPClient(in: folder)
    client.ask("tools/call", "{\"name\":\"\(name)\",\"arguments\":{\"value\":3},\(MCPTests.meta())}")
    #expect(client.next()?["result"]?["structuredContent"] == 3)
  }

  @Test func `a schema has the types in it that it refers to, and no others`() throws {
    let client = try MCPClient(in: Folder("assists"))
    try client.begin("2025-06-18")
    let tools = try tools(client)
    let book = try #require(tools["Assists-book"])
    #expect(book["inputSchema"]?["$defs"]?.map?.keys.sorted() == ["Book", "Part"])
    #expect(
      book["outputSchema"]?["type"] == "object" && book["outputSchema"]?["$defs"]?.map?.keys.contains("Part") == true)
    #expect(tools["Assists-words"]?["inputSchema"]?["$defs"] == nil)
    for name in ["number", "books", "words", "bytes", "anything", "nothing"] {
      #expect(tools["Assists-\(name)"]?["outputSchema"] == nil, "\(name)")
    }
    let latest = try self.tools(client, "{\(MCPTests.meta())}")
    for name in ["number", "books", "book", "nothing"] {
      #expect(latest["Assists-\(name)"]?["outputSchema"] != nil, "\(name)")
    }
    for name in ["words", "bytes", "anything"] { #expect(latest["Assists-\(name)"]?["outputSchema"] == nil, "\(name)") }
  }

  @Test func `the trace in the _meta of a call goes on to what its tool calls`() throws {
    let client = try MCPClient(in: Folder("traces"))
    try client.begin("2025-06-18")
    let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    for (said, seen) in [("\"\(trace)\"", trace), ("\"00-1-2-01\"", ""), ("7", "")] {
      client.call("Traces-below", meta: "{\"traceparent\":\(said)}")
      #expect(client.next()?["result"]?["content"] == [["type": "text", "text": .text(seen)]], "\(said)")
    }
    #expect(client.end() == 0)
  }

  @Test func `a reply is told as text, and as what it is where the revision has that`() throws {
    let client = try MCPClient(in: Folder("assists"))
    try client.begin("2025-06-18")
    let book = "{\"title\":\"Emma\",\"parts\":[{\"title\":\"One\"}]}"
    let cases: [(String, String, Value, Value?, Value?)] = [
      ("words", "\"a\\n\\u0000b\"", [["type": "text", "text": "a\n\0b"]], nil, nil),
      ("number", "9", [["type": "text", "text": "9"]], nil, 9),
      // To JSON it is the same number.
      ("number", "9.0", [["type": "text", "text": "9"]], nil, 9),
      ("book", book, [["type": "text", "text": .text(book)]], try Value(json: book), try Value(json: book)),
      ("books", "[\(book)]", [["type": "text", "text": .text("[\(book)]")]], nil, [try Value(json: book)]),
      ("anything", "null", [], nil, nil),
      ("anything", "{}", [["type": "text", "text": "{}"]], [:], [:]),
      (
        "bytes", "\"AAEC/w==\"",
        [
          [
            "type": "resource",
            "resource": [
              "uri": "app://Assists/bytes", "mimeType": "application/octet-stream", "blob": "AAEC/w==",
            ],
          ]
        ], nil, nil
      ),
    ]
    for (tool, argument, content, structured, latest) in cases {
      client.call("Assists-\(tool)", "{\"value\":\(argument)}")
      let result = try #require(client.next()?["result"], "\(tool)")
      #expect(result["content"] == content && result["structuredContent"] == structured, "\(tool): \(result)")
      client.ask(
        "tools/call", "{\"name\":\"Assists-\(tool)\",\"arguments\":{\"value\":\(argument)},\(MCPTests.meta())}")
      let stateless = try #require(client.next()?["result"], "\(tool)")
      let isNull = argument == "null"
      #expect(
        stateless["content"] == content && stateless["structuredContent"] == (isNull ? .null : latest), "\(stateless)")
    }
    client.call("Assists-nothing")
    #expect(client.next()?["result"] == ["content": []])
    client.call("Assists-deep")
    #expect(client.next()?["result"]?["content"]?[0]?["text"]?.text?.hasPrefix("[[[[") == true)
    // Deeper than a message may nest, with what stands around it.
    client.ask("tools/call", "{\"name\":\"Assists-deep\",\(MCPTests.meta())}")
    #expect(client.next()?["error"]?["code"] == -32603)
  }

  @Test func `what the policy does not allow is no tool`() throws {
    let folder = Folder("assists", "serves")
    let client = try MCPClient("--allow", "Assists.Below", in: folder)
    try client.begin("2025-06-18")
    #expect(try tools(client).keys.sorted() == ["Assists-Below-number"])
    client.call("Assists-number")
    #expect(client.next()?["error"]?["code"] == -32602)
    client.call("Assists-Below-number", "{\"value\":2}")
    #expect(client.next()?["result"]?["content"] == [["type": "text", "text": "2"]])
    #expect(
      client.errors.contains("was denied: the target 'Assists' is not among the allowed ones"), "\(client.errors)")
  }

  @Test func `where the policy does not take the URLs of tools there are none, which is told once`() throws {
    let client = try MCPClient("--scheme", "web")
    try client.begin("2025-06-18")
    for _ in 0..<3 { #expect(try tools(client).isEmpty) }
    client.call("Serves-add", "{\"number\":1}")
    #expect(client.next()?["error"]?["code"] == -32602)
    let words = "warning there are no tools: the policy takes no URLs of the scheme 'app', by which they are called"
    #expect(client.errors.split(separator: "\n").count { $0.hasSuffix(words) } == 1, "\(client.errors)")
  }

  @Test func `a component that is refused is left out, and told for the log`() throws {
    let folder = Folder("serves", "register-fails")
    let client = try MCPClient(in: folder)
    try client.begin("2025-06-18")
    #expect(try tools(client).count == 12)
    #expect(client.errors.contains("the component 'RegisterFails' is left out of the tools: "), "\(client.errors)")
    client.call("RegisterFails-run")
    #expect(client.next()?["error"]?["code"] == -32602)
  }

  @Test func `a stand-in's answer is told as that of a tool that has failed`() throws {
    let client = try MCPClient(in: Folder("fallback"))
    try client.begin("2025-06-18")
    client.call("Nobody-here")
    let answer = try #require(client.next())
    #expect(answer["result"]?["isError"] == true, "\(answer)")
    #expect(answer["result"]?["_meta"]?["component-host/failure"]?["code"] == 3)
    #expect((answer["result"]?["content"]?.list?.count ?? 0) == 2, "\(answer)")
  }

  @Test func `changes of the tools are told to whoever is ready, or listens`() throws {
    let folder = Folder("serves")
    let client = try MCPClient(in: folder)
    try client.begin("2025-06-18")
    #expect(try tools(client).count == 12)
    client.line(
      "{\"jsonrpc\":\"2.0\",\"id\":\"ear\",\"method\":\"subscriptions/listen\",\"params\":"
        + "{\"notifications\":{\"toolsListChanged\":true,\"promptsListChanged\":true},\(MCPTests.meta())}}")
    let meta: Value = ["io.modelcontextprotocol/subscriptionId": "ear"]
    #expect(
      client.next() == [
        "jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
        "params": ["_meta": meta, "notifications": ["toolsListChanged": true]],
      ])
    let changed: Value = ["jsonrpc": "2.0", "method": "notifications/tools/list_changed"]
    let heard: Value = ["jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": ["_meta": meta]]
    let steps: [(() -> Void, Int)] = [
      ({ folder.put("assists") }, 26), ({ folder.put("serves") }, 26), ({ folder.remove("libServes.so") }, 14),
      ({ folder.put("serves") }, 26), ({ folder.remove("libAssists.so") }, 12),
    ]
    for (change, count) in steps {
      change()
      let told = [client.next(), client.next()]
      #expect(told == [changed, heard] || told == [heard, changed], "\(told)")
      #expect(try tools(client).count == count)
    }
    client.notify("notifications/cancelled", "{\"requestId\":\"ear\"}")
    folder.put("assists")
    #expect(client.next() == changed)
    #expect(client.isSilent(for: .milliseconds(300)))
  }

  @Test func `a client that does not read hears once that the tools have changed`() throws {
    let folder = Folder("assists")
    let client = try MCPClient(in: folder)
    try client.begin("2025-06-18")
    // More than a pipe takes.
    client.call("Assists-words", "{\"value\":\"\(String(repeating: "a", count: 900_000))\"}")
    let ready = { () -> Bool in
      var ready = pollfd(fd: client.output, events: Int16(POLLIN), revents: 0)
      return poll(&ready, 1, 0) > 0
    }
    #expect(eventually { ready() })
    for name in ["good", "serves", "fallback", "progress"] {
      folder.put(name)
      usleep(400_000)
    }
    #expect(client.next()?["id"] == 2)
    #expect(client.next() == ["jsonrpc": "2.0", "method": "notifications/tools/list_changed"])
    #expect(client.isSilent(for: .milliseconds(500)))
    folder.remove("libServes.so")
    #expect(client.next() == ["jsonrpc": "2.0", "method": "notifications/tools/list_changed"])
  }

  @Test func `who has not said that it is ready, or wants to hear nothing, hears nothing`() throws {
    let folder = Folder("serves")
    let client = try MCPClient(in: folder)
    client.ask("subscriptions/listen", "{\"notifications\":{\"promptsListChanged\":true},\(MCPTests.meta())}")
    #expect(client.next()?["params"]?["notifications"] == [:])
    client.ask("initialize", "{\"protocolVersion\":\"2025-06-18\"}")
    #expect(client.next()?["result"] != nil)
    #expect(try tools(client).count == 12)
    folder.put("assists")
    #expect(client.isSilent(for: .milliseconds(700)))
    #expect(try tools(client).count == 26)
    // The end of the host is told to who listens.
    client.closeInput()
    #expect(client.next()?["result"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"] == 1)
    #expect(client.finish() == 0)
  }

  @Test func `types that lead to each other fill no page, and what is too long is left out and told`() throws {
    let client = try MCPClient(in: Folder("wide-tools"))
    try client.begin("2025-06-18")
    var names: [String] = []
    var cursor: Value?
    var longest = 0
    repeat {
      client.ask("tools/list", try Value.map(cursor.map { ["cursor": $0] } ?? [:]).json())
      let result = try #require(client.next()?["result"])
      longest = max(longest, try result.json().utf8.count)
      names += (result["tools"]?.list ?? []).compactMap { $0["name"]?.text }
      cursor = result["nextCursor"]
    } while cursor != nil && names.count < 200
    #expect(
      names == (200 - names.count..<200).map { "WideTools-take\($0)" } && (30..<100).contains(names.count), "\(names)")
    #expect(longest > 500_000 && longest < 1_200_000, "\(longest)")
    #expect(
      client.errors.contains(
        "the tool 'WideTools-take000' is left out: the schema of its parameters would be longer than 131072 bytes"),
      "\(client.errors.prefix(500))")
    // It is no matter of who may call it.
    #expect(client.errors.utf8.count < 100_000)
  }

  @Test func `who asks for the tools hears of all but what takes too long`() throws {
    let client = try MCPClient("--timeout", "0.3", in: Folder("hangs"), environment: ["FIXTURE_HANGS": "register"])
    try client.begin("2025-06-18")
    let id = client.ask("tools/list")
    let answer = try #require(client.next())
    // What hangs is left out, and the rest is told.
    #expect(answer == ["jsonrpc": "2.0", "id": .int(id), "result": ["tools": []]])
    #expect(eventually { client.errors.contains("is left out of the tools: it takes long to be loaded") })
    client.ask("ping")
    #expect(client.next()?["result"] == [:])
  }

  @Test func `a long list comes in pages, each once`() throws {
    let client = try MCPClient(in: Folder("many-tools"))
    try client.begin("2025-06-18")
    var names: [String] = []
    var cursor: Value?
    var pages = 0
    repeat {
      client.ask("tools/list", try Value.map(cursor.map { ["cursor": $0] } ?? [:]).json())
      let result = try #require(client.next()?["result"])
      names += (result["tools"]?.list ?? []).compactMap { $0["name"]?.text }
      cursor = result["nextCursor"]
      pages += 1
    } while cursor != nil && pages < 20
    #expect(names.count == 2500 && Set(names).count == 2500 && names == names.sorted() && pages == 3, "\(names.count)")
    for cursor in ["\"\"", "\"Reader\"", "7", "{}", "\"after:" + String(repeating: "a", count: 65) + "\""] {
      client.ask("tools/list", "{\"cursor\":\(cursor)}")
      #expect(client.next()?["error"]?["code"] == -32602, "\(cursor)")
    }
    client.ask("tools/list", "{\"cursor\":\"after:zzz\"}")
    #expect(client.next()?["result"] == ["tools": []])
  }
}

/// Tools of components that are not loaded, since it is kept what they say of themselves.
@Suite(.offPool) struct MCPKeptToolsTests {
  @Test func `what is kept is told without any code being run, and its changes are told as well`() throws {
    let (folder, home) = (Folder("assists"), Folder())
    mkdir(home("cache"), 0o700)
    // What is younger than a moment is not kept.
    usleep(300_000)
    let environment = ["XDG_CACHE_HOME": home("cache")]
    let kept = Run.host(["--plugins", folder.path, "list", "--targets"], environment: environment)
    #expect(kept.code == 0, "\(kept)")
    let client = try MCPClient(in: folder, environment: environment)
    try client.begin("2025-06-18")
    func count() -> Int? {
      client.ask("tools/list")
      return client.next()?["result"]?["tools"]?.list?.count
    }
    #expect(count() == 14)
    #expect(!client.errors.contains("from register"), "\(client.errors)")
    let changed: Value = ["jsonrpc": "2.0", "method": "notifications/tools/list_changed"]
    // The first look at the folders was before.
    usleep(1_200_000)
    folder.copy("\(Place.fixtures)/assists/libAssists.so", as: "libAssists.so")
    #expect(client.next() == changed)
    #expect(count() == 14)
    folder.remove("libAssists.so")
    #expect(client.next() == changed)
    #expect(count() == 0)
  }
}
