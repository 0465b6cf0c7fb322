import ComponentKit
import Glibc
import TestThreads
import Testing

/// What the log of a service has of requests, and what nobody else hears of.
@Suite(.offPool) struct ServeLogTests {
  @Test func `a stream of events has its name at once, and its line as it ends`() throws {
    let host = try ServedHost("--log-calls")
    let client = try host.client()
    let events = "Accept: text/event-stream\r\n"
    client.call("/Serves/steps", "{\"count\":2}", headers: "\(events)X-Request-Id: stream-7\r\n")
    let answer = try #require(client.answer())
    #expect(answer.headers["x-request-id"] == "stream-7" && answer.body.contains("event: reply"))
    let line = { (id: String) in host.lines.first { $0.contains(" id=\(id)") } ?? "" }
    #expect(eventually { line("stream-7").hasPrefix("info a call: POST /Serves/steps 200 ") }, "\(host.lines)")
    client.call("/Serves/steps", "{\"count\":1}", headers: events)
    #expect(client.answer()?.headers["x-request-id"]?.wholeMatch(of: /[0-9a-f]{16}/) != nil)
    // One that is cut off behind its first event has begun with 200.
    client.call(
      "/Serves/steps", "{\"count\":50,\"milliseconds\":100}",
      headers: "\(events)Prefer: wait=1\r\nX-Request-Id: stream-8\r\n")
    let late = try #require(client.all())
    #expect(late.hasPrefix("HTTP/1.1 200 ") && !late.contains("event: reply"), "\(late)")
    #expect(
      eventually { line("stream-8").hasPrefix("warning a call failed: POST /Serves/steps 504 ") }, "\(host.lines)")
    #expect(host.end() == 0)
  }

  @Test func `a call whose client has gone has its line, with the status that proxies write`() throws {
    let host = try ServedHost("--log-calls")
    let client = try host.client()
    client.call("/Serves/await", headers: "X-Request-Id: gone-1\r\n")
    #expect(eventually { host.marks.last == "deferred" })
    client.close()
    #expect(
      eventually {
        host.lines.contains {
          $0.wholeMatch(of: /info a client has gone: POST \/Serves\/await 499 [0-9.]+ ms id=gone-1/) != nil
        }
      }, "\(host.lines)")
    #expect(host.end() == 0)
  }

  @Test func `who is refused hears the name that it gave, and so does the log`() throws {
    let host = try ServedHost("--log-calls", "--log", "json", "--calls", "1")
    let waiting = try host.client()
    waiting.call("/Serves/await")
    #expect(eventually { host.marks.last == "deferred" })
    let client = try host.client()
    for (request, status, reason) in [
      (RawClient.request("/Serves/add", headers: "X-Request-Id: r-1\r\n"), 503, "busy"),
      (RawClient.request("/Serves/add", "{", headers: "X-Request-Id: r-2\r\n"), 400, "invalid_json"),
      ("PUT /Serves/add?x=1 HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: r-3\r\n\r\n", 405, "method_not_allowed"),
    ] {
      client.write(request)
      let answer = try #require(client.answer())
      let id = "r-\(status == 503 ? 1 : status == 400 ? 2 : 3)"
      #expect(answer.status == status && answer.headers["x-request-id"] == id, "\(answer)")
      let line = try #require(host.lines.last { $0.contains("\"request\":\"\(id)\"") }, "\(host.lines)")
      #expect(
        line.contains("\"event\":\"refused_request\"") && line.contains("\"status\":\(status),")
          && line.contains("a request is refused: \(reason): ") && line.contains("\"path\":\"/Serves/add\""), "\(line)")
    }
    #expect(host.lines.contains { $0.contains("\"event\":\"overload\"") }, "\(host.lines)")
    waiting.close()
    #expect(host.end() == 0)
  }

  @Test func `that there is no room is told without a line for each call as well`() throws {
    let host = try ServedHost("--calls", "1")
    let waiting = try host.client()
    waiting.call("/Serves/await")
    #expect(eventually { host.marks.last == "deferred" })
    let client = try host.client()
    let begun = ContinuousClock.now
    for _ in 0..<3 {
      client.call("/Serves/add", "{\"number\":1}")
      #expect(client.answer()?.status == 503)
    }
    let words = "who comes is refused with 503, which /metrics counts: there are too many calls just now"
    let told = host.lines.filter { $0.contains("503") }
    #expect(told.first == "warning \(words)", "\(host.lines)")
    // Once in ten seconds.
    #expect(told.count == 1 || ContinuousClock.now - begun > .seconds(10), "\(host.lines)")
    waiting.close()
    #expect(host.end() == 0)
  }

  @Test(arguments: [false, true])
  func `the last line before a component's crash is one of the log`(_ isJSON: Bool) throws {
    let host = try ServedHost(words: isJSON ? ["--log", "json"] : [], journal: !isJSON)
    let client = try host.client()
    client.call("/Serves/crash")
    #expect(client.isClosed(within: .seconds(30)))
    _ = host.finish()
    let line = try #require(host.lines.first { $0.contains("crashed in Serves.crash") }, "\(host.lines)")
    if isJSON {
      let form =
        /\{"time":"20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\dZ","level":"error","event":"crashed","message":"component 'Serves' crashed in Serves.crash \(SIG[A-Z]+\)","component":"Serves"\}/
      #expect(line.wholeMatch(of: form) != nil, "\(line)")
      let time = Timestamp(line.dropFirst("{\"time\":\"".count).prefix(20).description)
      #expect(time.map { abs($0.seconds - Timestamp.now.seconds) < 60 } == true, "\(line)")
    } else {
      #expect(line.wholeMatch(of: /<3>component 'Serves' crashed in Serves.crash \(SIG[A-Z]+\)/) != nil, "\(line)")
    }
  }

  @Test func `figures that everybody reads tell of no action that callers do not reach`() throws {
    let host = try ServedHost("--metrics")
    let client = try host.client()
    for path in ["/Serves/secret", "/Serves/nothing"] {
      client.call(path, "{\"number\":1}")
      #expect(client.answer()?.status == 404)
    }
    client.get("/metrics")
    let page = try #require(client.answer()).body
    #expect(!page.contains("secret") && page.contains("host_calls_total{target=\"\",action=\"\"} 2"), "\(page)")
    #expect(host.end() == 0)
  }

  @Test func `nothing of a component that the policy denies runs for who comes from outside`() throws {
    let folder = Folder("serves", "good")
    folder.write(#"{"targets": {"deny": ["Serves"]}, "aliases": {"Other": "Serves"}}"#, as: "policy.json")
    let host = try ServedHost("--policy", folder("policy.json"), "--openapi", in: folder)
    let client = try host.client()
    for path in ["/Serves/add", "/Serves/nothing", "/Serves/a/b", "/Serves.Below/run", "/Other/add"] {
      client.call(path, "{\"number\":1}")
      #expect(client.answer()?.status == 404)
    }
    func run(_ words: String...) -> Run { Run.host(["--connect", host.control] + words) }
    #expect(run("list", "--generations").err == "nothing is loaded\n")
    let denied = "warning a call from outside to Serves.add was denied: the target 'Serves' is denied"
    #expect(host.lines.contains { $0.hasPrefix(denied) }, "\(host.lines)")
    let byKey =
      "warning a call from outside by the map key 'Other_add' of Serves was denied: the target 'Serves' is denied"
    #expect(host.lines.contains { $0.hasPrefix(byKey) }, "\(host.lines)")
    // Nor to say why it can't be reached, nor for what is shown to callers.
    let explained = run("explain", "app://Serves/add").out
    #expect(
      explained.contains("Serves is not looked for: the target 'Serves' is denied"), "\(explained)")
    client.get("/openapi.json")
    #expect(client.answer()?.status == 200)
    #expect(run("list", "--generations").out.split(separator: "\n").allSatisfy { !$0.hasPrefix("Serves") })
    // Its owner is not kept from it.
    #expect(run("call", "Serves", "add", "number=1").out == "2\n")
    client.call("/Serves/add", "{\"number\":1}")
    #expect(client.answer()?.status == 404)
    #expect(host.end() == 0)
  }

  @Test func `what was never there can't be rolled back`() throws {
    let host = try ServedHost()
    let run = Run.host(["--connect", host.control, "rollback", "Nix"])
    #expect(run.code == 3 && run.err.contains("no component 'Nix' is loaded that could be rolled back"), "\(run)")
    #expect(host.end() == 0)
  }
}
