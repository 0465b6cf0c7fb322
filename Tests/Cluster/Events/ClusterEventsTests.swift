import ComponentDoors
import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

@testable import ComponentCluster
@testable import ComponentHost

/// What a host says to a broker of events, and what it makes of those that come.
@Suite(.offPool) struct ClusterEventsTests {
  struct Inn: Component {
    init(mediator: Mediator) { self.mediator = mediator }
    let mediator: Mediator
    var events: [EventDeclaration] {
      EventDeclaration("Inn.opened", "A room is free", type: "{room: int}")
      EventDeclaration("Inn.said", "Anything at all")
    }
    var actions: [Action] {
      Action("publish") { [mediator] call in
        try mediator.publish(try call.text("event"), call.value("value") ?? .null)
        return nil
      }
    }
  }

  /// A host in a cluster whose other members are what a test says.
  private final class Place: @unchecked Sendable {
    // Sendable: what changes beside what is told and heard is the test's own thread's.
    let host: Host
    let broker: FakeBroker
    let door: ClusterDoor
    let heard = Mutex<[String]>([])
    var subscribed: [String: String] = [:]
    private var observation: ComponentKit.Observation?

    init(_ events: ElsewherePolicy.Names, observes: [String] = ["Inn.opened", "Inn.said", "Other.told"]) throws {
      var settings = ComponentHost.Settings()
      settings.policy.elsewhere = ElsewherePolicy(events: events)
      host = Host(settings)
      broker = try FakeBroker()
      var own = ClusterDoor.Settings([broker.address], name: "shop")
      let told = Told()
      self.told = told
      own.tell = { told.add("\($0.kind) \($0.message)") }
      door = ClusterDoor(host, own)
      try host.register(Inn.self)
      try door.start()
      try letIn()
      if !observes.isEmpty {
        observation = try host.mediator.observe(observes) { notice in
          self.heard.withLock { $0.append("\(notice.event) \((try? notice.value.json()) ?? "?")") }
        }
      }
    }

    let told: Told
    final class Told: Sendable {
      private let lines = Mutex<[String]>([])
      func add(_ line: String) { lines.withLock { $0.append(line) } }
      var all: [String] { lines.withLock { $0 } }
    }

    deinit { door.stop(within: .zero) }

    func letIn() throws {
      subscribed = [:]
      for line in try broker.letIn() {
        let words = line.split(separator: " ").map(String.init)
        if words.first == "SUB", words[1].hasPrefix("shop.event") { subscribed[words[1]] = words.last }
      }
      #expect(eventually { door.isConnected })
    }

    func publish(_ event: String, _ value: Value) throws {
      _ = try host.mediator.call("Inn", "publish", ["event": .text(event), "value": value])
    }

    /// The next message about an event: its subject, its sender and its content.
    func next() -> (subject: String, host: String?, payload: String) {
      while true {
        let line = broker.line()
        let words = line.split(separator: " ").map(String.init)
        if words.isEmpty { return ("", nil, "") }
        if words == ["PING"] { broker.say("PONG") }
        guard words[0] == "PUB" || words[0] == "HPUB" else { continue }
        let sizes = words.suffix(words[0] == "HPUB" ? 2 : 1).compactMap { Int($0) }
        let bytes = broker.bytes(sizes.last ?? 0)
        guard words[1].hasPrefix("shop.event.") else { continue }
        let head = sizes.count == 2 ? sizes[0] : 0
        let host = (try? MessageHeaders(Array(bytes.prefix(head))))?.values("Component-Host").first
        return (words[1], host, String(decoding: bytes.dropFirst(head), as: UTF8.self))
      }
    }

    func say(
      _ event: String, _ payload: String, by pattern: String = "shop.event.>",
      _ headers: [String] = ["Component-Host: h1"]
    ) {
      let head = headers.isEmpty ? "" : "NATS/1.0\r\n\(headers.map { "\($0)\r\n" }.joined())\r\n"
      let number = subscribed[pattern] ?? "0"
      let sizes =
        head.isEmpty ? "\(payload.utf8.count)" : "\(head.utf8.count) \(head.utf8.count + payload.utf8.count)"
      broker.say(
        "\(head.isEmpty ? "MSG" : "HMSG") shop.event.\(event) \(number) \(sizes)\r\n\(head)\(payload)")
    }

    func hears(_ lines: [String]) -> Bool { eventually { heard.withLock { $0 } == lines } }
  }

  @Test func `what a component publishes goes out where the policy names it, with who says so, and is heard here once`()
    throws
  {
    let place = try Place(.some(["Inn.opened"]))
    try place.publish("Inn.said", 1)
    try place.publish("Inn.opened", ["room": 7])
    let message = place.next()
    #expect(message.subject == "shop.event.Inn.opened" && message.payload == #"{"room":7}"#)
    #expect(message.host == place.door.id)
    // The broker sends it to this host as well, as to all that have subscribed it.
    place.say("Inn.opened", message.payload, by: "shop.event.Inn.opened", ["Component-Host: \(place.door.id)"])
    place.say("Inn.opened", #"{"room":8}"#, by: "shop.event.Inn.opened")
    #expect(place.hears(["Inn.said 1", #"Inn.opened {"room":7}"#, #"Inn.opened {"room":8}"#]))
    // What has come from elsewhere does not go out again: the next one is this host's own.
    try place.publish("Inn.opened", ["room": 9])
    #expect(place.next().payload == #"{"room":9}"#)
    #expect(place.told.all.filter { $0.hasPrefix("event") } == [])
  }

  @Test func `what a policy names is subscribed once, with all below it, and nothing where it names none`() throws {
    #expect(try Place(.none).subscribed.isEmpty)
    #expect(try Place(.all).subscribed.keys.sorted() == ["shop.event.>"])
    let place = try Place(.some(["Inn.opened", "Inn", "Inns.told", "Inns.told"]))
    #expect(
      place.subscribed.keys.sorted() == [
        "shop.event.Inn", "shop.event.Inn.>", "shop.event.Inns.told", "shop.event.Inns.told.>",
      ])
    try place.publish("Inn.said", 3)
    #expect(place.next().subject == "shop.event.Inn.said")
  }

  @Test func `a component that comes later is heard of as well`() throws {
    struct Late: Component {
      init(mediator: Mediator) { self.mediator = mediator }
      let mediator: Mediator
      var events: [EventDeclaration] { EventDeclaration("Late.told") }
      var actions: [Action] {
        Action("tell") { [mediator] _ in
          try mediator.publish("Late.told", 5)
          return nil
        }
      }
    }
    let place = try Place(.all)
    try place.host.register(Late.self)
    _ = try place.host.mediator.call("Late", "tell")
    let message = place.next()
    #expect(message.subject == "shop.event.Late.told" && message.payload == "5")
  }

  @Test func `what no event is, is passed over and told, and what comes behind it is heard`() throws {
    let place = try Place(.all)
    let wrong: [(String, String, [String], String)] = [
      ("Inn.opened", "{", ["Component-Host: h1"], "its JSON is invalid"),
      ("Inn.opened", #"{"room":"no"}"#, ["Component-Host: h1"], "another form"),
      ("Inn.opened", #"{"room":1}"#, ["a b: c"], "its headers can't be read"),
      ("Inn.opened", #"{"room":1}"#, ["Component-Host: a", "Component-Host: b"], "more than once"),
    ]
    for (event, payload, headers, _) in wrong { place.say(event, payload, headers) }
    // Of no host, declared and observed by nobody, or no event at all.
    place.say("Inn.opened", #"{"room":2}"#, [])
    place.say("Inn.opened", #"{"room":2}"#, ["Component-Host: "])
    for event in ["Nobody.told", "Inn", "Inn.", "host:loaded", "Inn..opened", String(repeating: "x", count: 1900)] {
      place.say(event, "1")
    }
    place.say("Inn.said", "")
    place.say("Inn.said", #"[1,"ä"]"#)
    // Nobody here declares it, and somebody observes it.
    place.say("Other.told", #"{"any":"thing"}"#)
    place.say("Inn.opened", #"{"room":3}"#)
    #expect(
      place.hears([
        "Inn.said null", #"Inn.said [1,"ä"]"#, #"Other.told {"any":"thing"}"#, #"Inn.opened {"room":3}"#,
      ]), "\(place.heard.withLock { $0 })")
    let told = place.told.all.filter { $0.hasPrefix("event_refused") }
    #expect(told.count == wrong.count, "\(told)")
    for (line, (event, _, _, words)) in zip(told, wrong) {
      #expect(line.contains("an event '\(event)'") && line.contains(words), "\(line)")
    }
  }

  @Test func `what can't cross stays here, which is told`() throws {
    let place = try Place(.all)
    try place.publish("Inn.said", .double(.nan))
    try place.publish("Inn.said", .text(String(repeating: "x", count: 6000)))
    try place.publish("Inn.said", 1)
    #expect(place.next().payload == "1")
    #expect(eventually { place.heard.withLock { $0.count } == 3 })
    let told = place.told.all.filter { $0.hasPrefix("event_kept") }
    #expect(told.count == 2 && told.allSatisfy { $0.contains("'Inn.said' does not go to other hosts") }, "\(told)")
  }

  @Test func `without a connection events are lost and told, and nobody who publishes waits`() throws {
    let place = try Place(.all)
    place.broker.hangUp()
    #expect(eventually { !place.door.isConnected })
    for number in 0..<30 { try place.publish("Inn.said", .int(number)) }
    #expect(eventually { place.heard.withLock { $0.count } == 30 })
    let words = "not sent to other hosts: no broker was there, or more came than it takes"
    #expect(
      eventually {
        place.told.all.filter { $0.hasPrefix("events_lost") } == [
          "events_lost 1 event was \(words)", "events_lost 10 events were \(words)",
        ]
      }, "\(place.told.all)")
    try place.letIn()
    try place.publish("Inn.said", 31)
    #expect(place.next().payload == "31")
  }

  @Test func `a flood of events is bounded, and calls go on`() {
    let inbox = EventInbox()
    let (began, goes, taken) = (Supply(), Supply(), Guarded<[Int]>([]))
    #expect(
      inbox.begin { some, lost in
        taken.withLock { $0 += [some.count, lost] }
        began.add()
        _ = goes.take(within: 30)
      })
    let small = Delivery(subject: "shop.event.Inn.said", subscription: 1)
    inbox.add(small)
    #expect(began.take(within: 30))
    for _ in 0..<EventInbox.limit + 7 { inbox.add(small) }
    goes.add()
    #expect(began.take(within: 30))
    var large = small
    large.payload = [UInt8](repeating: 0x20, count: EventInbox.sizeLimit / 4)
    for _ in 0..<9 { inbox.add(large) }
    goes.add()
    #expect(began.take(within: 30))
    #expect(taken.withLock { $0 } == [1, 0, EventInbox.limit, 7, 3, 6])
    inbox.end()
    goes.add()
    inbox.add(small)
  }

  @Test func `what is lost is told as it begins, and each time that it is ten times as much`() {
    var count = LostCount()
    #expect([1, 1, 8, 80, 0, 20, 5000, 1].map { count.add($0) } == [1, nil, 10, nil, nil, 110, 5110, nil])
  }
}
