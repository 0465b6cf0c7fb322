import ComponentDoors
import ComponentHost
import ComponentKit
import TestThreads
import Testing

@testable import ComponentCluster

/// What a door says to a broker, whatever that sends.
@Suite(.offPool) struct ClusterDoorTests {
  struct Inn: Component {
    static let summary = String(repeating: "I", count: 1000)
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("room") { call in .int(try call.int("number") + 1) }.remote
      Action("full") { _ in throw Failure(.notFound, "not_here", "no room is here") }.remote
      Action("huge") { _ in .text(String(repeating: "x", count: 6000)) }.remote
      Action("hidden") { _ in 1 }
    }
  }

  struct Bar: Component {
    static let summary = String(repeating: "B", count: 1000)
    init(mediator: Mediator) {}
    var actions: [Action] { Action("open") { _ in true }.remote }
  }

  /// A door that a broker has let in.
  private final class Place {
    let host = Host(Settings())
    let broker: FakeBroker
    let door: ClusterDoor
    private(set) var numbers: [String: String] = [:]
    private var count = 0

    struct Answer {
      let head: [String: String]
      let payload: String
    }

    init() throws {
      broker = try FakeBroker()
      door = ClusterDoor(host, ClusterDoor.Settings([broker.address], name: "shop"))
      try host.register(Inn.self)
      try host.register(Bar.self)
    }

    /// Waits until it serves what there is.
    func begin() throws {
      try door.start()
      var lines = try broker.letIn()
      // The folders are looked at on another thread.
      while !lines.contains(where: { $0.contains("shop.call.1.Inn.>") }) || lines.count < 20 {
        lines.append(broker.line())
        try #require(lines.last != "", "it ends")
      }
      for line in lines {
        let words = line.split(separator: " ").map(String.init)
        if words.first == "SUB" { numbers[words[1]] = words.last }
      }
    }

    func send(_ subject: String, to pattern: String, _ payload: String = "") -> String {
      count += 1
      let inbox = "in.\(count)"
      broker.say("MSG \(subject) \(numbers[pattern] ?? "0") \(inbox) \(payload.utf8.count)\r\n\(payload)")
      return inbox
    }

    /// The next answer.
    func answer() -> Answer {
      var words: [String] = []
      // It may ask meanwhile whether the broker is there.
      while words.first != "HPUB", words.first != "PUB" {
        words = broker.line().split(separator: " ").map(String.init)
        if words.isEmpty { return Answer(head: [:], payload: "") }
        if words == ["PING"] { broker.say("PONG") }
      }
      let bytes = broker.bytes(words.last.flatMap { Int($0) } ?? 0)
      let length = words.first == "HPUB" ? Int(words[words.count - 2]) ?? 0 : 0
      var head = ["": words[1]]
      for field in (try? MessageHeaders(Array(bytes.prefix(length))))?.fields ?? [] { head[field.name] = field.value }
      return Answer(head: head, payload: String(decoding: bytes.dropFirst(length), as: UTF8.self))
    }

    func call(_ subject: String, _ payload: String = "") -> Answer {
      _ = send("shop.call.\(subject)", to: "shop.call.1.Inn.>", payload)
      return answer()
    }
  }

  @Test func `what is not here, or in another major version, is not called, and its caller hears that`() throws {
    let place = try Place()
    try place.begin()
    defer { place.door.stop(within: .zero) }
    let reply = place.call("1.Inn.room", "{\"number\":1}")
    #expect(reply.payload == "2" && reply.head["Component-Called"] == nil)
    let other = place.call("7.Inn.room", "{\"number\":1}")
    #expect(other.head["Component-Failure"] == "not_found" && other.head["Component-Reason"] == "other_version")
    #expect(other.head["Component-Called"] == "no" && other.head["Nats-Service-Error-Code"] == "404")
    let gone = place.call("1.Away.room")
    #expect(gone.head["Component-Reason"] == "not_here" && gone.head["Component-Called"] == "no")
    #expect(gone.head["Nats-Service-Error"] == "the component 'Away' is not here")
    // What an action says in the same words it has said.
    let full = place.call("1.Inn.full")
    #expect(full.head["Component-Reason"] == "not_here" && full.head["Component-Called"] == nil)
    let hidden = place.call("1.Inn.hidden")
    #expect(hidden.head["Component-Reason"] == "not_found" && hidden.head["Component-Called"] == nil)
    let unread = place.call("1.Inn.room", "{")
    #expect(unread.head["Component-Reason"] == "invalid_json" && unread.head["Component-Called"] == "no")
    let unnamed = place.call("x.Inn.room")
    #expect(unnamed.head["Component-Reason"] == "invalid_name" && unnamed.head["Component-Called"] == "no")
  }

  @Test func `interceptors come before the version is looked at, and what they say is heard`() throws {
    let place = try Place()
    place.host.add(Interceptor("guard") { $0.fail(Failure(.denied, "rate_limited", "not so fast")) })
    try place.begin()
    defer { place.door.stop(within: .zero) }
    for version in [1, 7] {
      #expect(place.call("\(version).Inn.room", "{\"number\":1}").head["Component-Reason"] == "rate_limited")
    }
  }

  @Test func `a reply that can't be said is no word of its action`() throws {
    let place = try Place()
    try place.begin()
    defer { place.door.stop(within: .zero) }
    let answer = place.call("1.Inn.huge")
    #expect(answer.head["Component-Reason"] == "reply_too_long" && answer.head["Nats-Service-Error-Code"] == "500")
    #expect(answer.payload.contains("\"status\":500"))
  }

  @Test func `actions that are registered are counted by their names, and all that is thought up together`() throws {
    let place = try Place()
    try place.begin()
    defer { place.door.stop(within: .zero) }
    for number in 0..<50 { _ = place.call("1.Inn.room\(number)") }
    for _ in 0..<2 { _ = place.call("1.Inn.room", "{\"number\":1}") }
    _ = place.call("1.Inn.room")
    let samples = { place.door.samples.filter { $0.counts.last != 0 } }
    #expect(eventually { samples().reduce(0) { $0 + ($1.counts.last ?? 0) } == 53 })
    #expect(
      samples().map { "\($0.target).\($0.action) \($0.counts.last ?? 0) \($0.failures) \($0.underWay)" } == [
        "Inn.room 3 1 0", ". 50 50 0",
      ])
    _ = place.send("$SRV.STATS.Inn", to: "$SRV.STATS.Inn")
    let stats = try Value(json: Array(place.answer().payload.utf8))
    let room = stats["endpoints"]?.list?.first { $0["name"] == "Inn-room" }
    #expect(room?["num_requests"] == 3 && room?["num_errors"] == 1)
    #expect(room?["last_error"]?.text?.hasPrefix("400:") == true)
  }

  @Test func `a question about all components is answered by each of them, in their order`() throws {
    let place = try Place()
    try place.begin()
    defer { place.door.stop(within: .zero) }
    let inbox = place.send("$SRV.PING", to: "$SRV.PING")
    var names: [String] = []
    for _ in 0..<2 {
      let answer = place.answer()
      #expect(answer.head[""] == inbox)
      names.append((try? Value(json: Array(answer.payload.utf8)))?["name"]?.text ?? "")
    }
    #expect(names == ["Bar", "Inn"])
  }

  @Test func `what a component is is told as far as it is open, whole or a part of it`() throws {
    let place = try Place()
    try place.begin()
    defer { place.door.stop(within: .zero) }
    func about(_ payload: String) -> Place.Answer {
      _ = place.send("shop.about.1.Inn", to: "shop.about.1.Inn", payload)
      return place.answer()
    }
    func actions(_ payload: String) -> [String] {
      let said = try? Value(json: Array(about(payload).payload.utf8))
      return (said?["targets"]?.list ?? []).flatMap { $0["actions"]?.list ?? [] }.compactMap { $0["name"]?.text }
    }
    #expect(actions("") == ["room", "full", "huge"])
    #expect(actions("{\"target\":\"Inn\",\"action\":\"full\"}") == ["full"])
    for closed in ["{\"action\":\"hidden\"}", "{\"target\":\"Inn.Bar\"}"] {
      let answer = about(closed)
      #expect(answer.head["Component-Reason"] == "not_found" && answer.head["Component-Called"] == "no", "\(closed)")
    }
    // Another version is not told in the place of the one that is asked for.
    _ = place.send("shop.about.2.Inn", to: "shop.about.1.Inn")
    let other = place.answer()
    #expect(other.head["Component-Reason"] == "other_version" && other.head["Component-Called"] == "no", "\(other)")
    for wrong in ["{", "7", "\"\(String(repeating: "x", count: 4096))\""] {
      #expect(about(wrong).head["Component-Reason"] == "invalid_json", "\(wrong.prefix(9))")
    }
  }

  @Test func `where the broker takes less than there is to say a question is answered for all components or for none`()
    throws
  {
    let place = try Place()
    try place.begin()
    defer { place.door.stop(within: .zero) }
    // The broker reads nothing meanwhile, and asks until nobody answers any more. Before the system takes no more it takes
    // nothing for moments.
    var (asked, refused) = (0, 0)
    while asked < 20_000, refused < 200 {
      _ = place.send("$SRV.INFO", to: "$SRV.INFO")
      asked += 1
      refused = place.door.core.link.output.waits ? refused + 1 : 0
    }
    #expect(refused == 200)
    var counts: [String: Int] = [:]
    var answer = place.answer()
    while let inbox = answer.head[""], !answer.payload.contains("ping_response") {
      counts[inbox, default: 0] += 1
      // What waited has been taken.
      if !place.door.core.link.output.waits { _ = place.send("$SRV.PING.Inn", to: "$SRV.PING.Inn") }
      answer = place.answer()
    }
    #expect(answer.payload.contains("ping_response") && counts.count > 10)
    #expect(counts.values.allSatisfy { $0 == 2 })
  }

  @Test func `a door that can't begin holds nothing`() throws {
    let host = Host(Settings())
    host.close()
    weak var core: ClusterCore?
    do {
      let door = ClusterDoor(host, ClusterDoor.Settings([try BrokerAddress("nats://127.0.0.1:1")]))
      core = door.core
      #expect(throws: DoorFault.self) { try door.start() }
      #expect(door.stop(within: .seconds(60)))
    }
    #expect(core == nil)
  }

  @Test func `a door that has ended holds nothing, and whoever ends it second waits for the same`() throws {
    weak var core: ClusterCore?
    do {
      let place = try Place()
      try place.begin()
      core = place.door.core
      let ended = Supply()
      let first = Thread { [door = place.door] in
        door.stop(within: .seconds(1))
        ended.add()
      }
      // The broker does not confirm that it sends nothing more.
      while !place.broker.line().hasPrefix("UNSUB") {}
      #expect(!ended.take(within: 0))
      #expect(!place.door.stop(within: .zero))
      #expect(ended.take(within: 30))
      first.join()
      place.door.core.link.post { [core] _ in _ = core }
    }
    #expect(eventually { core == nil })
  }
}
