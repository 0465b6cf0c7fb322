import Glibc
import TestThreads
import Testing

/// What `host serve` answers, byte by byte, and how it begins and ends.
@Suite(.offPool) struct ServeTests {
  @Test func `a call is answered in these bytes, and the next one on the same connection`() throws {
    let host = try ServedHost()
    let client = try host.client()
    for number in [4, 5] {
      client.call("/Serves/add", "{\"number\":\(number)}")
      let answer = try #require(client.answer())
      #expect(answer.status == 200 && answer.body == "\(number + 1)\n")
      #expect(answer.headers["date"]?.count == 29)
      var headers = answer.headers
      headers["date"] = nil
      #expect(
        headers == ["content-type": "application/json", "x-content-type-options": "nosniff", "content-length": "2"])
    }
    #expect(host.end() == 0)
  }

  @Test func `a page of a component's comes to who takes pages, and is harmless in a browser`() throws {
    let host = try ServedHost(in: Folder("paints"))
    let client = try host.client()
    client.get("/Paints/page", headers: "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n")
    let page = try #require(client.answer())
    #expect(page.status == 200 && page.body == "<script>alert(1)</script>")
    var headers = page.headers
    headers["date"] = nil
    #expect(
      headers == [
        "content-type": "text/html; charset=utf-8", "x-content-type-options": "nosniff", "vary": "Accept",
        "content-security-policy": "sandbox", "content-length": "25",
      ])
    client.get("/Paints/page")
    let json = try #require(client.answer())
    #expect(json.body == "\"<script>alert(1)</script>\"\n" && json.headers["content-type"] == "application/json")
    #expect(json.headers["vary"] == "Accept" && json.headers["content-security-policy"] == nil)
    #expect(host.end() == 0)
  }

  @Test(arguments: [[], ["--isolate"]])
  func `the trace that a client names goes on to what its call leads to`(options: [String]) throws {
    let folder = Folder("traces")
    let host = try options.isEmpty ? ServedHost(in: folder) : ServedHost(options[0], in: folder)
    let client = try host.client()
    let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    for (said, seen) in [
      (trace, trace), ("01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03-x", trace), ("00-1-2-01", ""),
    ] {
      client.call("/Traces/below", headers: "traceparent: \(said)\r\n")
      #expect(client.answer()?.body == "\"\(seen)\"\n", "\(said)")
    }
    client.call("/Traces/below")
    #expect(client.answer()?.body == "\"\"\n")
    #expect(host.end() == 0)
  }

  @Test func `failures have their status and their reason`() throws {
    let host = try ServedHost()
    let client = try host.client()
    let cases: [(String, String, Int, String)] = [
      ("/Serves/refuse", "{}", 422, "no_such_book"),
      ("/Serves/add", "{\"number\":\"four\"}", 400, "mistyped_parameter"),
      ("/Serves/add", "{\"nummer\":4}", 400, "unknown_parameter"),
      ("/Serves/secret", "{}", 404, "not_found"),
      ("/Nobody/here", "{}", 404, "not_found"),
      ("/Serves/add", "[4]", 400, "invalid_parameters"),
      ("/Serves/add", "{", 400, "invalid_json"),
      ("/metrics", "{}", 405, "method_not_allowed"),
    ]
    for (path, body, status, reason) in cases {
      client.call(path, body)
      let answer = try #require(client.answer(), "\(path) \(body)")
      #expect(answer.status == status && answer.body.contains("\"reason\":\"\(reason)\""), "\(path) \(body): \(answer)")
    }
  }

  @Test func `HEAD is answered without a body, whatever its client takes`() throws {
    let host = try ServedHost()
    let client = try host.client()
    client.write(
      "HEAD /Serves/look HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nConnection: close\r\n\r\n")
    let text = try #require(client.all())
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.contains("Content-Length: 2\r\n"), "\(text)")
    #expect(text.hasSuffix("\r\n\r\n") && text.split(separator: "\r\n\r\n").count == 1, "\(text)")
  }

  @Test func `what comes in one piece is answered in its order, and what comes byte by byte as well`() throws {
    let host = try ServedHost()
    let client = try host.client()
    let requests = (1...20).map { number in
      RawClient.request(
        number % 5 == 0 ? "/Serves/later" : "/Serves/add",
        number % 5 == 0 ? "{\"milliseconds\":\(number)}" : "{\"number\":\(number - 1)}")
    }
    client.write(requests.joined())
    for number in 1...20 { #expect(client.answer()?.body == "\(number)\n") }
    for byte in requests[0].utf8 {
      client.write([byte])
      usleep(200)
    }
    #expect(client.answer()?.body == "1\n")
  }

  @Test func `it listens over TCP at a port that it finds, only on this machine`() throws {
    let host = try ServedHost(listen: "127.0.0.1:0")
    let client = try RawClient(port: host.port)
    client.call("/Serves/add", "{\"number\":1}")
    #expect(client.answer()?.body == "2\n")
    #expect(host.end() == 0)
    let open = Run.host("serve", "--listen", "0.0.0.0:0")
    #expect(open.code == 2 && open.err.contains("error: '0.0.0.0:0' can be reached from other machines\n"), "\(open)")
    let six = try ServedHost(listen: "[::1]:0")
    #expect(six.addresses.first?.hasPrefix("[::1]:") == true)
  }

  @Test func `its socket is its user's alone, replaces one that is left, and nothing else`() throws {
    let folder = Folder()
    let path = folder("door.sock")
    do {
      let killed = try ServedHost(listen: path)
      var status = stat()
      #expect(lstat(path, &status) == 0 && status.st_mode == S_IFSOCK | 0o600)
      let second = Run.host("serve", "--listen", path)
      #expect(
        second
          == Run(
            out: "", err: "error: somebody answers at '\(path)' already\nhelp: end that host, or choose another path\n",
            code: 1), "\(second)")
      killed.send(SIGKILL)
      #expect(killed.finish() == 128 + SIGKILL)
    }
    #expect(folder.has("door.sock"))
    let next = try ServedHost(listen: path)
    #expect(try next.client().piece(within: .zero) == nil)
    #expect(next.end() == 0)
    #expect(!folder.has("door.sock"))
    folder.write("mine", as: "door.sock")
    let third = Run.host("serve", "--listen", path)
    #expect(third.code == 1 && third.err.hasPrefix("error: '\(path)' is there, and is no socket\n"), "\(third)")
    #expect(folder.lines(of: "door.sock") == ["mine"])
  }

  @Test func `who holds the folder of its socket keeps it waiting for a second, and not for ever`() throws {
    let folder = Folder()
    let held = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(held) }
    #expect(flock(held, LOCK_EX) == 0)
    let run = Run.host("serve", "--listen", folder("door.sock"), limit: .seconds(20))
    #expect(run.code == 1 && run.out == "", "\(run)")
    let words = "can't listen at '\(folder("door.sock"))': another process holds a lock on its folder"
    let help = "end that process, or choose a path in a folder that only you can read"
    #expect(run.err.hasSuffix("error: \(words)\nhelp: \(help)\n"), "\(run.err)")
  }

  @Test func `without an address it is the socket of the user's session`() throws {
    let folder = Folder()
    let host = try ServedHost(usual: true, environment: ["XDG_RUNTIME_DIR": folder.path])
    #expect(host.addresses == [folder("component-host.sock")])
    let client = try RawClient(path: folder("component-host.sock"))
    client.get("/healthz")
    #expect(client.answer()?.body == "ok\n")
    let nowhere = Run.host("serve")
    #expect(nowhere.code == 2 && nowhere.err.contains("XDG_RUNTIME_DIR names no folder"), "\(nowhere)")
  }

  @Test func `a component is dropped in and taken out while it serves`() throws {
    let host = try ServedHost(in: Folder())
    let client = try host.client()
    func status() -> Int? {
      client.call("/Serves/add", "{\"number\":1}")
      return client.answer()?.status
    }
    #expect(status() == 404)
    host.folder.put("serves")
    #expect(eventually { status() == 200 })
    host.folder.remove("libServes.so")
    #expect(eventually { status() == 404 })
    #expect(eventually { host.lines.contains("info Serves was taken out") })
  }

  @Test func `health is told to all, figures only where that was asked for`() throws {
    let quiet = try ServedHost()
    let one = try quiet.client()
    one.get("/healthz")
    #expect(one.answer()?.body == "ok\n")
    one.get("/readyz")
    #expect(one.answer()?.body == "ready\n")
    one.get("/metrics")
    #expect(one.answer()?.status == 404)
    let host = try ServedHost("--metrics")
    let client = try host.client()
    for _ in 0..<3 {
      client.call("/Serves/add", "{\"number\":1}")
      _ = client.answer()
    }
    client.call("/Serves/refuse")
    _ = client.answer()
    client.call("/Serves/refuse")
    _ = client.answer()
    for name in ["a%22b%5C/x", "Serves/x", "Zzz/y"] {
      client.call("/\(name)")
      _ = client.answer()
    }
    client.get("/metrics")
    let page = try #require(client.answer())
    #expect(page.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
    let lines = page.body.split(separator: "\n").map(String.init)
    #expect(lines.contains("host_calls_total{target=\"Serves\",action=\"add\"} 3"))
    #expect(
      lines.contains("host_call_failures_total{target=\"Serves\",action=\"refuse\",reason=\"no_such_book\"} 2"))
    #expect(lines.contains("host_component_generation{component=\"Serves\"} 1"))
    #expect(lines.contains("host_connections 1"))
    #expect(!page.body.contains("Zzz") && !page.body.contains("action=\"x\""))
    for line in lines where !line.hasPrefix("#") {
      #expect(line.wholeMatch(of: /[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.]+/) != nil, "\(line)")
    }
  }

  @Test func `requests that are refused are counted by their reasons, and told where each call is`() throws {
    let host = try ServedHost("--metrics", "--log-calls")
    for (request, status) in [
      ("GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
      ("GET /Serves/look HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\r\n", 403),
      ("POST /Serves/add HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}", 415),
      ("DELETE /Serves/add HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
      ("GET /Serves/../add HTTP/1.1\r\nHost: localhost\r\n\r\n", 400), ("GET / HTTP/1.1\n", 400),
      (RawClient.request("/Serves/add", "{"), 400),
    ] {
      let client = try host.client()
      client.write(request)
      #expect(client.answer()?.status == status, "\(request)")
    }
    let client = try host.client()
    client.get("/metrics")
    let lines = try #require(client.answer()).body.split(separator: "\n").map(String.init)
    #expect(lines.contains("host_requests_malformed_total 7"), "\(lines)")
    let refused = lines.compactMap { $0.wholeMatch(of: /host_requests_refused_total\{reason="(.*)"\} 1/)?.1 }
    #expect(
      refused == [
        "bad_request", "foreign_origin", "invalid_json", "invalid_url", "method_not_allowed", "unknown_host",
        "unsupported_type",
      ], "\(lines.filter { $0.contains("refused_total") })")
    let words = "this host does not answer to the name in the header field Host"
    #expect(
      host.lines.contains { $0.hasPrefix("info a request is refused: unknown_host: \(words): GET /healthz 421 ") },
      "\(host.lines)")
    #expect(host.lines.contains("info a request is refused: 400 bad_request: a line ends in LF without its CR"))
    #expect(host.lines.count { $0.hasPrefix("info a request is refused: ") } == 7, "\(host.lines)")
  }

  @Test func `a crash in a process of its own is 502 to its caller, and counted`() throws {
    let host = try ServedHost("--metrics", "--isolate")
    let client = try host.client()
    let crashes = { () throws -> [String] in
      client.get("/metrics")
      return try #require(client.answer()).body.split(separator: "\n").map(String.init).filter {
        $0.hasPrefix("host_component_crashes_total")
      }
    }
    #expect(try crashes() == [])
    for number in 1...2 {
      client.call("/Serves/crash")
      #expect(client.answer()?.status == 502)
      #expect(try crashes() == ["host_component_crashes_total{component=\"Serves\"} \(number)"])
    }
    client.call("/Serves/add", "{\"number\":1}")
    #expect(client.answer()?.body == "2\n")
    #expect(host.end() == 0)
  }

  @Test func `what is in quarantine is 503 to its caller, and not found where the policy hides it`() throws {
    let host = try ServedHost("--isolate")
    let client = try host.client()
    for _ in 1...5 {
      client.call("/Serves/crash")
      #expect(client.answer()?.status == 502)
    }
    for path in ["/Serves/add", "/Serves/books/7"] {
      client.call(path)
      let answer = try #require(client.answer())
      let words = "\"reason\":\"unavailable\",\"message\":\"what answers app:/\(path) is not available\""
      #expect(answer.status == 503 && answer.body.contains(words), "\(answer)")
    }
    #expect(Run.host("--connect", host.control, "pardon", "Serves").code == 0)
    client.call("/Serves/add", "{\"number\":1}")
    #expect(client.answer()?.body == "2\n")
    let folder = Folder("serves")
    folder.write("{\"targets\":{\"deny\":[\"Serves\"]}}".utf8, as: "policy.json")
    let hiding = try ServedHost("--isolate", "--policy", folder("policy.json"), in: folder)
    for _ in 1...5 { #expect(Run.host("--connect", hiding.control, "call", "Serves", "crash").code == 8) }
    #expect(Run.host("--connect", hiding.control, "call", "Serves", "say").code == 4)
    let other = try hiding.client()
    for path in ["/Serves/add", "/Serves/books/7", "/Nobody/add"] {
      other.call(path)
      let answer = try #require(other.answer())
      #expect(answer.status == 404 && answer.body.contains("\"reason\":\"not_found\""), "\(answer)")
    }
  }

  @Test func `what is said on the way of a call, or of one nested in it, has its request's name in the log`() throws {
    let host = try ServedHost("--log-calls")
    let client = try host.client()
    let trace = "0af7651916cd43dd8448eb211c80319c"
    let headers = "X-Request-Id: order-8\r\ntraceparent: 00-\(trace)-b7ad6b7169203331-01\r\n"
    client.call("/Serves/haveItSaid", headers: headers)
    #expect(client.answer()?.body == "1\n")
    #expect(eventually { host.lines.contains("info Serves: I say so id=order-8 trace=\(trace)") }, "\(host.lines)")
    client.call("/Serves/secret", headers: headers)
    #expect(client.answer()?.status == 404)
    let denied = host.lines.filter { $0.hasPrefix("warning a call from outside to Serves.secret ") }
    #expect(denied.count == 1 && denied.first?.hasSuffix(" id=order-8 trace=\(trace)") == true, "\(host.lines)")
    // One that the client gave no name has the same one in all lines, and in its answer.
    client.call("/Serves/haveItSaid")
    let id = try #require(client.answer()?.headers["x-request-id"])
    #expect(eventually { host.lines.filter { $0.hasSuffix(" id=\(id)") }.count == 2 }, "\(id): \(host.lines)")
    let json = try ServedHost("--log", "json")
    let other = try json.client()
    other.call("/Serves/haveItSaid", headers: headers)
    #expect(other.answer()?.body == "1\n")
    let said = "\"component\":\"Serves\",\"request\":\"order-8\",\"trace\":\"\(trace)\""
    #expect(eventually { json.lines.contains { $0.contains(said) } }, "\(json.lines)")
    #expect(json.end() == 0)
  }

  @Test func `the log names a request as its client does, in words or as JSON`() throws {
    let host = try ServedHost("--log-calls")
    let client = try host.client()
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    client.call("/Serves/add", "{\"number\":1}", headers: "X-Request-Id: order-7\r\ntraceparent: \(trace)\r\n")
    #expect(client.answer()?.headers["x-request-id"] == "order-7")
    let line = try #require(host.lines.first { $0.contains("/Serves/add") })
    #expect(
      line.wholeMatch(
        of: /info a call: POST \/Serves\/add 200 [0-9.]+ ms id=order-7 trace=0af7651916cd43dd8448eb211c80319c/) != nil,
      "\(line)")
    let json = try ServedHost("--log-calls", "--log", "json")
    let other = try json.client()
    other.call("/Serves/refuse", headers: "X-Request-Id: a b\r\n")
    let id = try #require(other.answer()?.headers["x-request-id"])
    #expect(id.wholeMatch(of: /[0-9a-f]{16}/) != nil)
    #expect(json.lines.contains { $0.contains("\"request\":\"\(id)\"") && $0.contains("\"status\":422") })
    #expect(json.end() == 0)
  }
}
