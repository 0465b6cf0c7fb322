import ComponentDoors
import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

@testable import ComponentCluster
@testable import ComponentHost

/// What a host says to a broker when it calls elsewhere, whatever comes for that.
@Suite(.offPool) struct ElsewhereCallsTests {
  struct Inn: Component {
    static let needs = [Need("Reader", from: Version(1, 2), optional: true)]
    init(mediator: Mediator) { self.mediator = mediator }
    let mediator: Mediator
    var actions: [Action] {
      Action("asks") { _ in try mediator.call("Reader", "show") }.remote
      Action("room") { _ in 1 }
      Action("hints") { call in .map(call.hints) }.remote
    }
  }

  struct Show: Request {
    static let target = "Reader"
    static let reads = true
    typealias Reply = Int
  }

  /// A host in a cluster whose other members are what a test says.
  private final class Place: @unchecked Sendable {
    // Sendable: what changes beside the ends is the test's own thread's.
    let host: Host
    let broker: FakeBroker
    let door: ClusterDoor
    let ends = Mutex<[String: String]>([:])
    let messages = Mutex<[String: String]>([:])
    private var number = ""
    /// What the host hears answers by.
    var inbox = ""

    struct Message {
      var subject = ""
      var reply = ""
      var headers: [String: [String]] = [:]
      var payload = ""
      subscript(_ name: String) -> String? { headers[name]?.joined(separator: " ") }
    }

    init(waits: Bool = false, _ change: (inout ClusterDoor.Settings) -> Void = { _ in }) throws {
      var settings = ComponentHost.Settings()
      settings.policy.elsewhere = ElsewherePolicy(.all, waits: waits)
      host = Host(settings)
      broker = try FakeBroker()
      var own = ClusterDoor.Settings([broker.address], name: "shop")
      change(&own)
      door = ClusterDoor(host, own)
      try host.register(Inn.self)
      try door.start()
      try letIn()
    }

    deinit { door.stop(within: .zero) }

    func letIn() throws {
      number = ""
      for line in try broker.letIn() {
        let words = line.split(separator: " ").map(String.init)
        if words.first == "SUB", words[1].hasPrefix("_INBOX.") { (inbox, number) = (words[1], words.last ?? "") }
      }
      try #require(number != "" && eventually { door.isConnected })
    }

    /// Begins a call, whose end is among the ends by that name.
    func call(
      _ name: String, _ target: String = "Reader", _ parameters: Fields = [:], within limit: Duration = .seconds(20),
      cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
    ) {
      host.mediator.start(
        target, "show", parameters, timeLimit: limit, cancellation: cancellation, progress: progress
      ) { outcome in
        let words =
          switch outcome {
          case .success(let value): (try? value.json()) ?? "?"
          case .failure(let failure): "\(failure.code) \(failure.reason) \(failure.details["host"]?.text ?? "-")"
          }
        if case .failure(let failure) = outcome { self.messages.withLock { $0[name] = failure.message } }
        self.ends.withLock { $0[name] = words }
      }
    }

    func end(_ name: String) -> String {
      _ = eventually { ends.withLock { $0[name] } != nil }
      return ends.withLock { $0[name] } ?? "open"
    }

    /// The next message of the host's that is none of the service protocol's own answers, nor asks for a component's actions.
    func next() -> Message {
      while true {
        let message = nextOfAll()
        if !message.subject.hasPrefix("$SRV.INFO.") { return message }
      }
    }

    func nextOfAll() -> Message {
      while true {
        let line = broker.line()
        let words = line.split(separator: " ").map(String.init)
        if words.isEmpty { return Message() }
        if words == ["PING"] { broker.say("PONG") }
        guard words[0] == "PUB" || words[0] == "HPUB" else { continue }
        let sizes = words.suffix(words[0] == "HPUB" ? 2 : 1).compactMap { Int($0) }
        let bytes = broker.bytes(sizes.last ?? 0)
        var message = Message(subject: words[1])
        if words.count - sizes.count > 2 { message.reply = words[2] }
        let head = sizes.count == 2 ? sizes[0] : 0
        for field in (try? MessageHeaders(Array(bytes.prefix(head))))?.fields ?? [] {
          message.headers[field.name, default: []].append(field.value)
        }
        message.payload = String(decoding: bytes.dropFirst(head), as: UTF8.self)
        return message
      }
    }

    func say(
      to message: Message, _ payload: String, _ headers: [(String, String)] = [("Component-Host", "h1")],
      status: String = ""
    ) {
      let head =
        headers.isEmpty && status.isEmpty
        ? "" : "NATS/1.0\(status)\r\n\(headers.map { "\($0): \($1)\r\n" }.joined())\r\n"
      if head.isEmpty {
        broker.say("MSG \(message.reply) \(number) \(payload.utf8.count)\r\n\(payload)")
      } else {
        let all = head.utf8.count + payload.utf8.count
        broker.say("HMSG \(message.reply) \(number) \(head.utf8.count) \(all)\r\n\(head)\(payload)")
      }
    }

    func sayNobody(to message: Message) { say(to: message, "", [], status: " 503") }

    func sayVersion(_ version: String, to message: Message, cluster: String = "shop", host: String = "a") {
      say(
        to: message,
        #"{"name":"Reader","version":"\#(version)","metadata":{"cluster":"\#(cluster)","host":"\#(host)"}}"#)
    }

    /// Says no as a host does that has not called anything.
    func refuse(_ message: Message, _ code: String, _ reason: String, _ payload: String = "") {
      fail(message, code, reason, payload, [("Component-Called", "no")])
    }

    func fail(
      _ message: Message, _ code: String, _ reason: String, _ payload: String = "", _ more: [(String, String)] = []
    ) {
      say(
        to: message, payload,
        [
          ("Component-Host", "h1"), ("Component-Failure", code), ("Component-Reason", reason),
          ("Nats-Service-Error", "no"),
        ] + more)
    }

    /// A call by a caller from outside of an action that makes another one elsewhere, which is said here: what the caller hears.
    func outside(_ answer: (Message) -> Void) throws -> Failure? {
      let call = OutsideCall(try CallURL("app://Inn/asks"), isByName: true)
      let ended = Mutex<Failure?>(nil)
      let thread = Thread {
        self.host.start(call) { outcome in
          if case .failure(let failure) = outcome { ended.withLock { $0 = failure } }
        }
      }
      answer(next())
      thread.join()
      return ended.withLock { $0 }
    }

    /// Has a call answered and the actions told, so that it is known whether `show` only reads.
    func learn(_ version: String, reads: Bool) {
      ends.withLock { $0["learns"] = nil }
      call("learns")
      sayVersion(version, to: next())
      let call = next()
      let question = nextOfAll()
      #expect(question.subject == "$SRV.INFO.Reader.a-Reader")
      say(
        to: question,
        #"{"name":"Reader","version":"\#(version)","metadata":{"cluster":"shop","host":"a"},"endpoints":[{"subject":"#
          + #""shop.call.\#(version.prefix(1)).Reader.show","metadata":{"reads":"\#(reads)"}}]}"#)
      say(to: call, "1")
      #expect(end("learns") == "1")
      #expect(host.elsewhere?.known("Reader")?.actions?.reads == ["Reader.show": reads])
    }

    /// Has a call answered, so that the version is known.
    func learn(_ version: String) {
      ends.withLock { $0["learns"] = nil }
      call("learns")
      sayVersion(version, to: next())
      say(to: next(), "1", [("Component-Host", "h1")])
      #expect(end("learns") == "1")
    }
  }

  @Test func `who has it is asked once, what other clusters say does not count, and the highest version is called`()
    throws
  {
    let place = try Place()
    place.call("one", "Reader.Page", ["id": 7, "text": "ä"], within: .seconds(15)) { _, _ in }
    let question = place.next()
    #expect(question.subject == "$SRV.PING.Reader" && question.payload == "")
    place.call("two")
    place.sayVersion("9.0.0", to: question, cluster: "other")
    place.say(to: question, "{")
    place.sayVersion("1.4.0", to: question)
    place.sayVersion("2.1.0", to: question, host: "b")
    let calls = [place.next(), place.next()]
    let one = try #require(calls.first { $0.subject == "shop.call.2.Reader.Page.show" })
    let two = try #require(calls.first { $0.subject == "shop.call.2.Reader.show" })
    #expect(one.payload == #"{"id":7,"text":"ä"}"# && two.payload == "{}")
    let left = one["Component-Wait"].flatMap { Int($0) } ?? 0
    #expect((1...15_000).contains(left) && one["Component-Progress"] != nil && two["Component-Progress"] == nil)
    #expect(one["Component-Hops"] == "1" && one["Component-Ways"] == "Reader" && one["Component-Minimum"] == nil)
    place.say(to: two, "[1,2]", [("Component-Host", "h1")])
    place.say(to: one, #"{"page":1}"#, [("Component-Host", "h2")])
    #expect(place.end("one") == #"{"page":1}"# && place.end("two") == "[1,2]")
    place.call("three")
    #expect(place.next().subject == "shop.call.2.Reader.show")
    let known = try #require(place.host.elsewhere?.known("Reader"))
    #expect(known.version == Version(2, 1) && known.hosts == 2)
  }

  @Test func `what a component needs is asked for, and how it has come goes with it`() throws {
    let place = try Place()
    let journey = CallJourney(hops: 3, components: ["Library", "Inn"])
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    let ended = Mutex("")
    let outside = OutsideCall(
      try CallURL("app://Inn/asks"), trace: TraceParent(trace), isByName: true, journey: journey)
    // The action waits on the thread that begins the call.
    let thread = Thread {
      place.host.start(outside) { outcome in ended.withLock { $0 = "\((try? outcome.get()) ?? "failed")" } }
    }
    let call = place.next()
    #expect(call.subject == "shop.call.1.Reader.show" && call["Component-Minimum"] == "1.2.0")
    #expect(call["Component-Hops"] == "4" && call.headers["Component-Ways"] == ["Library", "Inn", "Reader"])
    #expect(call["traceparent"] == trace)
    // Who has another version has answered for whoever has not looked yet; another one may have this one.
    let details = #"{"error":{"reason":"other_version","message":"no","details":{"version":"2.0.0"}}}"#
    place.refuse(call, "not_found", "other_version", details)
    let again = place.next()
    #expect(again.subject == "shop.call.1.Reader.show" && again["Component-Minimum"] == "1.2.0")
    place.say(to: again, "5", [("Component-Host", "h1")])
    thread.join()
    #expect(ended.withLock { $0 } == "5")
  }

  @Test func `where nobody has it the call is one of what is nowhere, and a version that is gone is asked for anew`()
    throws
  {
    let place = try Place()
    place.call("one")
    place.sayNobody(to: place.next())
    #expect(place.end("one") == "not_found no_such_component -")
    place.learn("1.0.0")
    place.call("two")
    place.sayNobody(to: place.next())
    let again = place.next()
    #expect(again.subject == "$SRV.PING.Reader")
    place.sayVersion("2.0.0", to: again)
    let call = place.next()
    #expect(call.subject == "shop.call.2.Reader.show")
    place.say(to: call, "2")
    #expect(place.end("two") == "2")
  }

  @Test func `where nobody says in time who has it, nothing was called`() throws {
    let place = try Place()
    place.call("one", within: .milliseconds(50))
    let question = place.next()
    #expect(question.subject == "$SRV.PING.Reader")
    #expect(place.end("one") == "timed_out elsewhere_timed_out -")
    #expect(place.messages.withLock { $0["one"] }?.hasSuffix("nothing was called") == true)
    // Somebody says so then: of the two calls the one that is open goes out.
    place.call("two", "Reader.Page")
    place.sayVersion("1.0.0", to: question)
    let call = place.next()
    #expect(call.subject == "shop.call.1.Reader.Page.show")
    place.say(to: call, "2")
    #expect(place.end("two") == "2")
  }

  @Test func `a call that nobody has taken is made again, with what was learned, and one that was is not`() throws {
    let place = try Place()
    place.learn("0.0.0")
    place.call("one")
    let first = place.next()
    #expect(first.subject == "shop.call.0.Reader.show")
    let details = #"{"error":{"reason":"other_version","message":"no","details":{"version":"3.1.0"}}}"#
    place.refuse(first, "not_found", "other_version", details)
    let second = place.next()
    #expect(second.subject == "shop.call.3.Reader.show" && second.reply != first.reply)
    place.refuse(second, "refused", "busy")
    let third = place.next()
    #expect(third.subject == "shop.call.3.Reader.show")
    // Who has another version than somebody has said is called so by chance.
    place.refuse(
      third, "not_found", "other_version",
      #"{"error":{"reason":"other_version","message":"no","details":{"version":"2.0.0"}}}"#)
    let fourth = place.next()
    #expect(fourth.subject == "shop.call.3.Reader.show")
    // What comes for one that was made again is of no interest.
    place.say(to: second, "1")
    place.say(
      to: fourth, #"{"error":{"reason":"full","message":"no room","details":{"beds":2}}}"#,
      [("Component-Host", "h9"), ("Component-Failure", "failed"), ("Component-Reason", "full")])
    #expect(place.end("one") == "failed full h9")
    // What is wrong with the call itself is so on any host.
    place.call("two")
    place.refuse(place.next(), "invalid_parameters", "invalid_json")
    #expect(place.end("two") == "invalid_parameters invalid_json h1")
    // Some time it is enough.
    place.call("three")
    var count = 0
    while place.ends.withLock({ $0["three"] }) == nil, count < 20 {
      let message = place.next()
      if message.subject == "" { break }
      place.refuse(message, "refused", "busy")
      count += 1
      if count >= 9 { break }
    }
    #expect(count == 9)
    #expect(place.end("three") == "component_refused busy h1")
    // With these nine times have been made again, of ten that may be where there are so few calls: to come to another version by
    // chance is not counted.
    place.call("four")
    place.refuse(place.next(), "refused", "busy")
    place.say(to: place.next(), "4")
    #expect(place.end("four") == "4")
    place.call("five")
    place.refuse(place.next(), "refused", "busy")
    #expect(place.end("five") == "component_refused busy h1")
  }

  @Test
  func `where nobody says a version, all that were called so go where they belong, and none counts as made again`()
    throws
  {
    let place = try Place()
    place.call("first")
    place.sayVersion("0.0.0", to: place.next())
    let first = place.next()
    let details = #"{"error":{"reason":"other_version","message":"no","details":{"version":"3.1.0"}}}"#
    for number in 0..<20 { place.call("\(number)") }
    let others = (0..<20).map { _ in place.next() }
    #expect((others + [first]).allSatisfy { $0.subject == "shop.call.0.Reader.show" })
    for call in others + [first] { place.refuse(call, "not_found", "other_version", details) }
    for _ in 0..<21 {
      let call = place.next()
      #expect(call.subject == "shop.call.3.Reader.show")
      place.say(to: call, "1")
    }
    #expect(place.end("first") == "1" && (0..<20).allSatisfy { place.end("\($0)") == "1" })
    #expect(place.host.elsewhere?.known("Reader")?.version == Version(3, 1))
  }

  @Test func `what no answer is, is said to be none`() throws {
    let place = try Place()
    place.learn("1.0.0")
    let wrong: [(String, [(String, String)], String)] = [
      ("", [("Component-Host", "h1")], ""), ("{", [("Component-Host", "h1")], ""),
      ("1", [("Component-Host", "h1"), ("Component-Failure", "odd")], ""),
      ("1", [("Component-Host", "a"), ("Component-Host", "b")], ""), ("1", [], " 408"), ("1", [("a b", "c")], ""),
    ]
    for (index, (payload, headers, status)) in wrong.enumerated() {
      place.call("\(index)")
      place.say(to: place.next(), payload, headers, status: status)
      let end = place.end("\(index)")
      #expect(end.hasPrefix("failed invalid_answer"), "\(index) \(end)")
    }
    // A stand-in's answer is one.
    place.call("page")
    place.say(
      to: place.next(), #""a page""#,
      [("Component-Host", "h1"), ("Component-Failure", "not_found"), ("Component-Reason", "no_such_action")])
    #expect(place.end("page") == #""a page""#)
    // A long one as well.
    place.call("long")
    place.say(
      to: place.next(), "\"\(String(repeating: "x", count: 300 << 10))\"",
      [("Component-Host", "h1"), ("Component-Failure", "not_found"), ("Component-Reason", "no_such_action")])
    #expect(place.end("long").utf8.count == (300 << 10) + 2)
    // What is of no host is not about the call: of whoever keeps messages, or serves something else there.
    place.call("foreign")
    let call = place.next()
    place.say(to: call, #"{"stream":"all","seq":1}"#, [])
    place.say(to: call, #"{"stream":"all","seq":1}"#, [("Component-Host", "")])
    place.say(to: call, "", [("Nats-Service-Error-Code", "500"), ("Nats-Service-Error", "no")])
    place.say(to: call, "1", [("Component-Failure", "failed")])
    place.say(to: call, "7")
    #expect(place.end("foreign") == "7")
    // What is for nobody is heard by nobody.
    place.broker.say("MSG _INBOX.x 1 1\r\n1")
    place.call("last")
    place.say(to: place.next(), "6")
    #expect(place.end("last") == "6")
  }

  @Test func `a connection that is lost leaves what was sent unknown, and what comes then fails at once`() throws {
    let place = try Place()
    place.learn("1.0.0")
    place.call("sent")
    #expect(place.next().subject == "shop.call.1.Reader.show")
    place.broker.hangUp()
    #expect(place.end("sent") == "failed outcome_unknown -")
    let began = ContinuousClock.now
    place.call("away")
    #expect(place.end("away") == "component_refused unreachable -")
    #expect(ContinuousClock.now - began < .seconds(1))
    #expect(try place.host.mediator.call("Inn", "room") == 1)
    try place.letIn()
    place.call("back")
    // Nothing of before is sent by the new connection.
    let message = place.next()
    #expect(message.subject == "shop.call.1.Reader.show")
    place.say(to: message, "3")
    #expect(place.end("back") == "3")
  }

  @Test func `where the policy has calls wait they are made as there is a connection, or end at their deadline`() throws
  {
    let place = try Place(waits: true)
    place.learn("1.0.0")
    place.broker.hangUp()
    #expect(eventually { !place.door.isConnected })
    place.call("late", within: .milliseconds(100))
    place.call("waits")
    #expect(place.end("late") == "component_refused unreachable -")
    try place.letIn()
    let message = place.next()
    #expect(message.subject == "shop.call.1.Reader.show")
    place.say(to: message, "4")
    #expect(place.end("waits") == "4")
  }

  @Test func `where calls may wait, nobody has it only once that has been so for a while`() throws {
    let place = try Place(waits: true)
    place.call("one")
    for _ in 0..<3 { place.sayNobody(to: place.next()) }
    place.sayVersion("1.0.0", to: place.next())
    let message = place.next()
    #expect(message.subject == "shop.call.1.Reader.show")
    place.say(to: message, "5")
    #expect(place.end("one") == "5")
    // Who had it is gone, and another one comes.
    place.call("two")
    place.sayNobody(to: place.next())
    place.sayNobody(to: place.next())
    place.sayVersion("2.0.0", to: place.next())
    let again = place.next()
    #expect(again.subject == "shop.call.2.Reader.show")
    place.say(to: again, "6")
    #expect(place.end("two") == "6")
    // Nobody comes in that time.
    place.call("three")
    let began = ContinuousClock.now
    while place.ends.withLock({ $0["three"] }) == nil, ContinuousClock.now - began < .seconds(20) {
      let question = place.next()
      if question.reply.isEmpty { break }
      place.sayNobody(to: question)
      usleep(300_000)
    }
    #expect(place.end("three") == "not_found no_such_component -")
    #expect(ContinuousClock.now - began > .seconds(2))
  }

  @Test func `nobody has it only for a while where somebody had it, or the connection is new`() {
    var absences = Absences()
    let now: Int64 = 1_000_000_000_000
    #expect(!absences.mayCome("Reader", now))
    absences.isGone("Reader", now)
    #expect(absences.mayCome("Reader", now + Absences.patience - 1) && !absences.mayCome("Writer", now))
    #expect(!absences.mayCome("Reader", now + Absences.patience))
    absences.isThere("Reader")
    #expect(!absences.mayCome("Reader", now))
    absences.hasConnected(now)
    #expect(absences.mayCome("Writer", now + 1) && !absences.mayCome("Writer", now + Absences.patience))
  }

  @Test func `calls that came to another version by chance are all made again, however many they are`() throws {
    let place = try Place()
    place.learn("1.0.0")
    let details = #"{"error":{"reason":"other_version","message":"no","details":{"version":"2.0.0"}}}"#
    let names = (0..<30).map { "call \($0)" }
    for name in names {
      place.call(name)
      place.refuse(place.next(), "not_found", "other_version", details)
    }
    for _ in names { place.say(to: place.next(), "7") }
    for name in names { #expect(place.end(name) == "7") }
  }

  @Test func `a call that is given up is given up where it was made, and one that is late as well`() throws {
    let place = try Place()
    place.learn("1.0.0")
    let cancellation = Cancellation(place.host.mediator)
    place.call("one", cancellation: cancellation)
    let call = place.next()
    cancellation.cancel()
    #expect(place.end("one") == "cancelled cancelled -")
    let cancel = place.next()
    #expect(cancel.subject == "shop.cancel" && cancel.reply == call.reply && cancel.payload == "")
    place.call("two", within: .milliseconds(60))
    let late = place.next()
    #expect(place.end("two") == "timed_out elsewhere_timed_out -")
    #expect(place.next().reply == late.reply)
    // What comes for them then is of no interest.
    place.say(to: late, "1")
  }

  @Test func `progress is told, and what does not fit or is too much is not sent`() throws {
    let place = try Place { $0.elsewhereLimit = 1 }
    place.learn("1.0.0")
    let told = Mutex<[String]>([])
    place.call("one") { part, message in told.withLock { $0.append("\(part ?? -1) \(message)") } }
    let call = place.next()
    place.call("two")
    #expect(place.end("two") == "component_refused elsewhere_busy -")
    let host = ("Component-Host", "h1")
    place.say(to: call, #"{"part":0.7,"message":"of nobody"}"#, [("Component-Progress", "0.7")])
    place.say(to: call, #"{"part":0.5,"message":"half"}"#, [host, ("Component-Progress", "0.5")])
    #expect(eventually { told.withLock { $0 } == ["0.5 half"] })
    place.say(to: call, "{", [host, ("Component-Progress", "")])
    #expect(eventually { told.withLock { $0 } == ["0.5 half", "-1.0 "] })
    place.say(to: call, "1", [("Component-Host", "h1")])
    #expect(place.end("one") == "1")
    place.call("long", "Reader", ["text": .text(String(repeating: "x", count: 5000))])
    #expect(place.end("long") == "invalid_parameters parameters_too_long -")
  }

  @Test func `the end of the door ends what is open`() throws {
    let place = try Place()
    place.learn("1.0.0")
    place.call("one")
    let call = place.next()
    place.door.stop(within: .zero)
    #expect(place.end("one") == "failed outcome_unknown -")
    // It is given up where it was made.
    let cancel = place.next()
    #expect(cancel.subject == "shop.cancel" && cancel.reply == call.reply)
    place.call("two")
    #expect(place.end("two") == "not_found no_such_component -")
  }

  @Test func `a door that ends waits for what is open elsewhere as long as there is time`() throws {
    let place = try Place()
    place.learn("1.0.0")
    place.call("one")
    let call = place.next()
    let wasQuiet = Mutex(false)
    let thread = Thread {
      let isQuiet = place.door.stop(within: .seconds(20))
      wasQuiet.withLock { $0 = isQuiet }
    }
    while true {
      let line = place.broker.line()
      if line == "PING" || line.isEmpty { break }
    }
    place.broker.say("PONG")
    // By then it has been confirmed that no call comes any more.
    usleep(200_000)
    place.say(to: call, "1")
    #expect(place.end("one") == "1")
    thread.join()
    #expect(wasQuiet.withLock { $0 })
  }

  @Test func `calls that have waited for a connection in vain are kept nowhere`() {
    let link = BrokerLink(BrokerLink.Settings(brokers: [], name: "", version: ""))
    let calls = ElsewhereCalls(link, id: "a", ClusterDoor.Settings([], name: "shop"))
    weak var kept: ElsewhereCall?
    do {
      let call = ElsewhereCall(
        "Reader", "show", [:], minimum: nil, deadline: nil, trace: nil, CallJourney(), hearsProgress: false,
        waits: true,
        isTaken: true
      ) { _ in }
      calls.begin(call)
      kept = call
      call.isOver()
    }
    #expect(kept == nil)
  }

  @Test func `what answers come to can't be guessed, and is another one with each connection`() throws {
    let place = try Place()
    let first = place.inbox
    #expect(!first.contains(place.door.id) && first.utf8.count >= "_INBOX..*".utf8.count + 32, "\(first)")
    place.broker.hangUp()
    try place.letIn()
    #expect(place.inbox != first)
    place.learn("1.0.0")
    place.call("one")
    let call = place.next()
    #expect(call.reply.hasPrefix(place.inbox.dropLast()))
    #expect(call["Component-Request"]?.hasPrefix("\(place.door.id)-") == true)
    place.say(to: call, "1")
    #expect(place.end("one") == "1")
  }

  @Test func `where only another cluster at the same broker has it, nobody has it`() throws {
    let place = try Place()
    place.call("one")
    let question = place.next()
    place.sayVersion("9.0.0", to: question, cluster: "other")
    #expect(place.end("one") == "not_found no_such_component -")
  }

  @Test func `what another host says of a call is no word of the action that has made it`() throws {
    let place = try Place()
    for (code, reason, more) in [
      ("invalid_parameters", "mistyped_parameter", [("Component-Voice", "host")]),
      ("not_found", "no_such_book", [("Component-Called", "no")]), ("cancelled", "cancelled", []),
    ] {
      let failure = try place.outside { place.fail($0, code, reason, "", more) }
      let own = code == "cancelled" ? Failure.Code.cancelled : .failed
      #expect(failure?.code == own && failure?.message != "no", "\(code): \(String(describing: failure))")
    }
    let crashed = try place.outside { place.fail($0, "crashed", "crashed") }
    #expect(crashed?.code == .crashed && crashed?.status == 502, "\(String(describing: crashed))")
    // What the action over there says on purpose is thrown on, but where that was is nobody's business outside.
    let said = try place.outside { message in
      place.fail(
        message, "failed", "no_such_book", #"{"error":{"reason":"no_such_book","message":"no","details":{"id":7}}}"#)
    }
    #expect(said?.reason == "no_such_book" && said?.details == ["id": 7], "\(String(describing: said))")
  }

  @Test func `while a call that nobody took waits to be made again, nothing was called`() throws {
    let place = try Place()
    place.learn("1.0.0")
    let call = ElsewhereCall(
      "Reader", "show", [:], minimum: nil, deadline: nil, trace: nil, CallJourney(), hearsProgress: false, waits: false,
      isTaken: true
    ) { _ in }
    place.host.elsewhere?.begin(call)
    // The last of the pauses is a long one.
    for _ in 0..<7 { place.refuse(place.next(), "refused", "busy") }
    #expect(eventually(within: .seconds(5)) { call.late.message.hasSuffix("nothing was called") }, "\(call.late)")
    let again = place.next()
    #expect(call.late.message.hasSuffix("nobody knows"), "\(call.late)")
    place.say(to: again, "1")
  }

  @Test func `a log of calls has those that were late or given up as well`() throws {
    let told = Mutex<[String]>([])
    let place = try Place {
      $0.tellsCalls = true
      $0.tell = { event in
        if let request = event.request {
          told.withLock { $0.append("\(event.message) \(request.path) \(request.status)") }
        }
      }
    }
    place.learn("1.0.0")
    place.call("one", within: .milliseconds(50))
    _ = place.next()
    #expect(place.end("one") == "timed_out elsewhere_timed_out -")
    let cancellation = Cancellation(place.host.mediator)
    place.call("two", cancellation: cancellation)
    // The first one is given up by then.
    _ = [place.next(), place.next()]
    cancellation.cancel()
    #expect(
      eventually {
        told.withLock {
          $0 == [
            "called elsewhere /Reader/show 200", "elsewhere_timed_out /Reader/show 504", "cancelled /Reader/show 503",
          ]
        }
      }, "\(told.withLock { $0 })")
  }

  @Test func `what only reads is made once more by the next connection, and ends by what comes for that`() throws {
    let place = try Place()
    place.learn("1.0.0", reads: true)
    place.call("one", "Reader", ["id": 7])
    let first = place.next()
    place.broker.hangUp()
    try place.letIn()
    let second = place.next()
    #expect(second.subject == "shop.call.1.Reader.show" && second.payload == #"{"id":7}"#)
    #expect(second.reply.hasPrefix(place.inbox.dropLast()) && second.reply != first.reply)
    // What comes for the first one is of no interest.
    place.say(to: first, "1")
    place.say(to: second, "2")
    #expect(place.end("one") == "2")
  }

  @Test func `what its caller's face says to read only is made once more, whoever says nothing of it`() throws {
    let place = try Place()
    place.learn("1.0.0")
    let ended = Mutex<Int?>(nil)
    let thread = Thread {
      let reply = try? place.host.mediator.call(Show(), timeLimit: .seconds(20))
      ended.withLock { $0 = reply }
    }
    _ = place.next()
    place.broker.hangUp()
    try place.letIn()
    place.say(to: place.next(), "9")
    thread.join()
    #expect(ended.withLock { $0 } == 9)
  }

  @Test func `hints go along, and a call whose hints can't is not made`() throws {
    let place = try Place()
    place.learn("1.0.0")
    let begin = { (hints: Fields) in
      let call = ElsewhereCall(
        "Reader", "show", [:], minimum: nil, deadline: nil, trace: nil, CallJourney(), hints: hints,
        hearsProgress: false, waits: false, isTaken: true
      ) { _ in }
      place.host.elsewhere?.begin(call)
      return call
    }
    let open = begin(["presented": "mödal", "deep": ["a": [1, 2]]])
    let message = place.next()
    #expect(message["Component-Hints"] == #"{"presented":"m\u00f6dal","deep":{"a":[1,2]}}"#)
    place.say(to: message, "1")
    for (hints, reason) in [
      (["a": .text(String(repeating: "x", count: 5000))], "hints_too_long"), (["a": .double(.nan)], "unwritable_hints"),
    ] as [(Fields, String)] {
      guard case .end(let end) = begin(hints).next(until: .max), case .fault(let failure) = end() else {
        Issue.record("it was made: \(reason)")
        continue
      }
      #expect(failure.reason == reason)
    }
    // Nothing was sent for those.
    place.call("last")
    #expect(place.next()["Component-Hints"] == nil)
    withExtendedLifetime(open) {}
  }

  @Test func `an action sees the hints of a call by name from outside, and what can't be written is none`() throws {
    let place = try Place()
    func hear(_ hints: Fields) throws -> Result<Value, Failure>? {
      let ended = Mutex<Result<Value, Failure>?>(nil)
      place.host.start(OutsideCall(try CallURL("app://Inn/hints"), isByName: true, hints: hints)) { outcome in
        ended.withLock { $0 = outcome }
      }
      return ended.withLock { $0 }
    }
    #expect(try hear(["presented": "modal", "deep": ["a": 1]])?.get() == ["presented": "modal", "deep": ["a": 1]])
    #expect(try hear([:])?.get() == .map([:]))
    // Of a URL its hints are said in its query.
    let ended = Mutex<Result<Value, Failure>?>(nil)
    place.host.start(OutsideCall(try CallURL("app://Inn/hints"), hints: ["a": 1])) { outcome in
      ended.withLock { $0 = outcome }
    }
    #expect(try ended.withLock { $0 }?.get() == .map([:]))
  }

  @Test func `what may change something is not made once more`() throws {
    let place = try Place()
    place.learn("1.0.0", reads: false)
    place.call("one")
    _ = place.next()
    place.broker.hangUp()
    #expect(place.end("one") == "failed outcome_unknown -")
  }

  @Test func `no more calls are made once more than the budget has`() throws {
    let place = try Place()
    place.learn("1.0.0", reads: true)
    for number in 0..<29 { place.call("\(number)") }
    for _ in 0..<29 { _ = place.next() }
    place.broker.hangUp()
    try place.letIn()
    for _ in 0..<13 { place.say(to: place.next(), "2") }
    let ends = (0..<29).map { place.end("\($0)") }
    #expect(ends.count { $0 == "2" } == 13 && ends.count { $0 == "failed outcome_unknown -" } == 16, "\(ends)")
  }

  @Test func `what only reads waits for who had it as well`() throws {
    let place = try Place()
    place.learn("1.0.0", reads: true)
    place.call("back")
    _ = place.next()
    place.broker.hangUp()
    try place.letIn()
    // Who had it is not connected again yet.
    place.sayNobody(to: place.next())
    let question = place.next()
    #expect(question.subject == "$SRV.PING.Reader")
    place.sayNobody(to: question)
    let again = place.next()
    #expect(again.subject == "$SRV.PING.Reader")
    place.sayVersion("1.0.0", to: again)
    place.say(to: place.next(), "3")
    #expect(place.end("back") == "3")
  }

  @Test func `what only reads does not wait for a connection for long`() throws {
    let place = try Place()
    place.learn("1.0.0", reads: true)
    place.call("away")
    _ = place.next()
    let began = ContinuousClock.now
    place.broker.hangUp()
    #expect(place.end("away") == "failed outcome_unknown -")
    #expect((.seconds(2)...(.seconds(8))).contains(ContinuousClock.now - began))
  }

  @Test func `what only reads is sent once more where nobody is heard of, and the first answer counts`() throws {
    let place = try Place()
    place.learn("1.0.0", reads: true)
    place.call("one", within: .seconds(3))
    let first = place.next()
    let began = ContinuousClock.now
    let second = place.next()
    #expect(second.subject == "shop.call.1.Reader.show" && second.reply != first.reply)
    #expect(ContinuousClock.now - began > .seconds(1))
    // Of the two one says that nobody is there: the other one is at it.
    place.sayNobody(to: second)
    place.say(to: first, "1")
    #expect(place.end("one") == "1")

    // Its version is forgotten so, and what was said of its actions is not.
    place.learn("1.0.0")
    place.call("two", within: .seconds(3))
    let third = place.next()
    let fourth = place.next()
    place.say(to: fourth, "4")
    #expect(place.end("two") == "4")
    // The other one is given up where it was made.
    let cancel = place.next()
    #expect(cancel.subject == "shop.cancel" && cancel.reply == third.reply)
    place.say(to: third, "3")
    // Whoever says how far it is, is at it.
    place.call("three", within: .seconds(3))
    let fifth = place.next()
    place.say(to: fifth, "{}", [("Component-Host", "h1"), ("Component-Progress", "")])
    usleep(1_800_000)
    place.say(to: fifth, "5")
    #expect(place.end("three") == "5")
    place.call("four", "Reader", ["id": 4])
    #expect(place.next().payload == #"{"id":4}"#)
  }

  @Test func `repeats are a tenth of the calls of ten seconds, and ten`() {
    var budget = RepeatBudget()
    let second: Int64 = 1_000_000_000
    func taken(_ now: Int64) -> Int {
      var count = 0
      while count < 1000, budget.takesRepeat(now) { count += 1 }
      return count
    }
    #expect(taken(100 * second) == 10 && taken(101 * second) == 0)
    for _ in 0..<200 { budget.count(105 * second) }
    #expect(taken(106 * second) == 20)
    // The first ten are forgotten, and later the calls.
    #expect(taken(111 * second) == 10)
    #expect(taken(130 * second) == 10)
  }
}
