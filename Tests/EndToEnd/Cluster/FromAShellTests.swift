import ComponentKit
import Glibc
import TestThreads
import Testing

/// What `host --cluster URL` does for somebody at a shell, through a real broker.
@Suite(.offPool, .broker) struct FromAShellTests {
  private func serve(
    _ broker: Broker, _ options: String..., in folder: Folder, at location: SourceLocation = #_sourceLocation
  ) throws -> ServedHost {
    let words = ["--cluster", broker.url, "--cluster-name", "shop"] + options
    let host = try ServedHost(words: words, in: folder, at: location)
    if !eventually({ host.lines.contains("info connected to the broker \(broker.url)") }) {
      Issue.record("it does not connect: \(host.lines)", sourceLocation: location)
    }
    return host
  }

  /// Two hosts, with two versions of a component that both have loaded, and their ids.
  private struct Two {
    let broker: Broker
    let older: ServedHost
    let newer: ServedHost
    let client: RawNats
    let oldID: String
    let newID: String
  }

  private func two(at location: SourceLocation = #_sourceLocation) throws -> Two {
    let broker = try Broker()
    let older = try serve(broker, in: Folder("serves"), at: location)
    let newer = try serve(broker, in: Folder("serves-newer"), at: location)
    let client = try RawNats(broker.port)
    #expect(eventually { client.request("shop.call.1.Serves.look")?.payload == "1" }, sourceLocation: location)
    #expect(eventually { client.request("shop.call.2.Serves.look")?.payload == "200" }, sourceLocation: location)
    let answers = [1, 2].map { client.request("shop.call.\($0).Serves.look")?.headers["Component-Host"] ?? "" }
    return Two(broker: broker, older: older, newer: newer, client: client, oldID: answers[0], newID: answers[1])
  }

  private func run(_ broker: Broker, _ words: String..., at location: SourceLocation = #_sourceLocation) -> Run {
    Run.host(["--cluster", broker.url, "--cluster-name", "shop"] + words, at: location)
  }

  @Test func `list tells who has what, in which version`() throws {
    let two = try two()
    let open = try #require(
      (try? Value(json: two.client.request("shop.about.1.Serves")?.payload ?? ""))?["targets"]?.list?.first?["actions"]?
        .list?.count)
    let list = run(two.broker, "list")
    #expect(
      list
        == Run(
          out: """
            NAME    VERSION  ACTIONS  HOSTS  WHICH
            Serves  2.1.0          1      1  \(two.newID)
            Serves  1.0.0         \(open)      1  \(two.oldID)

            """, err: "", code: 0))
    #expect(
      run(two.broker, "list", "--json")
        == Run(
          out: """
            [{"name":"Serves","version":"2.1.0","summary":"A fixture","actions":1,"hosts":["\(two.newID)"]},\
            {"name":"Serves","version":"1.0.0","summary":"A fixture","actions":\(open),"hosts":["\(two.oldID)"]}]

            """, err: "", code: 0))
    // Another cluster at the same broker has nothing.
    #expect(
      Run.host("--cluster", two.broker.url, "list")
        == Run(out: "", err: "no component answers in the cluster 'host'\n", code: 0))
    #expect(Run.host("list", "--cluster", two.broker.url, "--json") == Run(out: "[]\n", err: "", code: 0))
    // One that hangs is not waited for.
    two.older.send(SIGSTOP)
    #expect(run(two.broker, "list").out.split(separator: "\n").count == 2)
    two.older.send(SIGCONT)
    #expect(two.older.end() == 0 && two.newer.end() == 0)
  }

  @Test func `a call prints and ends as it does without a cluster`() throws {
    let broker = try Broker()
    let host = try serve(broker, in: Folder("serves"))
    let client = try RawNats(broker.port)
    #expect(eventually { client.request("$SRV.PING.Serves")?.status == "" })
    #expect(run(broker, "call", "Serves", "add", "number:=41") == Run(out: "42\n", err: "", code: 0))
    // As text, in what the host declares: what of it is none that host says.
    #expect(run(broker, "call", "Serves", "add", "number=41") == Run(out: "42\n", err: "", code: 0))
    let id = client.request("shop.call.1.Serves.add", "{\"number\":1}")?.headers["Component-Host"] ?? ""
    #expect(
      run(broker, "call", "Serves", "add", "number=1", "--json")
        == Run(out: "2\n", err: "{\"from\":\"\(id)\"}\n", code: 0))
    let wrong = run(broker, "call", "Serves", "add", "number=one")
    #expect(wrong.code == 5 && wrong.err.hasPrefix("error: the parameter 'number' must be an int"), "\(wrong)")
    let refused = run(broker, "call", "Serves", "refuse", "--json")
    #expect(refused.code == 1 && refused.err.contains("\"reason\":\"no_such_book\""), "\(refused)")
    // What is not open is not there; of what nobody has it is told what is like it.
    #expect(run(broker, "call", "Serves", "say").code == 3)
    #expect(
      run(broker, "call", "Servs", "add", "number=1")
        == Run(
          out: "",
          err: """
            error: nobody in the cluster 'shop' has the component 'Servs'
            help: a component with a similar name exists: 'Serves'

            """, code: 3))
    #expect(
      run(broker, "call", "Away", "add").err
        == """
        error: nobody in the cluster 'shop' has the component 'Away'
        help: see what is there with 'host --cluster \(broker.url) --cluster-name shop list'

        """)
    let raw = run(broker, "call", "Serves", "steps", "count=3", "--raw", "--timeout", "5")
    #expect(raw == Run(out: "3\n", err: "", code: 0))
    #expect(host.end() == 0)
  }

  @Test func `a host that hangs makes no wrong parameter of a right one, and takes no more time than the call has`()
    throws
  {
    let broker = try Broker()
    let (host, other) = (try serve(broker, in: Folder("serves")), try serve(broker, in: Folder("serves")))
    let client = try RawNats(broker.port)
    let ids = { Set((0..<30).compactMap { _ in client.request("shop.call.1.Serves.look")?.headers["Component-Host"] }) }
    #expect(eventually { ids().count == 2 })
    other.send(SIGSTOP)
    for _ in 0..<8 {
      let began = ContinuousClock.now
      let run = run(broker, "call", "Serves", "add", "number=1", "--timeout", "2")
      #expect(run.out == "2\n" && run.code == 0 || run.code == 7, "\(run)")
      #expect(ContinuousClock.now - began < .seconds(4), "\(run)")
    }
    other.send(SIGCONT)
    #expect(other.end() == 0 && host.end() == 0)
  }

  @Test func `a call ends at its time, by Ctrl-C, and with the broker`() throws {
    let broker = try Broker()
    let host = try serve(broker, in: Folder("serves"))
    let client = try RawNats(broker.port)
    #expect(eventually { client.request("shop.call.1.Serves.look")?.payload == "1" })
    func begin(_ words: String...) throws -> Started {
      let all = ["--cluster", broker.url, "--cluster-name", "shop"] + words
      return try #require(Started(Place.host, all.map { Array($0.utf8) }))
    }
    let late = run(broker, "call", "Serves", "stay", "--timeout", "0.3", "--json")
    #expect(late.code == 7 && late.err.contains("timed_out"), "\(late)")
    let open = try begin("call", "Serves", "await", "--json")
    #expect(eventually { host.marks.contains("deferred") })
    open.send(SIGINT)
    let ended = open.finish()
    #expect(ended.code == 128 + SIGINT && ended.err.contains("\"code\":7"), "\(ended)")
    #expect(eventually { host.marks.contains("given up") }, "\(host.marks)")
    // It hangs.
    host.send(SIGSTOP)
    let hung = run(broker, "call", "Serves", "add", "number:=1", "--timeout", "0.3", "--json")
    #expect(hung.code == 7 && hung.err.contains("\"reason\":\"elsewhere_timed_out\""), "\(hung)")
    host.send(SIGCONT)
    #expect(eventually { client.request("shop.call.1.Serves.look")?.payload == "1" })
    let lost = try begin("call", "Serves", "nap", "milliseconds:=1500", "--json")
    #expect(eventually { host.marks.contains("napping") })
    broker.kill()
    let said = lost.finish()
    #expect(said.code == 1 && said.err.contains("\"reason\":\"outcome_unknown\""), "\(said)")
    #expect(host.end() == 0)
  }

  @Test func `where no broker lets it in it fails soon, and says what each has said`() throws {
    let words =
      """
      error: no broker of the cluster 'host' is connected
        the broker nats://127.0.0.1:1 can't be reached: Connection refused
      help: see that a nats-server listens there and lets you in, or name another one with --cluster

      """
    for command in [["list"], ["top"], ["events"], ["describe", "Serves"], ["call", "Serves", "add"]] {
      let began = ContinuousClock.now
      #expect(
        Run.host(["--cluster", "nats://127.0.0.1:1"] + command) == Run(out: "", err: words, code: 4), "\(command)")
      #expect(ContinuousClock.now - began < .seconds(5))
    }
    let json = Run.host("call", "Serves", "add", "--cluster", "nats://127.0.0.1:1", "--json")
    #expect(json.code == 4 && json.err.contains("\"reason\":\"unreachable\""), "\(json)")
    #expect(
      Run.host("--cluster", "nats://127.0.0.1:1", "explain", "Serves", "add")
        == Run(
          out: """
              broker  x the broker nats://127.0.0.1:1 can't be reached: Connection refused
              end     x a call fails: no broker of the cluster 'host' is connected

            """, err: "", code: 0))
    // One that says nothing, and one that does not let it in.
    let silent = try SilentBroker()
    let began = ContinuousClock.now
    #expect(Run.host("--cluster", silent.url, "list").code == 4)
    #expect(ContinuousClock.now - began < .seconds(6))
    let broker = try Broker("--user", "ann", "--pass", "a:b")
    let stranger = Run.host("--cluster", broker.url, "list")
    #expect(
      stranger.code == 4
        && stranger.err.contains("\n  the broker \(broker.url) does not let this host in: Authorization Violation\n"),
      "\(stranger)")
    let logins = Folder()
    logins.write("ann:a:b\n".utf8, as: "login", mode: 0o600)
    #expect(Run.host("--cluster", broker.url, "--cluster-login", logins("login"), "list").code == 0)
  }

  @Test func `describe prints what is open, as the host itself has it`() throws {
    let two = try two()
    let page = run(two.broker, "describe", "Serves")
    #expect(
      page
        == Run(
          out: """
            NAME
              Serves 2.1.0 - A fixture

            HOSTS
              in 2.1.0 on 1 host: \(two.newID); in 1.0.0 on 1 host: \(two.oldID)

            TARGETS
              Serves
                look(...)
                  An action (remote)

            """, err: "", code: 0))
    #expect(two.newer.end() == 0)
    let action = run(two.broker, "describe", "Serves", "add")
    let local = Run.host("--plugins", two.older.folder.path, "describe", "Serves", "add")
    let rest = "\n  Serves 1.0.0, in 1.0.0 on 1 host: \(two.oldID)\n"
    #expect(action.code == 0 && action.out.hasSuffix(rest), "\(action)")
    #expect(local.out.hasPrefix(action.out.dropLast(rest.utf8.count)), "\(local)")
    let json = run(two.broker, "describe", "Serves", "add", "--json")
    let own = Run.host("--plugins", two.older.folder.path, "describe", "Serves", "add", "--json")
    var (far, near) = (try Value(json: json.out).map ?? [:], try Value(json: own.out).map ?? [:])
    #expect(far["file"] == .some(.null) && near["file"] != .some(.null))
    (far["file"], near["file"]) = (nil, nil)
    #expect(far == near)
    // What is closed is not told, not even that it is there.
    #expect(!run(two.broker, "describe", "Serves").out.contains("say"))
    #expect(
      run(two.broker, "describe", "Serves", "ad")
        == Run(
          out: "",
          err: """
            error: no action 'ad' of the target 'Serves' is open there
            help: an action with a similar name exists: 'add'

            """, code: 3))
    #expect(run(two.broker, "describe", "Serves", "say").code == 3)
    #expect(run(two.broker, "describe", "Serves.Part", "--json").err.contains("\"reason\":\"no_such_target\""))
    #expect(run(two.broker, "describe", "Away").code == 3)
    #expect(two.older.end() == 0)
  }

  @Test func `what is not known of a component is found out there as it is asked for`() throws {
    let broker = try Broker()
    let host = try serve(broker, "--no-cache", in: Folder("serves"))
    let client = try RawNats(broker.port)
    #expect(eventually { client.request("$SRV.PING.Serves")?.status == "" })
    #expect(
      run(broker, "list").out.split(separator: "\n").last.map { $0.split(separator: " ").prefix(4) }
        == ["Serves", "-", "-", "1"])
    let explained = run(broker, "explain", "Serves", "add").out
    #expect(explained.contains("whether Serves.add is open 1 of them would have to load it to know"), "\(explained)")
    #expect(run(broker, "describe", "Serves", "add").out.contains("\n  add(number: int) -> int\n"))
    #expect(run(broker, "call", "Serves", "add", "number=1").out == "2\n")
    #expect(host.end() == 0)
  }

  @Test func `explain tells where a call would go, or why nowhere`() throws {
    let two = try two()
    #expect(
      run(two.broker, "explain", "Serves", "look")
        == Run(
          out: """
              broker     one of the cluster 'shop' is connected
              hosts      Serves is there in 2.1.0 on 1 host: \(two.newID)
              hosts      Serves is there in 1.0.0 on 1 host: \(two.oldID)
              version    a call that needs no other version goes to the highest: 2
              action     Serves.look is open
              end        Serves.look is called in version 2 on host \(two.newID)

            """, err: "", code: 0))
    let closed = run(two.broker, "explain", "Serves", "add")
    #expect(
      closed.out.hasSuffix(
        """
          action   x Serves.add is not open there, or not there at all
          end      x a call fails: Serves.add is not open to callers from outside

        """), "\(closed)")
    let away = run(two.broker, "explain", "Servs", "--json")
    #expect(away.out.contains("nobody in the cluster 'shop' has the component 'Servs'; there is 'Serves'"), "\(away)")
    #expect(run(two.broker, "explain", "app://Serves/look").code == 2)
    #expect(two.older.end() == 0 && two.newer.end() == 0)
  }

  @Test func `events that cross the cluster are printed as they come, and what is none is told`() throws {
    let broker = try Broker()
    let client = try RawNats(broker.port)
    func heard(_ words: [String], _ lines: Int, _ tell: () -> Void) throws -> Run {
      let out = Folder()
      out.write("", as: "out")
      let all = ["--cluster", broker.url, "--cluster-name", "shop", "events"] + words
      let process = try #require(Started(Place.host, all.map { Array($0.utf8) }, out: out("out")))
      #expect(
        eventually {
          tell()
          return out.lines(of: "out").count >= lines
        })
      process.send(SIGINT)
      let run = process.finish()
      return Run(out: out.lines(of: "out").joined(separator: "\n"), err: run.err, code: run.code)
    }
    func tell(_ name: String, _ payload: String, host: String = "a1") {
      client.publish("shop.event.\(name)", headers: [("Component-Host", host)], payload)
      client.settle()
    }
    let all = try heard([], 2) {
      tell("Library.changed", "{\"added\":[7]}")
      tell("Other.far\u{1B}", "{\"text\":\"\\u001b[2J\"}")
    }
    let lines = Set(all.out.split(separator: "\n"))
    #expect(
      lines == ["Library.changed {\"added\":[7]}", "Other.far\\u{1b} {\"text\":\"\\u001b[2J\"}"], "\(all)")
    let one = try heard(["Library.changed", "--json"], 1) {
      tell("Other.far", "{}")
      tell("Library.changed", "{\"added\":")
      tell("Library.changed", "7")
    }
    #expect(
      one.out.split(separator: "\n").first
        == "{\"event\":\"Library.changed\",\"value\":7,\"lost\":0,\"host\":\"a1\"}",
      "\(one)")
    #expect(one.err.contains("\"reason\":\"invalid_event\""), "\(one)")
    #expect(run(broker, "events", "a b").code == 2 && run(broker, "events", "Library.>").code == 2)
  }

  @Test func `top has what was called on all hosts`() throws {
    let broker = try Broker()
    let hosts = [try serve(broker, in: Folder("serves")), try serve(broker, in: Folder("serves"))]
    let client = try RawNats(broker.port)
    #expect(eventually { client.request("shop.call.1.Serves.look")?.payload == "1" })
    for number in 0..<40 { _ = client.request("shop.call.1.Serves.add", "{\"number\":\(number)}") }
    for _ in 0..<40 { _ = client.request("shop.call.1.Serves.refuse") }
    let text = run(broker, "top")
    let rows = text.out.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(rows.first == ["CALLS", "A", "SECOND", "AVERAGE", "FAILED", "HOSTS", "ACTION"], "\(text)")
    #expect(rows.contains { $0.first == "40" && $0.suffix(4) == ["0", "2", "Serves", "add"] }, "\(text)")
    #expect(rows.contains { $0.first == "40" && $0.suffix(4) == ["40", "2", "Serves", "refuse"] }, "\(text)")
    let json = run(broker, "top", "--json")
    let add = try #require(try Value(json: json.out).list?.first { $0["action"] == "add" })
    #expect(add["calls"] == 40 && add["failures"] == 0 && add["average"]?.double.map { $0 > 0 } == true)
    #expect(add["hosts"]?.list?.compactMap { $0["calls"]?.int }.reduce(0, +) == 40)
    for host in hosts { #expect(host.end() == 0) }
  }

  @Test func `what makes no sense there is refused in words`() {
    func refused(_ words: String...) -> String {
      let run = Run.host(["--cluster", "nats://127.0.0.1:1"] + words)
      #expect(run.code == 2 && run.out == "")
      return run.err
    }
    #expect(
      refused("open", "app://Serves/add")
        == """
        error: 'open' is not done in a cluster
        help: have one host do it that runs: 'host --connect SOCKET open' on its machine

        """)
    #expect(
      refused("inspect", "libServes.so")
        == "error: 'inspect' is not done in a cluster\nhelp: it needs none: leave --cluster out\n")
    #expect(refused("frob").contains("help: see the commands with 'host --cluster URL help'\n"))
    #expect(refused() == "error: no command is given\nhelp: see the commands with 'host --cluster URL help'\n")
    #expect(
      refused("--plugins", "/", "list")
        == """
        error: the options --cluster and --plugins exclude each other
        help: leave out --plugins: hosts of the cluster do it, as they were started

        """)
    #expect(refused("call", "A", "b", "--policy", "/x").hasPrefix("error: the options --cluster and --policy exclude"))
    #expect(
      refused("list", "--connect", "/none")
        == """
        error: the options --connect and --cluster exclude each other
        help: leave out one of them: a command is for a host that runs, or for a cluster

        """)
    #expect(refused("list", "--targets").hasPrefix("error: 'list' takes no option --targets\n"))
    let name = Run.host("list", "--cluster-name", "shop")
    #expect(name.code == 2 && name.err.hasPrefix("error: the option --cluster-name is of no use without --cluster\n"))
    #expect(Run.host("--cluster", "nats://127.0.0.1:1", "--cluster-name", "a.b", "list").code == 2)
    let line = Run.host("run", input: Array("list --cluster nats://127.0.0.1:1\n".utf8))
    #expect(line.code == 2 && line.err.hasPrefix("error: the option --cluster is for a whole command"), "\(line)")
  }

  @Test func `a running host refuses it as well`() throws {
    let host = try ServedHost()
    let run = Run.host("--connect", host.control, "list", "--cluster", "nats://127.0.0.1:1")
    #expect(run.code == 2 && run.err.hasPrefix("error: the options --connect and --cluster exclude each other\n"))
    #expect(host.end() == 0)
  }

  @Test func `whoever is at the broker can say what he likes, and nothing acts on a terminal`() throws {
    let broker = try Broker()
    let liar = try RawNats(broker.port)
    liar.subscribe("$SRV.*")
    liar.subscribe("$SRV.*.>")
    liar.subscribe("shop.about.>")
    liar.settle()
    func info(_ name: String, host: String = "h", version: String = "1.0.0", endpoints: String = "[]") -> String {
      """
      {"name":"\(name)","id":"x","version":"\(version)","description":"\\u001b]0;x","endpoints":\(endpoints),\
      "metadata":{"cluster":"shop","host":"\(host)"}}
      """
    }
    /// Answers one question with all of these, and behind its end once more.
    func lie(_ answers: [String], _ about: String = "", _ words: String...) throws -> Run {
      let all = ["--cluster", broker.url, "--cluster-name", "shop"] + words
      let process = try #require(Started(Place.host, all.map { Array($0.utf8) }))
      while let message = liar.next(), message.subject != "end" {
        for answer in message.subject.hasPrefix("shop.about") ? [about] : answers {
          liar.publish(message.reply, headers: about == answer ? [("Component-Host", "h")] : [], answer)
        }
        if about.isEmpty || message.subject.hasPrefix("shop.about") { break }
      }
      return process.finish()
    }
    let list = try lie(
      [
        "", "no JSON", "[1]", "{\"name\":1}", String(repeating: "[", count: 100_000), info("A.b"), info("A b"),
        info("Good\\u001b[2J", host: "\\u0007"), info("Wide", version: "99999999999.0.0"), info("Old", version: "x"),
        info("Sane", host: String(repeating: "h", count: 200)),
        info(
          "Fine", endpoints: #"[{"subject":"shop.call.1.Fine.\u001bx"},7,{"subject":"else"},{"subject":"shop.call"}]"#),
        info(
          "Fine", endpoints: #"[{"subject":"shop.call.1.Fine.\u001bx"},7,{"subject":"else"},{"subject":"shop.call"}]"#),
      ], "", "list")
    #expect(
      list.out == """
        NAME  VERSION  ACTIONS  HOSTS  WHICH
        Fine  1.0.0          1      1  h

        """, "\(list)")
    #expect(list.code == 0)
    // What no component could register is no description.
    let lying =
      #"{"name":"Fine","version":"1.0.0","targets":[{"name":"Fine","actions":[{"name":"x","signature":"(a: Nope)"}]}]}"#
    for about in [lying, "{\"name\":\"Other\"}", "7", "{}"] {
      let described = try lie([info("Fine")], about, "describe", "Fine")
      #expect(described.code == 1 && described.err.contains("is no description of it"), "\(about) \(described)")
    }
    let page = try lie(
      [info("Fine")],
      #"{"name":"Fine","summary":"\u001b[2J","targets":[{"name":"Fine","actions":[{"name":"x","summary":"\u0007"}]}]}"#,
      "describe", "Fine")
    #expect(page.code == 0 && !page.out.utf8.contains(0x1B) && !page.out.utf8.contains(7), "\(page)")
  }

  @Test func `who does not say what a component is does not keep another one from being asked`() throws {
    let broker = try Broker()
    let other = try RawNats(broker.port)
    other.subscribe("$SRV.INFO.Fine")
    other.subscribe("shop.about.1.Fine")
    other.settle()
    let words = ["--cluster", broker.url, "--cluster-name", "shop", "describe", "Fine", "--timeout", "20"]
    let process = try #require(Started(Place.host, words.map { Array($0.utf8) }))
    var asked = 0
    while asked < 2, let message = other.next() {
      if message.subject.hasPrefix("$SRV") {
        other.publish(
          message.reply,
          #"{"name":"Fine","version":"1.2.0","metadata":{"cluster":"shop","host":"h"}}"#)
        continue
      }
      asked += 1
      // As by one that hangs.
      if asked == 1 { continue }
      other.publish(
        message.reply, headers: [("Component-Host", "h")],
        #"{"name":"Fine","version":"1.2.0","targets":[{"name":"Fine","actions":[{"name":"x","remote":true}]}]}"#)
    }
    let run = process.finish()
    #expect(run.code == 0 && run.out.hasPrefix("NAME\n  Fine 1.2.0\n"), "\(run)")
  }
}

/// One that takes connections and says nothing.
private final class SilentBroker {
  private let listener: Int32
  let url: String

  init() throws {
    listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = bind(listener, address, size)
        _ = listen(listener, 8)
        _ = getsockname(listener, address, &size)
      }
    }
    url = "nats://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
  }

  deinit { close(listener) }
}
