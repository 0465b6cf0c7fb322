@_spi(Doors) import ComponentDoors
import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

@testable import ComponentCluster

@Suite(.offPool) struct BrokerLinkTests {
  /// What a connection has told, and what it has heard.
  private final class Ear: Sendable {
    let told = Mutex<[BrokerFault]>([])
    let heard = Mutex<[String]>([])

    var reasons: [String] { told.withLock { $0.map(\.reason) } }
    func hear(_ text: String) { heard.withLock { $0.append(text) } }
  }

  private func link(
    _ brokers: [BrokerAddress], _ ear: Ear, _ change: (inout BrokerLink.Settings) -> Void = { _ in }
  ) -> BrokerLink {
    var settings = BrokerLink.Settings(brokers: brokers, name: "host shop 1", version: "0.1.0")
    settings.tell = { _, fault in ear.told.withLock { $0.append(fault) } }
    change(&settings)
    let link = BrokerLink(settings)
    #expect(link.start())
    return link
  }

  private func subscribe(_ link: BrokerLink, _ pattern: String, queue: String? = nil, _ ear: Ear) {
    link.post { link in
      guard let known = SubjectPattern(pattern) else { return }
      _ = link.subscribe(known, queue: queue.flatMap(Subject.init)) {
        ear.hear("\(pattern): \(String(decoding: $0.payload, as: UTF8.self))")
      }
    }
  }

  private func message(_ text: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    BrokerWriter.publish(Array(text.utf8), to: try #require(Subject("in.1")), into: &bytes)
    return bytes
  }

  @Test func `it says who it is, and what it hears, and answers the broker's questions`() throws {
    let broker = try FakeBroker()
    let ear = Ear()
    let link = link([try BrokerAddress("nats://ann:a%20b@127.0.0.1:\(broker.address.port)")], ear)
    defer { link.end(until: 0) }
    subscribe(link, "a.>", queue: "shop", ear)
    try broker.accept()
    let hello = broker.line()
    let options = try Value(json: Array(hello.dropFirst("CONNECT ".count).utf8))
    #expect(options["user"] == "ann" && options["pass"] == "a b" && options["auth_token"] == nil)
    #expect(options["verbose"] == false && options["headers"] == true && options["no_responders"] == true)
    #expect(options["name"] == "host shop 1" && options["version"] == "0.1.0")
    #expect(broker.line() == "PING")
    // Nothing is said before the broker lets it in.
    link.output.send(try message("early"))
    #expect(!link.isReady)
    broker.say("PONG")
    #expect(broker.line() == "SUB a.> shop 1")
    #expect(broker.line() == "PUB in.1 5" && broker.line() == "early" && broker.line() == "PING")
    broker.say("PONG")
    #expect(eventually { link.isReady } && link.messageLimit == 5000)
    broker.say("PING")
    #expect(broker.line() == "PONG")
    broker.say("MSG a.b 1 2\r\nhi")
    broker.say("MSG a.b 9 2\r\nno")
    broker.say("MSG a.c 1 2\r\nho")
    #expect(eventually { ear.heard.withLock { $0 } == ["a.>: hi", "a.>: ho"] })
    #expect(ear.reasons == ["connected"])
  }

  @Test func `where the connection is lost it is made again, with all subscriptions and what was said meanwhile`()
    throws
  {
    let broker = try FakeBroker()
    let ear = Ear()
    let link = link([broker.address], ear)
    defer { link.end(until: 0) }
    subscribe(link, "a", ear)
    #expect(try broker.letIn() == ["SUB a 1"])
    #expect(eventually { link.isReady })
    broker.hangUp()
    #expect(eventually { !link.isReady })
    link.output.send(try message("meanwhile"))
    subscribe(link, "b", ear)
    #expect(try broker.letIn() == ["SUB a 1", "SUB b 2", "PUB in.1 9", "meanwhile"])
    #expect(eventually { ear.reasons == ["connected", "lost", "connected"] })
    broker.say("MSG b 2 1\r\nx")
    #expect(eventually { ear.heard.withLock { $0 } == ["b: x"] })
  }

  @Test func `a subscription that is taken back is heard until the broker confirms that nothing more comes`() throws {
    let broker = try FakeBroker()
    let ear = Ear()
    let link = link([broker.address], ear)
    defer { link.end(until: 0) }
    subscribe(link, "a", ear)
    _ = try broker.letIn()
    link.post { $0.unsubscribe([1]) { ear.hear("ended") } }
    #expect(broker.line() == "UNSUB 1" && broker.line() == "PING")
    broker.say("MSG a 1 1\r\nx")
    broker.say("PONG")
    broker.say("MSG a 1 1\r\ny")
    #expect(eventually { ear.heard.withLock { $0 } == ["a: x", "ended"] })
    // Without a connection nothing more comes either.
    link.post { $0.unsubscribe([1]) { ear.hear("again") } }
    #expect(broker.line() == "UNSUB 1")
    broker.hangUp()
    #expect(eventually { ear.heard.withLock { $0 } == ["a: x", "ended", "again"] })
    #expect(try broker.letIn() == [])
  }

  @Test(arguments: [
    (#"INFO {"headers":true,"tls_required":true}"#, "tls_required"), (#"INFO {"headers":false}"#, "no_headers"),
    ("INFO {}", "no_headers"), ("INFO [1]", "invalid_info"), ("INFO {", "invalid_info"),
    ("-ERR 'maximum connections exceeded'", "not_let_in"), ("HTTP/1.1 400 Bad Request", "unknown_operation"),
    ("MSG a 1 99999999999", "huge_message"),
  ])
  func `what a broker says instead of a greeting is told once, and another attempt is made`(
    line: String, reason: String
  ) throws {
    let broker = try FakeBroker()
    let ear = Ear()
    let link = link([broker.address], ear)
    defer { link.end(until: 0) }
    for _ in 0..<3 { try broker.accept(saying: line) }
    _ = try broker.letIn()
    #expect(eventually { ear.reasons == [reason, "connected"] }, "\(ear.reasons)")
    if reason == "tls_required" { #expect(ear.told.withLock { $0[0].help?.contains("leaf node") } == true) }
  }

  @Test(arguments: [nil, "PONG\r\n+OK\r\nPONG", FakeBroker.info])
  func `a broker that does not greet, or does not let in, is left after a while`(line: String?) throws {
    let broker = try FakeBroker()
    let ear = Ear()
    let link = link([broker.address], ear) { $0.stepTime = 1_000_000_000 }
    defer { link.end(until: 0) }
    try broker.accept(saying: line)
    #expect(eventually { ear.reasons == ["silent"] }, "\(ear.reasons)")
    _ = try broker.letIn()
    #expect(eventually { ear.reasons == ["silent", "connected"] }, "\(ear.reasons)")
  }

  @Test func `a broker that falls silent is left`() throws {
    let broker = try FakeBroker()
    let ear = Ear()
    let link = link([broker.address], ear) { $0.pingTime = 100_000_000 }
    defer { link.end(until: 0) }
    _ = try broker.letIn()
    for _ in 0..<3 {
      #expect(broker.line() == "PING")
      broker.say("PONG")
    }
    #expect(eventually { ear.reasons == ["connected", "silent"] }, "\(ear.reasons)")
    _ = try broker.letIn()
  }

  @Test func `a broker that takes nothing is left before what waits is too much`() throws {
    let broker = try FakeBroker()
    let ear = Ear()
    let link = link([broker.address], ear) { $0.waitingLimit = 1 << 20 }
    defer { link.end(until: 0) }
    _ = try broker.letIn()
    #expect(eventually { link.isReady })
    let long = try message(String(repeating: "x", count: 100_000))
    #expect(
      eventually {
        link.output.send(long)
        return ear.reasons.starts(with: ["connected", "lost"])
      })
    #expect(ear.told.withLock { $0.dropFirst().first?.message.hasSuffix("takes nothing any more") } == true)
  }

  @Test func `where one broker is gone another one is found that it has told of`() throws {
    let (one, other) = (try FakeBroker(), try FakeBroker())
    let ear = Ear()
    let link = link([one.address], ear)
    defer { link.end(until: 0) }
    let urls = #"["127.0.0.1:\#(other.address.port)","127.0.0.1:\#(one.address.port)","wrong:port",7]"#
    _ = try one.letIn(saying: #"INFO {"headers":true,"connect_urls":\#(urls)}"#)
    #expect(eventually { link.isReady })
    one.hangUp()
    _ = try other.letIn()
    #expect(eventually { ear.told.withLock { $0.last?.message } == "connected to the broker \(other.address)" })
  }

  @Test func `what is lost because it is too much is counted`() throws {
    let link = BrokerLink(
      BrokerLink.Settings(brokers: [try FakeBroker().address], name: "", version: "", waitingLimit: 100))
    for _ in 0..<10 { link.output.send(try message("twenty bytes or more")) }
    #expect(link.output.takeLost() == 8 && link.output.takeLost() == 0)
  }

  // Ends a connection, and says when it has ended.
  private func end(_ link: BrokerLink, within time: Duration) -> Supply {
    let ended = Supply()
    Thread {
      link.end(until: Clock.moment(after: time))
      ended.add()
    }.detach()
    return ended
  }

  @Test func `it ends once the broker has confirmed that it has all that was sent`() throws {
    let broker = try FakeBroker()
    let ear = Ear()
    let link = link([broker.address], ear)
    _ = try broker.letIn()
    #expect(eventually { link.isReady })
    link.output.send(try message("last"))
    let ended = end(link, within: patience)
    #expect(broker.line() == "PUB in.1 4" && broker.line() == "last" && broker.line() == "PING")
    #expect(!ended.take(within: 1))
    broker.say("PONG")
    #expect(ended.take(within: 30))
    #expect(broker.line() == "" && ear.reasons == ["connected"])
  }

  @Test func `what waits for a connection as it ends is sent by the next one`() throws {
    let broker = try FakeBroker()
    let ear = Ear()
    let link = link([broker.address], ear)
    _ = try broker.letIn()
    #expect(eventually { link.isReady })
    broker.hangUp()
    #expect(eventually { !link.isReady })
    link.output.send(try message("last"))
    let ended = end(link, within: patience)
    #expect(try broker.letIn() == ["PUB in.1 4", "last"])
    #expect(ended.take(within: 30))
    #expect(ear.reasons == ["connected", "lost", "connected"])
  }

  @Test func `what no broker has taken by the end is told, and so is what none has confirmed`() throws {
    let broker = try FakeBroker()
    let (ear, other) = (Ear(), Ear())
    let away = link([broker.address], ear) { $0.stepTime = 60_000_000_000 }
    for _ in 0..<2 { away.output.send(try message("never")) }
    away.end(until: Clock.moment(after: .milliseconds(100)))
    #expect(eventually { ear.reasons == ["answers_lost"] })
    #expect(ear.told.withLock { $0.first?.message } == "2 answers are lost: no broker has taken them")
    try broker.accept(saying: nil)
    let silent = link([broker.address], other)
    _ = try broker.letIn()
    #expect(eventually { silent.isReady })
    silent.output.send(try message("unheard"))
    silent.end(until: Clock.moment(after: .milliseconds(100)))
    #expect(eventually { other.reasons == ["connected", "unconfirmed"] })
  }

  @Test
  func `a message of which nothing was written is kept where the connection is lost, and no line of the protocol`()
    throws
  {
    let broker = try FakeBroker()
    let ear = Ear()
    let link = link([broker.address], ear)
    defer { link.end(until: 0) }
    _ = try broker.letIn()
    #expect(eventually { link.isReady })
    // More than the system takes of what nobody reads.
    let long = try message(String(repeating: "x", count: 8 << 20))
    link.output.send(long)
    link.output.send(try message("kept"))
    link.post { link in link.tell { BrokerWriter.ping(into: &$0) } }
    link.output.send(try message("as well"))
    link.post { _ in ear.hear("posted") }
    #expect(eventually { ear.heard.withLock { $0 } == ["posted"] })
    broker.hangUp()
    #expect(try broker.letIn() == ["PUB in.1 4", "kept", "PUB in.1 7", "as well"])
    #expect(eventually { ear.reasons.starts(with: ["connected", "lost", "answers_lost"]) })
    #expect(ear.told.withLock { $0.dropFirst(2).first?.message } == "1 answer is lost: no broker has taken it")
  }

  @Test func `while the system looks for a name another broker is reached, and nobody who ends it waits`() throws {
    let broker = try FakeBroker()
    let ear = Ear()
    let (asked, answers) = (Supply(), Supply())
    let link = link([try BrokerAddress("nats://slow.example.org"), broker.address], ear) {
      $0.stepTime = 200_000_000
      $0.find = { _ throws(BrokerFault) in
        asked.add()
        answers.take()
        throw BrokerFault("no_broker", "it is nowhere")
      }
    }
    _ = try broker.letIn()
    #expect(eventually { ear.reasons == ["no_broker", "connected"] })
    #expect(ear.told.withLock { $0.first?.message } == "the broker nats://slow.example.org:4222 can't be found in time")
    broker.hangUp()
    // It is looked for once at a time.
    _ = try broker.letIn()
    #expect(asked.take(within: 1) && !asked.take(within: 0))
    broker.hangUp()
    let began = ContinuousClock.now
    link.end(until: .max)
    #expect(ContinuousClock.now - began < .seconds(10))
    answers.add()
  }

  @Test func `a name leads where the system says`() throws {
    let broker = try FakeBroker()
    let ear = Ear()
    let link = link([try BrokerAddress("nats://localhost:\(broker.address.port)")], ear)
    defer { link.end(until: 0) }
    _ = try broker.letIn()
    #expect(eventually { ear.reasons == ["connected"] })
  }

  @Test func `what goes on being so is told once of each broker, and again once it was well`() throws {
    let broker = try FakeBroker()
    let ear = Ear()
    let link = link([broker.address], ear) { $0.steadyTime = 0 }
    defer { link.end(until: 0) }
    for _ in 0..<2 {
      for word in ["one", "other", "one", "other"] { try broker.accept(saying: "-ERR '\(word)'") }
      _ = try broker.letIn()
      for word in ["one", "other", "one", "other"] { broker.say("-ERR '\(word)'") }
      broker.hangUp()
    }
    let once = ["not_let_in", "not_let_in", "connected", "broker_error", "broker_error", "lost"]
    #expect(eventually { ear.reasons == once + once }, "\(ear.reasons)")
  }

  @Test func `what is told of one broker has an end, and another's is told`() throws {
    var told = ToldOnce()
    let (one, other) = (try BrokerAddress("nats://one"), try BrokerAddress("nats://other"))
    let news = (0..<100).filter { told.isNews("\($0)", of: one) }
    #expect(news == Array(0..<16))
    let others = (0..<2).map { _ in told.isNews("1", of: other) }
    #expect(others == [true, false])
    told.forget(one)
    let isNews = told.isNews("99", of: one)
    #expect(isNews)
  }

  @Test func `one that is lost as soon as it is there is not made anew at once, time and again`() throws {
    let broker = try FakeBroker()
    let ear = Ear()
    let link = link([broker.address], ear)
    defer { link.end(until: 0) }
    let began = ContinuousClock.now
    for _ in 0..<5 { _ = try broker.letIn() }
    // At least half of 50, 100, 200 and 400 ms.
    #expect(ContinuousClock.now - began > .milliseconds(375))
  }

  @Test func `attempts are longer and longer apart, and never as long as another one's`() {
    var generator = SystemRandomNumberGenerator()
    var backoff = Backoff(first: 100, longest: 1000)
    for usual in [100, 200, 400, 800, 1000, 1000, 1000] {
      let pause = Int(backoff.next(using: &generator))
      #expect((usual / 2...usual * 3 / 2).contains(pause), "\(usual) \(pause)")
    }
    backoff.reset()
    #expect((50...150).contains(backoff.next(using: &generator)))
    let pauses = (0..<50).map { _ in
      var one = Backoff()
      return one.next(using: &generator)
    }
    #expect(Set(pauses).count > 40)
  }

  @Test func `what is asked by a connection is not sent by the next one`() {
    var ends: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    defer { for end in ends { close(end) } }
    let output = BrokerOutput(limit: 1000) {}
    output.attach(ends[0])
    #expect(output.ask([1], by: output.connection) == .closed)
    output.open()
    let first = output.connection
    #expect(output.ask([1], by: first) == .sent)
    output.detach()
    #expect(output.ask([2], by: first) == .closed)
    output.attach(ends[0])
    output.open()
    #expect(output.ask([3], by: first) == .closed && output.ask([4], by: output.connection) == .sent)
    var room = [UInt8](repeating: 0, count: 8)
    #expect(recv(ends[1], &room, room.count, 0) == 2 && room[..<2] == [1, 4])
  }
}
