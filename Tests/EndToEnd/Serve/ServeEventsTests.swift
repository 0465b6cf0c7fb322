import Glibc
import TestSchemas
import TestThreads
import Testing

/// What a client hears at /events.
@Suite(.offPool) struct ServeEventsTests {
  private static let shown = "TellsMany.told"

  private func served(_ events: String...) throws -> ServedHost {
    try ServedHost(showing: events, in: Folder("serves", "tells-many"))
  }

  private func tell(_ host: ServedHost, _ count: Int, bytes: Int = 0) throws {
    let client = try host.client()
    client.call("/TellsMany/run", "{\"count\":\(count),\"bytes\":\(bytes)}")
    #expect(client.answer()?.body == "\(count)\n")
  }

  @Test func `events come as they happen, each with an id, and only those that are asked for`() throws {
    let host = try served(ServeEventsTests.shown, "host:loaded")
    let (all, one) = (try Hearing(host), try Hearing(host, "?name=host:loaded,host:loaded"))
    #expect(all.head.hasPrefix("HTTP/1.1 200 OK\r\n") && all.head.contains("Content-Type: text/event-stream\r\n"))
    #expect(all.head.contains("Cache-Control: no-store\r\n"))
    try tell(host, 2)
    let heard = all.next(3)
    #expect(heard.map(\.name) == ["host:loaded", "TellsMany.told", "TellsMany.told"])
    #expect(heard.last?.data.hasPrefix("\"2 ....") == true)
    let epoch = try #require(heard.first?.id.split(separator: "-").first)
    #expect(epoch.count == 16 && heard.map(\.id) == ["\(epoch)-1", "\(epoch)-2", "\(epoch)-3"])
    try tell(host, 1)
    #expect(one.next(1).map(\.id) == ["\(epoch)-1"])
    #expect(all.next(1).map(\.id) == ["\(epoch)-4"])
    #expect(one.next(1, within: .milliseconds(100)).isEmpty)
  }

  @Test func `what the policy shows is there without an option, beside what options show`() throws {
    let folder = Folder("serves", "tells-many")
    folder.write(
      #"{"shows": {"metrics": true, "openapi": true, "events": ["host:loaded", "TellsMany.told"]}}"#, as: "policy.json")
    let host = try ServedHost(
      "--policy", folder("policy.json"), "--events", "host:loaded", "--events", "host:added", in: folder)
    let client = try host.client()
    client.get("/metrics")
    #expect(client.answer()?.body.contains("\nhost_connections ") == true)
    client.get("/openapi.json")
    #expect(client.answer()?.status == 200)
    for (name, status) in [("TellsMany.told", 200), ("host:loaded", 200), ("host:added", 200), ("host:retired", 404)] {
      let hearing = try Hearing(host, "?name=\(name)")
      #expect(hearing.head.hasPrefix("HTTP/1.1 \(status) "), "\(name)")
    }
  }

  @Test func `a client that comes back hears what it has missed, or that it has`() throws {
    let host = try served(ServeEventsTests.shown)
    let early = try Hearing(host)
    try tell(host, 3)
    #expect(early.next(3).count == 3)
    let first = try Hearing(host, after: "x-1")
    #expect(first.next(1).map(\.text) == ["lost {\"count\":null}"])
    try tell(host, 1)
    let id = try #require(first.next(1).first?.id)
    let epoch = id.prefix { $0 != "-" }
    #expect(id == "\(epoch)-4")
    let second = try Hearing(host, after: "\(epoch)-2")
    #expect(second.next(2).map(\.id) == ["\(epoch)-3", "\(epoch)-4"])
    // An id that is still to come is none of this host's.
    #expect(try Hearing(host, after: "\(epoch)-5").next(1).map(\.text) == ["lost {\"count\":null}"])
    try tell(host, 2000)
    // Those that were lost before somebody could hear them have numbers as well.
    while let event = first.next(1).last, event.id != "\(epoch)-2004" {}
    let heard = try Hearing(host, after: "\(epoch)-10").next(until: "\(epoch)-2004")
    // 1,024 are kept at most.
    #expect(heard.count <= 1025 && heard.first?.name == "lost" && heard.last?.name == ServeEventsTests.shown)
    #expect(heard.reduce(0) { $0 + $1.count } == 1994, "\(heard.map(\.text).filter { $0.hasPrefix("lost") })")
  }

  @Test func `one that does not read costs no more than is kept, and hears how much it has lost`() throws {
    let host = try served(ServeEventsTests.shown)
    let deaf = try Hearing(host)
    for _ in 0..<10 { try tell(host, 100, bytes: 30_000) }
    // What is told of the last call.
    let reader = try Hearing(host)
    try tell(host, 1, bytes: 20)
    // It may hear the end of what was told before as well.
    var last: Hearing.Event?
    repeat { last = reader.next(1).first } while last?.name == "lost" || (last?.data.utf8.count ?? 0) > 100
    #expect(host.memory < 120 << 20)
    let id = try #require(last?.id)
    let heard = deaf.next(until: id)
    #expect(id.hasSuffix("-1001") && heard.reduce(0) { $0 + $1.count } == 1001)
    #expect(heard.count < 500)
  }

  @Test func `only what was allowed is heard`() throws {
    let closed = try ServedHost()
    let client = try closed.client()
    client.get("/events")
    #expect(client.answer()?.status == 404)
    let host = try served(ServeEventsTests.shown)
    let other = try host.client()
    for (path, status) in [
      ("/events?name=host:loaded", 404), ("/events?name=TellsMany.told,Other.told", 404), ("/events?nome=x", 400),
      ("/events?name[a]=x", 400), ("/events?name=", 400), ("/events?name=,,", 400), ("/events?name", 400),
    ] {
      other.get(path)
      #expect(other.answer()?.status == status, "\(path)")
    }
    let posting = try host.client()
    posting.call("/events")
    let posted = try #require(posting.answer())
    #expect(posted.status == 405 && posted.headers["allow"] == "GET, HEAD, OPTIONS")
    other.write("HEAD /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(other.answer()?.headers["content-type"] == "text/event-stream")
    other.get("/healthz")
    #expect(other.answer()?.body == "ok\n")
    let wrong = Run.host("serve", "--listen", "127.0.0.1:0", "--events", "no event")
    #expect(wrong.code == 2 && wrong.err.contains("'no event'"), "\(wrong)")
  }

  @Test func `a stream ends with its client, and with the host`() throws {
    let host = try served(ServeEventsTests.shown)
    let figures = try host.client()
    func streams() -> String? {
      figures.get("/metrics")
      return figures.answer()?.body.split(separator: "\n").first { $0.hasPrefix("host_event_streams ") }.map(
        String.init)
    }
    do {
      let one = try Hearing(host)
      let two = try Hearing(host)
      #expect(streams() == "host_event_streams 2")
      withExtendedLifetime((one, two)) {}
    }
    #expect(eventually { streams() == "host_event_streams 0" })
    let last = try Hearing(host)
    let old = try host.client()
    old.write("GET /events HTTP/1.0\r\n\r\n")
    #expect(eventually { streams() == "host_event_streams 2" })
    try tell(host, 1)
    #expect(last.next(1).count == 1)
    let began = ContinuousClock.now
    host.send(SIGTERM)
    #expect(last.rest()?.hasSuffix("0\r\n\r\n") == true)
    #expect(old.all()?.hasSuffix("\n\n") == true)
    figures.close()
    #expect(host.finish() == 0)
    #expect(ContinuousClock.now - began < .seconds(5))
  }
}

/// A client that hears events.
private final class Hearing {
  let head: String
  private let client: RawClient
  // What was sent, without what lies around the chunks.
  private var text = ""
  private var raw = ""

  struct Event {
    let id: String
    let name: String
    let data: String
    var text: String { "\(name) \(data)" }
    /// How many events it stands for.
    var count: Int { name == "lost" ? Int(data.filter(\.isNumber)) ?? 0 : 1 }
  }

  init(_ host: ServedHost, _ query: String = "", after: String? = nil) throws {
    client = try host.client()
    client.get("/events\(query)", headers: after.map { "Last-Event-ID: \($0)\r\n" } ?? "")
    var all = ""
    while !all.contains("\r\n\r\n"), let piece = client.piece(), !piece.isEmpty {
      all += String(decoding: piece, as: UTF8.self)
    }
    let end = try #require(all.utf8.firstRange(of: "\r\n\r\n".utf8))
    head = String(all[..<end.upperBound])
    raw = String(all[end.upperBound...])
  }

  /// The next ones, as many as come within the time; of those that come fewer are not waited for.
  func next(_ count: Int, within limit: Duration = .seconds(20)) -> [Event] {
    var events: [Event] = []
    let end = ContinuousClock.now + limit
    while events.count < count {
      unpack()
      if let gap = text.utf8.firstRange(of: "\n\n".utf8) {
        let lines = text[..<gap.lowerBound].split(separator: "\n")
        text = String(text[gap.upperBound...])
        func field(_ name: String) -> String? {
          lines.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
        }
        if let name = field("event: ") {
          events.append(Event(id: field("id: ") ?? "", name: name, data: field("data: ") ?? ""))
          let faults = Published.faults(ofEvent: name, data: events.last?.data ?? "")
          if !faults.isEmpty { Issue.record("\(faults)") }
        }
        continue
      }
      let left = max(.zero, ContinuousClock.now.duration(to: end))
      guard let piece = client.piece(within: left), !piece.isEmpty else { break }
      raw += String(decoding: piece, as: UTF8.self)
    }
    return events
  }

  /// Those up to the one of an id.
  func next(until id: String) -> [Event] {
    var events: [Event] = []
    while events.last?.id != id, let event = next(1).first { events.append(event) }
    return events
  }

  /// All that still comes, until the host closes.
  func rest() -> String? { client.all().map { raw + $0 } }

  private func unpack() {
    while let line = raw.utf8.firstRange(of: "\r\n".utf8), let length = Int(raw[..<line.lowerBound], radix: 16) {
      let rest = raw[line.upperBound...].utf8
      guard rest.count >= length + 2 else { return }
      let end = rest.index(rest.startIndex, offsetBy: length)
      text += String(decoding: rest[..<end], as: UTF8.self)
      raw = String(decoding: rest[rest.index(end, offsetBy: 2)...], as: UTF8.self)
    }
  }
}
