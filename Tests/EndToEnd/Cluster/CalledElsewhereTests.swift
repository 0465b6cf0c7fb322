import ComponentKit
import Glibc
import TestThreads
import Testing

/// Calls that one `host serve --cluster` makes on another one, through a real broker.
@Suite(.offPool, .broker) struct CalledElsewhereTests {
  private let policies = Folder()

  /// - Parameter elsewhere: what the policy has; nil for no policy.
  private func serve(
    _ broker: Broker, _ elsewhere: String? = nil, _ options: [String] = [], in folder: Folder,
    at location: SourceLocation = #_sourceLocation
  ) throws -> ServedHost {
    var words = ["--cluster", broker.url, "--cluster-name", "shop"] + options
    if let elsewhere {
      policies.write("{\"elsewhere\":\(elsewhere)}".utf8, as: "policy.json")
      words += ["--policy", policies("policy.json")]
    }
    let host = try ServedHost(words: words, in: folder, at: location)
    if !eventually({ host.lines.contains("info connected to the broker \(broker.url)") }) {
      Issue.record("it does not connect: \(host.lines)", sourceLocation: location)
    }
    return host
  }

  private func run(_ host: ServedHost, _ words: String..., at location: SourceLocation = #_sourceLocation) -> Run {
    Run.host(["--connect", host.control] + words, at: location)
  }

  /// Waits until a component is told of.
  private func isThere(_ broker: Broker, _ name: String) throws -> Bool {
    let client = try RawNats(broker.port)
    return eventually { client.request("$SRV.PING.\(name)")?.status == "" }
  }

  @Test func `what is in another host's folders is called there, and it is told where`() throws {
    let broker = try Broker()
    let far = try serve(broker, in: Folder("serves"))
    let near = try serve(broker, "[\"Serves\"]", ["--log-calls"], in: Folder())
    #expect(try isThere(broker, "Serves"))
    let reply = run(near, "call", "Serves", "add", "number:=41", "--json")
    #expect(reply.out == "42\n" && reply.code == 0, "\(reply)")
    let client = try RawNats(broker.port)
    let id = try #require(client.request("shop.call.1.Serves.add", "{\"number\":1}")?.headers["Component-Host"])
    #expect(reply.err == "{\"from\":\"\(id)\"}\n")
    #expect(eventually { near.lines.contains { $0.hasPrefix("info called elsewhere CALL /Serves/add 200 ") } })
    #expect(near.lines.contains { $0.contains("/Serves/add 200") && $0.hasSuffix("from=\(id)") }, "\(near.lines)")
    // The second one asks nobody any more.
    #expect(run(near, "call", "Serves", "add", "number:=1") == Run(out: "2\n", err: "", code: 0))
    let refused = run(near, "call", "Serves", "refuse", "--json")
    #expect(refused.code == 1 && refused.err.contains("\"reason\":\"no_such_book\""), "\(refused)")
    #expect(refused.err.contains("\"host\":\"\(id)\""), "\(refused)")
    // What is not open there is not there.
    let hidden = run(near, "call", "Serves", "say")
    #expect(hidden.code == 3, "\(hidden)")
    let wrong = run(near, "call", "Serves", "add", "number=one")
    #expect(wrong.code == 5 && wrong.err.contains("number"), "\(wrong)")
    let explained = run(near, "explain", "Serves", "add")
    #expect(
      explained.out.contains(
        "elsewhere    the policy lets it be called elsewhere: in 1.0.0 on 1 host, as was said "), "\(explained)")
    #expect(explained.out.contains("end          Serves.add is called elsewhere"), "\(explained)")
    // What the policy does not name is nowhere, and a URL leads to what is here.
    #expect(run(near, "call", "Counts", "run").code == 3)
    #expect(run(near, "open", "app://Serves/add?number=1").code == 3)
    let local = try near.client()
    local.call("/Serves/add", "{\"number\":4}")
    #expect(local.answer()?.status == 404)
    #expect(near.end() == 0 && far.end() == 0)
  }

  @Test func `a file that comes answers here again, and one that goes is called elsewhere`() throws {
    let broker = try Broker()
    let far = try serve(broker, in: Folder("serves"))
    let folder = Folder()
    let near = try serve(broker, "\"*\"", in: folder)
    #expect(try isThere(broker, "Serves"))
    for _ in 0..<2 {
      #expect(eventually { run(near, "call", "Serves", "add", "number:=1", "--json").err.hasPrefix("{\"from\":") })
      folder.put("serves")
      #expect(
        eventually { run(near, "call", "Serves", "add", "number:=1", "--json") == Run(out: "2\n", err: "", code: 0) })
      folder.remove("libServes.so")
    }
    #expect(near.end() == 0 && far.end() == 0)
  }

  @Test func `nobody has it, no broker is there, nobody answers: each fails in its own words, and local calls go on`()
    throws
  {
    let broker = try Broker()
    let far = try serve(broker, in: Folder("serves"))
    let near = try serve(broker, "\"*\"", in: Folder("counts"))
    #expect(try isThere(broker, "Serves"))
    func reason(_ words: String...) -> String {
      let run = Run.host(["--connect", near.control, "call"] + words + ["--json"])
      let error = run.err.split(separator: "\n").last.flatMap { try? Value(json: Array($0.utf8)) }?["error"]
      return error?["reason"]?.text ?? run.out
    }
    #expect(reason("Away", "run") == "no_such_component")
    #expect(reason("Serves", "add", "number:=1") == "2\n")
    // It hangs.
    far.send(SIGSTOP)
    #expect(reason("Serves", "add", "number:=1", "--timeout", "0.3") == "elsewhere_timed_out")
    far.send(SIGCONT)
    #expect(eventually { reason("Serves", "add", "number:=1") == "2\n" })
    // The broker goes while a call is under way.
    let open = try near.connected("call", "Serves", "nap", "milliseconds:=1500", "--json")
    #expect(eventually { far.marks.contains("napping") })
    broker.kill()
    let ended = open.finish()
    #expect(ended.err.contains("\"reason\":\"outcome_unknown\""), "\(ended)")
    #expect(reason("Serves", "add", "number:=1") == "unreachable")
    #expect(reason("Counts", "run") == "1\n")
    broker.restart()
    #expect(eventually { reason("Serves", "add", "number:=1") == "2\n" })
    // Its last owner goes.
    #expect(far.end() == 0)
    #expect(reason("Serves", "add", "number:=1") == "no_such_component")
    #expect(near.end() == 0)
  }

  @Test func `of two versions side by side the higher one is called, and the other one by who needs that`() throws {
    let broker = try Broker()
    let older = try serve(broker, in: Folder("serves"))
    let newer = try serve(broker, in: Folder("serves-newer"))
    let near = try serve(broker, "\"*\"", in: Folder("needs-first"))
    let client = try RawNats(broker.port)
    #expect(eventually { client.request("shop.call.1.Serves.look")?.payload == "1" })
    #expect(eventually { client.request("shop.call.2.Serves.look")?.payload == "200" })
    #expect(run(near, "call", "Serves", "look") == Run(out: "200\n", err: "", code: 0))
    #expect(run(near, "call", "NeedsFirst", "run") == Run(out: "1\n", err: "", code: 0))
    let explained = run(near, "explain", "Serves", "look")
    #expect(explained.out.contains("called elsewhere: in 2.1.0 on 2 hosts"), "\(explained)")
    // The newer one goes: the other one is called by all, as soon as it is known.
    #expect(newer.end() == 0)
    #expect(run(near, "call", "Serves", "look") == Run(out: "1\n", err: "", code: 0))
    #expect(run(near, "call", "NeedsFirst", "run") == Run(out: "1\n", err: "", code: 0))
    // It comes again, alone: who needs the other one is not left to it.
    let again = try serve(broker, in: Folder("serves-newer"))
    #expect(eventually { client.request("shop.call.2.Serves.look")?.payload == "200" })
    #expect(older.end() == 0)
    #expect(run(near, "call", "Serves", "look") == Run(out: "200\n", err: "", code: 0))
    let needing = run(near, "call", "NeedsFirst", "run", "--json")
    #expect(needing.code == 3 && needing.err.contains("\"reason\":\"no_such_component\""), "\(needing)")
    #expect(again.end() == 0 && near.end() == 0)
  }

  @Test func `what only reads survives the loss of the broker, and what may change something does not`() throws {
    let broker = try Broker()
    let far = try serve(broker, in: Folder("serves"))
    let near = try serve(broker, "\"*\"", in: Folder())
    #expect(try isThere(broker, "Serves"))
    #expect(run(near, "call", "Serves", "add", "number:=1").out == "2\n")
    // The next one asks what its actions are, if the first one did so before that was known.
    sleep(1)
    #expect(run(near, "call", "Serves", "add", "number:=1").out == "2\n")
    far.send(SIGSTOP)
    let reads = try near.connected("call", "Serves", "look")
    let changes = try near.connected("call", "Serves", "add", "number:=1", "--json")
    usleep(500_000)
    broker.kill()
    #expect(changes.finish().err.contains("\"reason\":\"outcome_unknown\""))
    broker.restart()
    far.send(SIGCONT)
    #expect(reads.finish() == Run(out: "1\n", err: "", code: 0))
    #expect(near.end() == 0 && far.end() == 0)
  }

  @Test(arguments: [[], ["--isolate"]])
  func `hints go with a call from host to host, and what can't be read as such fails it`(options: [String]) throws {
    let broker = try Broker()
    let far = try serve(broker, nil, options, in: Folder("hints"))
    let near = try serve(broker, "\"*\"", options, in: Folder("relays"))
    #expect(try isThere(broker, "Hints"))
    #expect(try isThere(broker, "Relays"))
    let client = try RawNats(broker.port)
    let hints = #"{"presented":"m\u00f6dal","deep":{"a":[1,true]}}"#
    let answer = client.request("shop.call.1.Relays.hints", headers: [("Component-Hints", hints)])
    #expect(answer?.payload == #"{"presented":"mödal","deep":{"a":[1,true]}}"#, "\(String(describing: answer))")
    #expect(client.request("shop.call.1.Relays.hints")?.payload == "{}")
    for wrong in ["", "{", "[1]", "{}}", "{\"a\":\"\(String(repeating: "x", count: 5000))\"}"] {
      let refused = client.request("shop.call.1.Hints.show", headers: [("Component-Hints", wrong)])
      #expect(refused?.headers["Component-Reason"] == "invalid_header", "\(wrong.prefix(20))")
      #expect(refused?.headers["Component-Called"] == "no")
    }
    #expect(near.end() == 0 && far.end() == 0)
  }

  @Test func `a call through three hosts is given up in all of them`() throws {
    let broker = try Broker()
    let far = try serve(broker, in: Folder("serves"))
    let middle = try serve(broker, "\"*\"", in: Folder("relays"))
    let near = try serve(broker, "\"*\"", in: Folder())
    #expect(try isThere(broker, "Serves"))
    #expect(try isThere(broker, "Relays"))
    #expect(run(near, "call", "Relays", "look").out == "1\n")
    let open = try near.connected("call", "Relays", "relay", "--json")
    #expect(eventually { far.marks.contains("deferred") })
    open.send(SIGINT)
    _ = open.finish()
    #expect(eventually { far.marks.contains("given up") }, "\(far.marks)")
    #expect(near.end() == 0 && middle.end() == 0 && far.end() == 0)
  }

  @Test func `a host that ends waits for what is open elsewhere, whoever has asked for it`() throws {
    let broker = try Broker()
    let far = try serve(broker, in: Folder("serves"))
    let near = try serve(broker, "\"*\"", in: Folder("relays"))
    #expect(try isThere(broker, "Serves"))
    let client = try near.client()
    client.call("/Relays/nap")
    let owner = try near.connected("call", "Serves", "nap", "milliseconds:=1400")
    #expect(eventually { far.marks.filter { $0 == "napping" }.count == 2 })
    near.send(SIGTERM)
    let answer = client.answer()
    #expect(answer?.status == 200 && answer?.body == "1500\n", "\(String(describing: answer))")
    #expect(owner.finish() == Run(out: "1400\n", err: "", code: 0))
    #expect(near.finish() == 0 && far.end() == 0)
  }

  @Test(arguments: [[], ["--isolate"]])
  func `a call never goes elsewhere for the same component again, nor through too many hosts`(options: [String]) throws
  {
    let broker = try Broker()
    let host = try serve(broker, "\"*\"", options, in: Folder("relays"))
    let client = try RawNats(broker.port)
    #expect(try isThere(broker, "Relays"))
    // Whether it asks who else has Away.
    func asks(_ headers: [(String, String)]) throws -> Bool {
      let probe = try RawNats(broker.port)
      probe.subscribe("$SRV.PING.Away")
      probe.settle()
      let answer = client.request("shop.call.1.Relays.away", headers: [("Component-Wait", "400")] + headers)
      #expect(answer?.headers["Component-Failure"] != nil)
      probe.subscribe("end")
      client.publish("end")
      return probe.next()?.subject == "$SRV.PING.Away"
    }
    #expect(try !asks([("Component-Hops", "1"), ("Component-Ways", "Away")]))
    #expect(try !asks([("Component-Hops", "8")]))
    #expect(try asks([]))
    // That question is open for a while, in which no other one is asked.
    #expect(eventually { (try? asks([("Component-Hops", "7"), ("Component-Ways", "Relays")])) == true })
    #expect(
      client.request("shop.call.1.Relays.away", headers: [("Component-Hops", "9")])?.headers["Component-Reason"]
        == "too_many_hops")
    let older = client.request("shop.call.1.Relays.away", headers: [("Component-Minimum", "1.0.1")])
    #expect(older?.headers["Component-Reason"] == "older_version" && older?.headers["Component-Called"] == "no")
    #expect(host.end() == 0)
  }
}
