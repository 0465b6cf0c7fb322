import ComponentABI
import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

@Suite(.offPool) struct EventsTests {
  private func hostWithTicker() throws -> Host {
    let host = Host()
    try host.register(Ticker.self)
    return host
  }

  private func tick(_ host: Host, _ numbers: Range<Int>) throws {
    for number in numbers { _ = try host.mediator.call("Ticker", "tick", ["number": .int(number)]) }
  }

  @Test func `an observer hears all of a publisher's events, in their order`() throws {
    let host = try hostWithTicker()
    let diary = Diary<Int?>()
    let observation = try host.mediator.observe("Ticker.ticked") { diary.write($0.value.int) }
    try tick(host, 0..<200)
    #expect(diary.wait(for: 200) == Array(0..<200))
    withExtendedLifetime(observation) {}
  }

  @Test func `each observer hears each event, and knows its name`() throws {
    let host = try hostWithTicker()
    let (one, other) = (Diary<String>(), Diary<String>())
    let observations = try [
      host.mediator.observe("Ticker.ticked", "Ticker.said") { one.write($0.event) },
      host.mediator.observe("Ticker.said") { other.write($0.event) },
    ]
    try tick(host, 1..<2)
    _ = try host.mediator.call("Ticker", "say", ["value": ["what": "a clock"]])
    try tick(host, 2..<3)
    #expect(one.wait(for: 3) == ["Ticker.ticked", "Ticker.said", "Ticker.ticked"])
    #expect(other.wait(for: 1) == ["Ticker.said"])
    withExtendedLifetime(observations) {}
  }

  @Test func `a typed event arrives as it was`() throws {
    let host = try hostWithTicker()
    let diary = Diary<TickerMoved>()
    let observation = try host.mediator.observe(TickerMoved.self) { event, _ in diary.write(event) }
    _ = try host.mediator.call("Ticker", "move", ["to": 7])
    #expect(diary.wait(for: 1) == [TickerMoved(from: 1, to: 7)])
    withExtendedLifetime(observation) {}
  }

  @Test func `what is observed need not be there yet`() throws {
    let host = Host()
    let diary = Diary<Int?>()
    let observation = try host.mediator.observe("Ticker.ticked") { diary.write($0.value.int) }
    try host.register(Ticker.self)
    try tick(host, 4..<5)
    #expect(diary.wait(for: 1) == [4])
    withExtendedLifetime(observation) {}
  }

  @Test func `what is published before somebody observes it is not heard`() throws {
    let host = try hostWithTicker()
    try tick(host, 0..<3)
    let diary = Diary<Int?>()
    let observation = try host.mediator.observe("Ticker.ticked") { diary.write($0.value.int) }
    try tick(host, 3..<4)
    #expect(diary.wait(for: 1) == [3])
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: [1, 2, 3, 8, 100])
  func `where more comes than can wait the oldest is lost, and how many is told where they are missing`(limit: Int)
    throws
  {
    let host = try hostWithTicker()
    let (stop, diary) = (Stop(), Diary<[Int]>())
    let observation = try host.mediator.observe("Ticker.ticked", limit: limit) { notice in
      if notice.value == 0 { stop.pass() }
      diary.write([notice.value.int ?? -1, notice.lost])
    }
    try tick(host, 0..<1)
    stop.begun.take()
    // The queue is empty now. Of these five go.
    try tick(host, 1..<limit + 6)
    stop.goOn.add()
    let heard = diary.wait(for: limit + 1)
    #expect(heard == [[0, 0], [6, 5]] + (7..<max(limit + 6, 7)).map { [$0, 0] })
    // Nothing is counted twice.
    try tick(host, 0..<1)
    stop.begun.take()
    stop.goOn.add()
    #expect(diary.wait(for: 1).last == [0, 0])
    withExtendedLifetime(observation) {}
  }

  @Test func `large events take the room of many`() throws {
    let host = try hostWithTicker()
    let (stop, diary) = (Stop(), Diary<[Int]>())
    let observation = try host.mediator.observe("Ticker.said") { notice in
      if notice.value == nil { stop.pass() }
      diary.write([notice.value.bytes.map { Int($0[0]) } ?? -1, notice.lost])
    }
    _ = try host.mediator.call("Ticker", "say")
    stop.begun.take()
    let count = COMPONENT_NOTICE_ROOM / COMPONENT_EVENT_SIZE_LIMIT
    for number in 0..<count + 3 {
      let bytes = [UInt8](repeating: UInt8(number), count: Int(COMPONENT_EVENT_SIZE_LIMIT) - 64)
      _ = try host.mediator.call("Ticker", "say", ["value": .bytes(bytes)])
    }
    stop.goOn.add()
    #expect(diary.wait(for: Int(count) + 1).prefix(3) == [[-1, 0], [3, 3], [4, 0]])
    withExtendedLifetime(observation) {}
  }

  @Test func `an observer that hangs delays no other`() throws {
    let host = try hostWithTicker()
    let stops = (0..<8).map { _ in Stop() }
    let hanging = try stops.map { stop in try host.mediator.observe("Ticker.ticked") { _ in stop.pass() } }
    let diary = Diary<Int?>()
    let observation = try host.mediator.observe("Ticker.ticked") { diary.write($0.value.int) }
    try tick(host, 0..<50)
    for stop in stops { stop.begun.take() }
    #expect(diary.wait(for: 50) == Array(0..<50))
    for observation in hanging { observation.cancel() }
    for stop in stops { stop.goOn.add() }
    withExtendedLifetime(observation) {}
  }

  @Test func `an observer may publish, observe and end itself`() throws {
    struct Pong: Component {
      let mediator: Mediator
      init(mediator: Mediator) { self.mediator = mediator }
      var events: [EventDeclaration] { EventDeclaration("Pong.answered") }
      var observers: [Observer] {
        Observer("Ticker.ticked") { [mediator] notice in try mediator.publish("Pong.answered", notice.value) }
      }
      var actions: [Action] { Action("x") { _ in nil } }
    }
    let host = try hostWithTicker()
    try host.register(Pong.self)
    let (diary, inner) = (Diary<Value>(), Guarded<[ComponentKit.Observation]>([]))
    let observation = try host.mediator.observe("Pong.answered") { notice in
      diary.write(notice.value)
      let more = try host.mediator.observe("Pong.answered") { diary.write(["again": $0.value]) }
      inner.withLock { inner in
        for observation in inner { observation.cancel() }
        inner = [more]
      }
    }
    try tick(host, 1..<2)
    #expect(diary.wait(for: 1) == [1])
    #expect(eventually { inner.withLock { $0.count == 1 } })
    try tick(host, 2..<3)
    #expect(diary.wait(for: 2).contains(2))
    withExtendedLifetime(observation) {}
  }

  @Test func `what an observer throws is said for the log, and it goes on`() throws {
    let lines = Diary<String>()
    var settings = Settings()
    settings.log = { lines.write("\($0.level.name): \($0.message)") }
    let host = Host(settings)
    try host.register(Ticker.self)
    let observation = try host.mediator.observe(TickerMoved.self) { event, _ in
      throw Failure(.failed, "no", "the clock is at \(event.to)")
    }
    _ = try host.mediator.call("Ticker", "move", ["to": 1])
    _ = try host.mediator.call("Ticker", "move", ["to": 2])
    #expect(
      lines.wait(for: 2) == [
        "error: hearing 'Ticker.moved' failed: the clock is at 1",
        "error: hearing 'Ticker.moved' failed: the clock is at 2",
      ])
    withExtendedLifetime(observation) {}
  }

  @Test func `of many publishing threads each one's order is kept, and nothing is lost`() throws {
    let host = try hostWithTicker()
    let diary = Diary<Int?>()
    let observation = try host.mediator.observe("Ticker.ticked", limit: Int(COMPONENT_NOTICE_COUNT_LIMIT)) { notice in
      diary.write(notice.lost == 0 ? notice.value.int : nil)
    }
    Thread.each(6) { thread in
      for number in 0..<1000 {
        _ = try? host.mediator.call("Ticker", "tick", ["number": .int(thread * 1000 + number)])
      }
    }
    let heard = diary.wait(for: 6000)
    #expect(heard.count == 6000)
    for thread in 0..<6 {
      let own = heard.compactMap { $0 }.filter { $0 / 1000 == thread }
      #expect(own == Array(thread * 1000..<(thread + 1) * 1000))
    }
    withExtendedLifetime(observation) {}
  }

  @Test func `a name that nobody publishes is forgotten with the last one who observed it`() throws {
    let host = try hostWithTicker()
    let observations = try (0..<3).map { _ in try host.mediator.observe("Nobody.said", "Ticker.ticked") { _ in } }
    #expect(host.events.topic("Nobody.said") != nil)
    for observation in observations { observation.cancel() }
    #expect(host.events.topic("Nobody.said") == nil)
    #expect(host.events.topic("Ticker.ticked")?.isObserved == false)
  }

  @Test func `the host says what becomes of its components`() throws {
    let host = Host()
    let diary = Diary<String>()
    let observation = try host.mediator.observe(
      ComponentKit.HostEvent.loaded, ComponentKit.HostEvent.refused, ComponentKit.HostEvent.retired
    ) { notice in
      let value = notice.value
      diary.write(
        "\(notice.event) \(value["name"]?.text ?? "") \(value["generation"]?.int ?? 0) \(value["reason"]?.text ?? "")")
    }
    try host.register(Ticker.self)
    #expect(throws: Refusal.self) { try host.register(RegistrationTests.Twice.self) }
    host.close()
    #expect(
      diary.wait(for: 3) == [
        "host:loaded Ticker 1 ", "host:refused Twice 0 duplicate_action", "host:retired Ticker 1 ",
      ])
    withExtendedLifetime(observation) {}
  }
}
