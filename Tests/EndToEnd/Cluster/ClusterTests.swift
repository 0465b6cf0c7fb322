import ComponentKit
import Glibc
import TestThreads
import Testing

/// What `host serve --cluster` does for others in its cluster, through a real broker.
@Suite(.offPool, .broker) struct ClusterTests {
  private func serve(
    _ broker: Broker, _ options: [String] = [], in folder: Folder = Folder("serves"), name: String = "shop",
    at location: SourceLocation = #_sourceLocation
  ) throws -> ServedHost {
    let host = try ServedHost(
      words: ["--cluster", broker.url, "--cluster-name", name] + options, in: folder, at: location)
    if !eventually({ host.lines.contains("info connected to the broker \(broker.url)") }) {
      Issue.record("it does not connect: \(host.lines)", sourceLocation: location)
    }
    return host
  }

  private func json(_ text: String) -> Value { (try? Value(json: Array(text.utf8))) ?? .null }

  /// Waits until a call is answered by a component.
  private func isThere(_ client: RawNats, _ subject: String, _ payload: String = "") -> Bool {
    eventually { client.request(subject, payload)?.status == "" }
  }

  @Test func `a component in the folder answers, loaded or not, and what it says no to is told as such`() throws {
    let broker = try Broker()
    let host = try serve(broker)
    let client = try RawNats(broker.port)
    let reply = try #require(client.request("shop.call.1.Serves.add", "{\"number\":1}"))
    #expect(reply.payload == "2" && reply.headers.keys.sorted() == ["Component-Host"])
    #expect(client.request("shop.call.1.Serves.steps", "{\"count\":3}")?.payload == "3")

    let refused = try #require(
      client.request("shop.call.1.Serves.refuse", headers: [("Component-Request", "a-1"), ("component-wait", "5000")]))
    var headers = refused.headers
    #expect(headers.removeValue(forKey: "Component-Host") == reply.headers["Component-Host"])
    #expect(
      headers == [
        "Component-Request": "a-1", "Component-Failure": "failed", "Component-Reason": "no_such_book",
        "Nats-Service-Error": "there is no book 7", "Nats-Service-Error-Code": "422",
      ])
    #expect(json(refused.payload)["error"]?["reason"] == "no_such_book")
    #expect(host.end() == 0)
  }

  @Test func `what can't be called is not called, and the caller hears why`() throws {
    let broker = try Broker()
    let host = try serve(broker)
    let client = try RawNats(broker.port)
    func reason(_ subject: String, headers: [(String, String)] = [], _ payload: String = "") -> String {
      let message = client.request("shop.call.\(subject)", headers: headers, payload)
      return
        "\(message?.headers["Component-Failure"] ?? "-") \(message?.headers["Component-Reason"] ?? message?.status ?? "-")"
    }
    // It is there for others within the host only.
    #expect(reason("1.Serves.say") == "not_found not_found")
    #expect(reason("1.Serves.nothing") == "not_found not_found")
    #expect(reason("1.Serves.Part.add") == "not_found not_found")
    #expect(reason("1.Serves.add", "{\"number\":\"one\"}") == "invalid_parameters mistyped_parameter")
    #expect(reason("1.Serves.add", "{\"number\":1,\"other\":2}") == "invalid_parameters unknown_parameter")
    #expect(reason("1.Serves.add", "[1]") == "invalid_parameters invalid_parameters")
    #expect(reason("1.Serves.add", "{\"number\":") == "invalid_parameters invalid_json")
    for (name, value) in [
      ("Component-Wait", "-1"), ("Component-Wait", "1.5"), ("Component-Wait", "86400001"),
      ("Component-Request", "a b"), ("Component-Request", ""),
    ] {
      #expect(reason("1.Serves.add", headers: [(name, value)], "{\"number\":1}") == "invalid_parameters invalid_header")
    }
    let twice = [("Component-Wait", "100"), ("Component-Wait", "200")]
    #expect(reason("1.Serves.add", headers: twice, "{\"number\":1}") == "invalid_parameters invalid_header")
    // Another major version is nobody's; as long as the version is not known it is this host that says so.
    #expect(eventually { reason("2.Serves.add", "{\"number\":1}") == "- 503" })
    #expect(reason("1.Other.add") == "- 503")
    #expect(client.request("other.call.1.Serves.add")?.status == "503")
    #expect(host.end() == 0)
  }

  @Test func `a version that is not known is looked at before the call`() throws {
    let broker = try Broker()
    let host = try serve(broker)
    let client = try RawNats(broker.port)
    let other = try #require(client.request("shop.call.7.Serves.add", "{\"number\":1}"))
    #expect(other.headers["Component-Failure"] == "not_found" && other.headers["Component-Reason"] == "other_version")
    #expect(
      other.headers["Nats-Service-Error"]
        == "the component 'Serves' is here in version 1.0.0, and another major version is asked for")
    #expect(host.marks.isEmpty)
  }

  @Test func `what is dropped in answers, and what is taken out is nobody's`() throws {
    let broker = try Broker()
    let folder = Folder()
    let host = try serve(broker, in: folder)
    let client = try RawNats(broker.port)
    #expect(client.request("shop.call.1.Serves.add", "{\"number\":1}")?.status == "503")
    for _ in 0..<3 {
      folder.put("serves")
      #expect(isThere(client, "shop.call.1.Serves.add", "{\"number\":1}"))
      #expect(client.request("shop.call.1.Serves.add", "{\"number\":1}")?.payload == "2")
      folder.remove("libServes.so")
      #expect(eventually { client.request("shop.call.1.Serves.add", "{\"number\":1}")?.status == "503" })
    }
    // Nothing of it has been loaded this time.
    folder.put("counts")
    #expect(eventually { client.request("$SRV.PING.Counts")?.status == "" })
    folder.remove("libCounts.so")
    #expect(eventually { client.request("$SRV.PING.Counts")?.status == "503" })
    #expect(host.end() == 0)
  }

  @Test func `as long as a file is just gone a caller hears that nobody had its call`() throws {
    let broker = try Broker()
    let folder = Folder()
    let host = try serve(broker, in: folder)
    let client = try RawNats(broker.port)
    for _ in 0..<4 {
      folder.put("serves")
      #expect(eventually { client.request("$SRV.PING.Serves")?.status == "" })
      folder.remove("libServes.so")
      while let answer = client.request("shop.call.1.Serves.add", "{\"number\":1}"), answer.status != "503" {
        #expect(answer.payload == "2" || answer.headers["Component-Called"] == "no", "\(answer)")
        #expect(answer.headers["Component-Reason"] != "not_found", "\(answer)")
      }
    }
    #expect(host.end() == 0)
  }

  @Test func `what was refused is served once it is mended, also where that changes no file of a component`() throws {
    let broker = try Broker()
    let folder = Folder()
    folder.put("missing-library", libraries: false)
    let host = try serve(broker, in: folder)
    let client = try RawNats(broker.port)
    #expect(client.request("$SRV.PING.MissingLibrary")?.status == "503")
    folder.copy("\(Place.fixtures)/missing-library/libbeside.so.1", as: "libgone.so.1")
    #expect(isThere(client, "$SRV.PING.MissingLibrary"))
    #expect(host.end() == 0)
  }

  @Test func `the figures have the cluster's calls as well`() throws {
    let broker = try Broker()
    let host = try serve(broker, ["--metrics"])
    let client = try RawNats(broker.port)
    for _ in 0..<3 { #expect(client.request("shop.call.1.Serves.add", "{\"number\":1}")?.payload == "2") }
    #expect(client.request("shop.call.1.Serves.refuse")?.headers["Component-Failure"] == "failed")
    #expect(client.request("shop.call.1.Serves.madeUp")?.headers["Component-Failure"] == "not_found")
    let local = try host.client()
    local.call("/Serves/add", "{\"number\":4}")
    #expect(local.answer()?.body == "5\n")
    local.get("/metrics")
    let lines = local.answer()?.body.split(separator: "\n").map(String.init) ?? []
    #expect(lines.contains("host_calls_total{target=\"Serves\",action=\"add\"} 4"))
    #expect(
      lines.contains("host_call_failures_total{target=\"Serves\",action=\"refuse\",reason=\"no_such_book\"} 1"))
    #expect(!lines.contains { $0.contains("madeUp") })
    let top = Run.host(["--connect", host.control, "top", "--json"])
    #expect(top.out.contains(#""target":"Serves","action":"add","calls":4,"#), "\(top)")
    #expect(host.end() == 0)
  }

  @Test func `hosts share calls, and where one is killed the other goes on`() throws {
    let broker = try Broker()
    let (one, other) = (try serve(broker), try serve(broker))
    let client = try RawNats(broker.port)
    var hosts: [String: Int] = [:]
    for number in 0..<200 {
      let reply = try #require(client.request("shop.call.1.Serves.add", "{\"number\":\(number)}"))
      #expect(reply.payload == "\(number + 1)")
      hosts[reply.headers["Component-Host"] ?? "", default: 0] += 1
    }
    #expect(hosts.count == 2 && hosts.values.allSatisfy { $0 > 20 }, "\(hosts)")
    kill(one.process, SIGKILL)
    _ = one.finish()
    // Until the broker has noticed, a call may be lost with the host.
    #expect(eventually { client.request("shop.call.1.Serves.add", "{\"number\":1}")?.payload == "2" })
    let replies = (0..<50).map { client.request("shop.call.1.Serves.add", "{\"number\":\($0)}") }
    #expect(Set(replies.map { $0?.headers["Component-Host"] ?? "" }).count == 1)
    #expect(other.end() == 0)
  }

  @Test func `the time that the caller waits is the call's, whether its action notices or not`() throws {
    let broker = try Broker()
    let host = try serve(broker)
    let client = try RawNats(broker.port)
    for action in ["stay", "hang", "await"] {
      let began = ContinuousClock.now
      let message = try #require(
        client.request("shop.call.1.Serves.\(action)", headers: [("Component-Wait", "200")]))
      let time = ContinuousClock.now - began
      #expect(message.headers["Component-Failure"] == "timed_out", "\(action) \(message)")
      #expect(message.headers["Nats-Service-Error-Code"] == "504")
      #expect(time >= .milliseconds(200) && time < .seconds(10), "\(action) \(time)")
    }
    #expect(client.request("shop.call.1.Serves.add", "{\"number\":1}")?.payload == "2")
    // The caller does not wait for them.
    #expect(eventually { host.marks.contains("noticed") && host.marks.contains("given up") }, "\(host.marks)")
  }

  @Test func `progress comes to who asks for it, ahead of the reply, and to nobody else`() throws {
    let broker = try Broker()
    let host = try serve(broker)
    let client = try RawNats(broker.port)
    let payload = "{\"count\":4,\"milliseconds\":60}"
    let inbox = client.begin("shop.call.1.Serves.steps", headers: [("Component-Progress", "yes")], payload)
    var parts: [String] = []
    while let message = client.next(), message.subject == inbox {
      guard let part = message.headers["Component-Progress"] else {
        #expect(message.payload == "4")
        break
      }
      #expect(json(message.payload)["part"]?.double.map { "\($0)" } == part)
      #expect(json(message.payload)["message"] == "step")
      parts.append(part)
    }
    #expect(parts == ["0.25", "0.5", "0.75", "1.0"])
    #expect(client.request("shop.call.1.Serves.steps", payload)?.payload == "4")
    // Of what comes too fast the last counts.
    let fast = client.begin("shop.call.1.Serves.steps", headers: [("Component-Progress", "")], "{\"count\":5000}")
    var last = ""
    var count = 0
    while let message = client.next(), message.subject == fast, let part = message.headers["Component-Progress"] {
      (last, count) = (part, count + 1)
    }
    #expect(last == "1.0" && count < 500)
    #expect(host.end() == 0)
  }

  @Test func `a caller gives its call up by its inbox, and others go on`() throws {
    let broker = try Broker()
    let host = try serve(broker)
    let client = try RawNats(broker.port)
    let other = client.begin("shop.call.1.Serves.later", "{\"milliseconds\":1500}")
    for (action, mark) in [("stay", "noticed"), ("await", "given up")] {
      let inbox = client.begin("shop.call.1.Serves.\(action)")
      #expect(eventually { host.marks.contains(action == "stay" ? "running" : "deferred") })
      client.publish("shop.cancel", reply: inbox)
      let message = try #require(client.next())
      #expect(message.subject == inbox && message.headers["Component-Failure"] == "cancelled", "\(message)")
      #expect(eventually { host.marks.contains(mark) })
    }
    let message = try #require(client.next())
    #expect(message.subject == other && message.payload == "1500")
    #expect(host.end() == 0)
  }

  @Test func `who comes when there is no place hears so at once`() throws {
    let broker = try Broker()
    let host = try serve(broker, ["--calls", "2", "--threads", "1"])
    let client = try RawNats(broker.port)
    let inboxes = (0..<3).map { _ in client.begin("shop.call.1.Serves.nap", "{\"milliseconds\":700}") }
    let busy = try #require(client.next())
    #expect(busy.subject == inboxes[2] && busy.headers["Component-Reason"] == "busy")
    #expect(busy.headers["Component-Failure"] == "refused" && busy.headers["Nats-Service-Error-Code"] == "503")
    // The other one has waited for the thread.
    #expect(client.next()?.subject == inboxes[0] && client.next()?.subject == inboxes[1])
    #expect(host.end() == 0)
  }

  @Test func `what is too long is said, and ends nobody's connection`() throws {
    let broker = try Broker()
    let host = try serve(broker, ["--body", "1000"])
    let client = try RawNats(broker.port)
    let long = String(repeating: " ", count: 1001)
    #expect(client.request("shop.call.1.Serves.add", long)?.headers["Component-Reason"] == "too_long")
    #expect(
      client.request("shop.call.1.Serves.lengthy", "{\"bytes\":1048576}")?.headers["Component-Reason"]
        == "reply_too_long")
    #expect(
      client.request("shop.call.1.Serves.lengthy", "{\"bytes\":1048576}")?.headers["Nats-Service-Error-Code"] == "500")
    #expect(client.request("shop.call.1.Serves.lengthy", "{\"bytes\":1000000}")?.payload.utf8.count == 1_000_002)
    // Subjects that nobody should send, and a reply to which nothing can be sent.
    for subject in ["shop.call.1.Serves.", "shop.call.1.Serves..add", "shop.call.1.Serves.a%2e", "shop.call.1.Serves"] {
      client.publish(subject, reply: "a.b")
    }
    client.publish("shop.call.1.Serves.add", reply: "a..*", "{\"number\":1}")
    #expect(client.request("shop.call.1.Serves.add", "{\"number\":1}")?.payload == "2")
    #expect(host.lines.filter { $0.hasPrefix("warning") } == [])
    #expect(host.end() == 0)
  }

  @Test func `each component is a service of the broker's own tools`() throws {
    let broker = try Broker()
    let host = try serve(broker)
    let client = try RawNats(broker.port)
    #expect(client.request("shop.call.1.Serves.add", "{\"number\":1}")?.payload == "2")
    _ = client.request("shop.call.1.Serves.refuse")
    #expect(eventually { json(client.request("$SRV.PING.Serves")?.payload ?? "")["version"] == "1.0.0" })
    let ping = json(client.request("$SRV.PING")?.payload ?? "")
    let id = try #require(ping["id"]?.text)
    #expect(ping["type"] == "io.nats.micro.v1.ping_response" && ping["name"] == "Serves")
    #expect(ping["metadata"]?["cluster"] == "shop")
    let info = json(client.request("$SRV.INFO.Serves.\(id)")?.payload ?? "")
    #expect(info["type"] == "io.nats.micro.v1.info_response" && info["description"] == "A fixture")
    let add = info["endpoints"]?.list?.first { $0["name"] == "Serves-add" }
    #expect(add?["subject"] == "shop.call.1.Serves.add" && add?["queue_group"] == "shop")
    #expect(add?["metadata"]?["signature"] == "(number: int) -> int")
    #expect(info["endpoints"]?.list?.contains { $0["name"] == "Serves-say" } == false)
    let stats = json(client.request("$SRV.STATS.Serves")?.payload ?? "")
    // The client library from PyPI reads no other form.
    #expect(stats["started"]?.text?.utf8.count == "2026-11-28T08:54:40.928333Z".utf8.count)
    let figures = stats["endpoints"]?.list ?? []
    #expect(figures.first { $0["name"] == "Serves-add" }?["num_requests"] == 1)
    let refuse = figures.first { $0["name"] == "Serves-refuse" }
    #expect(refuse?["num_errors"] == 1 && refuse?["last_error"] == "422:there is no book 7")
    #expect(client.request("$SRV.PING.Other")?.status == "503")
    #expect(client.request("$SRV.PING.Serves.other")?.status == "503")
    #expect(host.end() == 0)
  }

  @Test func `SIGTERM answers what has come, and who comes then finds nobody`() throws {
    let broker = try Broker()
    let host = try serve(broker)
    let client = try RawNats(broker.port)
    let inbox = client.begin("shop.call.1.Serves.nap", "{\"milliseconds\":800}")
    #expect(eventually { host.marks == ["napping"] })
    host.send(SIGTERM)
    #expect(eventually { client.request("shop.call.1.Serves.add", "{\"number\":1}")?.status == "503" })
    let message = try #require(client.next())
    #expect(message.subject == inbox && message.payload == "800")
    #expect(host.finish() == 0)
    #expect(host.lines.filter { $0.hasPrefix("warning") } == [])
  }

  @Test func `what goes on behind the grace is given up, and its caller hears so`() throws {
    let broker = try Broker()
    let host = try serve(broker, ["--grace", "0.3"])
    let client = try RawNats(broker.port)
    let inbox = client.begin("shop.call.1.Serves.stay")
    #expect(eventually { host.marks == ["running"] })
    host.send(SIGTERM)
    let message = try #require(client.next())
    #expect(message.subject == inbox && message.headers["Component-Failure"] == "cancelled")
    #expect(host.finish() == 0)
    #expect(host.lines.contains("warning what goes on after 0.3 seconds is given up: 1 call"), "\(host.lines)")
  }

  @Test func `without a broker all else answers, and with one again so does the cluster`() throws {
    let broker = try Broker()
    let host = try serve(broker)
    do {
      let client = try RawNats(broker.port)
      #expect(client.request("shop.call.1.Serves.add", "{\"number\":1}")?.payload == "2")
    }
    for _ in 0..<2 {
      broker.kill()
      #expect(
        eventually {
          host.lines.contains {
            $0.hasPrefix("warning the broker \(broker.url) has ended") || $0.contains("can't be reached")
          }
        })
      let local = try host.client()
      local.call("/Serves/add", "{\"number\":4}")
      #expect(local.answer()?.body == "5\n")
      broker.restart()
      let client = try RawNats(broker.port)
      #expect(isThere(client, "shop.call.1.Serves.add", "{\"number\":1}"))
    }
    // It is told once that it is away, however often it is tried.
    #expect(host.lines.count { $0.hasPrefix("info connected to the broker") } == 3, "\(host.lines)")
    #expect(host.end() == 0)
  }

  @Test func `a service begins without a broker, and who ends it meanwhile does not wait`() throws {
    let broker = try Broker()
    broker.kill()
    let host = try ServedHost(words: ["--cluster", broker.url])
    #expect(eventually { host.lines.contains("warning the broker \(broker.url) can't be reached: Connection refused") })
    broker.restart()
    let client = try RawNats(broker.port)
    #expect(isThere(client, "host.call.1.Serves.add", "{\"number\":1}"))
    broker.kill()
    #expect(eventually { host.lines.count { $0.hasPrefix("warning the broker \(broker.url) ") } > 1 }, "\(host.lines)")
    let began = ContinuousClock.now
    #expect(host.end() == 0)
    #expect(ContinuousClock.now - began < .seconds(8))
  }

  @Test func `a broker that asks who comes is told, and one that does not let in is told of`() throws {
    let broker = try Broker("--user", "ann", "--pass", "a:b")
    let logins = Folder()
    logins.write("ann:a:b\n".utf8, as: "right", mode: 0o600)
    logins.write("ann:other".utf8, as: "wrong", mode: 0o640)
    func words(_ login: String) -> [String] { ["--cluster", broker.url, "--cluster-login", logins(login)] }
    let host = try ServedHost(words: words("right"))
    #expect(eventually { host.lines.contains("info connected to the broker \(broker.url)") })
    #expect(host.commandLine.contains("--cluster-login") && !host.commandLine.contains("ann"), "\(host.commandLine)")
    let stranger = try ServedHost(words: words("wrong"))
    let said =
      "warning the broker \(broker.url) does not let this host in: Authorization Violation; "
      + "name a user and a password, or a token, that it knows"
    #expect(eventually { stranger.lines.contains(said) }, "\(stranger.lines)")
    #expect(stranger.end() == 0 && host.end() == 0)
  }

  @Test func `a login that others could read is not taken`() {
    let logins = Folder()
    logins.write("ann:pass".utf8, as: "open", mode: 0o644)
    logins.write("ann:pass\nbob:pass\n".utf8, as: "two", mode: 0o600)
    func refused(_ url: String, _ login: String? = nil) -> Run {
      Run.host(
        ["serve", "--listen", "127.0.0.1:0", "--cluster", url] + (login.map { ["--cluster-login", logins($0)] } ?? []))
    }
    #expect(
      refused("nats://ann:pass@127.0.0.1:1")
        == Run(
          out: "",
          err: """
            error: what stands before the host of nats://127.0.0.1:1 is seen by everybody who lists this machine's processes
            help: write USER:PASSWORD, or a token, into a file that only you can read, and name it with --cluster-login FILE

            """, code: 2))
    let about = { (name: String) in "error: the file '\(logins(name))' can't be used as a login: " }
    #expect(
      refused("nats://127.0.0.1:1", "open")
        == Run(
          out: "",
          err: "\(about("open"))others can read or change it\nhelp: take that away: chmod o= '\(logins("open"))'\n",
          code: 2))
    #expect(
      refused("nats://127.0.0.1:1", "two")
        == Run(
          out: "",
          err: "\(about("two"))it has not just one line, of up to 1024 bytes\n"
            + "help: write USER:PASSWORD, or a token, into it and nothing else\n", code: 2))
    #expect(refused("nats://127.0.0.1:1", "none").err.hasPrefix("\(about("none"))it can't be read: No such file"))
  }

  @Test func `what is typed wrong is refused before anything begins`() {
    let wrong = Run.host("serve", "--listen", "127.0.0.1:0", "--cluster", "http://host")
    #expect(
      wrong
        == Run(
          out: "",
          err: """
            error: 'http://host' is no address of a broker
            help: write nats://HOST:PORT

            """, code: 2), "\(wrong)")
    let named = Run.host("serve", "--listen", "127.0.0.1:0", "--cluster-name", "shop")
    #expect(named.code == 2 && named.err.hasPrefix("error: the option --cluster-name is of no use without --cluster\n"))
    let name = Run.host("serve", "--listen", "127.0.0.1:0", "--cluster", "nats://127.0.0.1:1", "--cluster-name", "a.b")
    #expect(name.code == 2 && name.err.hasSuffix("use up to 64 letters, digits, '-' and '_'\n"), "\(name)")
  }
}
