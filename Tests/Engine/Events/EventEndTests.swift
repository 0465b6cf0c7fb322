import ComponentABI
import Synchronization
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Observations that end while something is under way.
@Suite(.offPool) struct EventEndTests {
  private let host = Host()

  init() throws { try host.register(Ticker.self) }

  private func tick(_ numbers: Range<Int>) throws {
    for number in numbers { _ = try host.mediator.call("Ticker", "tick", ["number": .int(number)]) }
  }

  @Test func `an observation that ends waits for nobody, and hears nothing more`() throws {
    let (stop, diary, gone) = (Stop(), Diary<Int?>(), Gone())
    let observation = try { [token = gone.token()] in
      try host.mediator.observe("Ticker.ticked") { notice in
        withExtendedLifetime(token) { stop.pass() }
        diary.write(notice.value.int)
      }
    }()
    try tick(0..<5)
    stop.begun.take()
    observation.cancel()
    #expect(!gone.supply.take(within: 0))
    stop.goOn.add()
    // It is given back once, by the thread that was in it.
    #expect(gone.supply.take(within: 10))
    #expect(diary.entries == [0])
    try tick(5..<9)
    #expect(diary.entries == [0])
    #expect(!gone.supply.take(within: 0))
  }

  @Test func `an observation that sleeps gives back what it holds as it ends`() throws {
    let gone = Gone()
    var observation: ComponentKit.Observation? = try { [token = gone.token()] in
      try host.mediator.observe("Ticker.ticked") { _ in withExtendedLifetime(token) {} }
    }()
    #expect(!gone.supply.take(within: 0))
    // It ends with the last one who refers to it.
    _ = observation
    observation = nil
    #expect(gone.supply.take(within: 10))
  }

  @Test func `what an observer holds may use the host as it goes`() throws {
    let host = host
    let gone = Gone { _ = try? host.mediator.observe("Ticker.ticked") { _ in }.cancel() }
    let observation = try { [token = gone.token()] in
      try host.mediator.observe("Ticker.ticked") { _ in withExtendedLifetime(token) {} }
    }()
    observation.cancel()
    #expect(gone.supply.take(within: 10))
  }

  @Test func `observations may end while threads publish`() throws {
    let isOver = Guarded(false)
    let host = host
    let publishers = (0..<2).map { _ in
      Thread {
        while !isOver.withLock({ $0 }) { _ = try? host.mediator.call("Ticker", "tick", ["number": 1]) }
      }
    }
    for _ in 0..<300 {
      let (gone, wasGone, late) = (Gone(), Guarded(false), Guarded(0))
      let observation = try { [token = gone.token()] in
        try host.mediator.observe("Ticker.ticked", "Ticker.said") { _ in
          withExtendedLifetime(token) { if wasGone.withLock({ $0 }) { late.withLock { $0 += 1 } } }
        }
      }()
      observation.cancel()
      #expect(gone.supply.take(within: 10))
      wasGone.withLock { $0 = true }
      #expect(late.withLock { $0 } == 0)
    }
    isOver.withLock { $0 = true }
    for thread in publishers { thread.join() }
  }

  /// Observes, and says when it is shut down.
  private struct Hearer: Component {
    static let stop = Stop()
    static let diary = Diary<String>()
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var observers: [Observer] {
      Observer("Ticker.ticked") { notice in
        Hearer.stop.pass()
        Hearer.diary.write("heard \(notice.value.int ?? -1)")
      }
    }
    var actions: [Action] {
      Action("observe") { [mediator] _ in
        let observation = try mediator.observe("Ticker.ticked") { _ in }
        return .object(Object(observation))
      }
    }

    func shutdown() { Hearer.diary.write("shut down") }
  }

  @Test func `a component that is retired hears out what it is in, and nothing more`() throws {
    try host.register(Hearer.self)
    let generation = try #require(host.loader.loaded["Hearer"])
    try tick(0..<5)
    Hearer.stop.begun.take()
    let retired = Supply()
    Thread {
      generation.takeOut()
      _ = generation.shutDownWhenIdle(until: .max)
      retired.add()
    }.detach()
    #expect(eventually { generation.observations.isOver })
    #expect(!retired.take(within: 0))
    Hearer.stop.goOn.add()
    #expect(retired.take(within: 10))
    #expect(Hearer.diary.entries == ["heard 0", "shut down"])
    try tick(5..<9)
    #expect(Hearer.diary.entries == ["heard 0", "shut down"])
  }

  /// Says which of its generations hears what; the first one hangs in its first event until it is told.
  private struct Heir: Component {
    static let stop = Stop()
    static let diary = Diary<String>()
    static let made = Guarded(0)
    static let saves = Guarded(false)
    private let number = Heir.made.withLock { made in
      made += 1
      return made
    }
    private let keeps = Heir.saves.withLock { $0 }
    init(mediator: Mediator) {}

    var observers: [Observer] {
      Observer("Ticker.ticked", limit: number == 1 ? 8 : 4) { [number] notice in
        if notice.value == 0 { Heir.stop.pass() }
        Heir.diary.write("\(number) hears \(notice.value.int ?? -1) after \(notice.lost)")
      }
    }
    var actions: [Action] { Action("x") { _ in nil } }
    var lifecycle: [LifeStep] {
      if keeps {
        LifeStep.save {
          // What is published now waits.
          try Heir.publish.withLock { $0 }()
          return nil
        }
      }
    }
    static let publish = Guarded<@Sendable () throws -> Void>({})
    func shutdown() { Heir.diary.write("\(number) shuts down") }
  }

  @Test func `what waits for a registered observer is heard by its next generation, once and in order`() throws {
    for saves in [false, true] { try checkHeir(saves) }
  }

  private func checkHeir(_ saves: Bool) throws {
    let host = Host()
    try host.register(Ticker.self)
    func tick(_ numbers: Range<Int>) throws {
      for number in numbers { _ = try host.mediator.call("Ticker", "tick", ["number": .int(number)]) }
    }
    Heir.made.withLock { $0 = 0 }
    Heir.saves.withLock { $0 = saves }
    Heir.publish.withLock {
      $0 = { for number in 5..<7 { _ = try host.mediator.call("Ticker", "tick", ["number": .int(number)]) } }
    }
    let before = Heir.diary.entries.count
    try host.register(Heir.self)
    try tick(0..<5)
    Heir.stop.begun.take()
    let replaced = Supply()
    if saves {
      // The one that hears is under way, so nothing is saved before.
      Thread {
        _ = try? host.loader.replace("Heir") { Heir.register($0, $1) }
        replaced.add()
      }.detach()
      #expect(eventually { host.loader.loaded["Heir"]?.isHeld.load(ordering: .acquiring) == true })
      Heir.stop.goOn.add()
      #expect(replaced.take(within: 10))
    } else {
      // The old one never gets out of what it is in, as far as anybody could tell.
      _ = try host.loader.replace("Heir") { Heir.register($0, $1) }
      try tick(5..<7)
      #expect(eventually { Heir.diary.entries.dropFirst(before).contains("2 hears 6 after 0") })
      Heir.stop.goOn.add()
    }
    #expect(host.waitForObservers(atMost: .seconds(10)))
    #expect(eventually { Heir.diary.entries.dropFirst(before).contains("1 shuts down") })
    var heard = Heir.diary.entries.dropFirst(before).filter { $0 != "1 shuts down" }
    // What the old one hears before it is held, or is in then.
    let byOld = heard.filter { $0.hasPrefix("1 ") }
    heard.removeAll { $0.hasPrefix("1 ") }
    #expect(byOld.first == "1 hears 0 after 0")
    let all = (byOld + heard).compactMap { $0.split(separator: " ").dropFirst(2).first.flatMap { Int($0) } }
    #expect(all.last == 6 && all == all.sorted() && Set(all).count == all.count, "\(byOld) \(heard)")
    let lost = (byOld + heard).compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
    #expect(all.count + lost == 7, "\(byOld) \(heard)")
    #expect(!heard.isEmpty && heard.allSatisfy { $0.hasPrefix("2 ") }, "\(byOld) \(heard)")
    #expect(byOld.count == 1, "\(byOld) \(heard)")
    // The queue of the next one is the shorter one.
    if saves { #expect(lost == 0, "\(byOld) \(heard)") }
  }

  @Test func `a host that closes ends its components' observations and leaves one that hangs its component`() throws {
    struct Hanging: Component {
      static let stop = Stop()
      static let wasShutDown = Supply()
      init(mediator: Mediator) {}
      var observers: [Observer] { Observer("Ticker.ticked") { _ in Hanging.stop.pass() } }
      var actions: [Action] { Action("x") { _ in nil } }
      func shutdown() { Hanging.wasShutDown.add() }
    }
    let reports = Diary<Report.Kind>()
    var settings = Settings()
    settings.report = { reports.write($0.kind) }
    let host = Host(settings)
    try host.register(Ticker.self)
    try host.register(Hanging.self)
    _ = try host.mediator.call("Ticker", "tick", ["number": 1])
    Hanging.stop.begun.take()
    host.close(waiting: .milliseconds(20))
    #expect(reports.entries == [.stillBusy])
    #expect(!Hanging.wasShutDown.take(within: 0))
    Hanging.stop.goOn.add()
    #expect(Hanging.wasShutDown.take(within: 10))
    host.close()
    #expect(reports.entries == [.stillBusy])
  }

  @Test func `a component that was taken out observes nothing any more`() throws {
    struct Late: Component {
      static let stop = Stop()
      let mediator: Mediator
      init(mediator: Mediator) { self.mediator = mediator }
      var actions: [Action] {
        Action("observe") { [mediator] _ in
          Late.stop.pass()
          return .object(Object(try mediator.observe("Ticker.ticked") { _ in }))
        }
      }
    }
    try host.register(Late.self)
    let generation = try #require(host.loader.loaded["Late"])
    let (host, failed, ended) = (host, Guarded<Failure?>(nil), Supply())
    Thread {
      let end = failure { () throws(Failure) in try host.mediator.call("Late", "observe") }
      failed.withLock { $0 = end }
      ended.add()
    }.detach()
    Late.stop.begun.take()
    generation.retire()
    Late.stop.goOn.add()
    #expect(ended.take(within: 10))
    #expect(failed.withLock { $0?.reason } == "component_gone")
  }

  @Test func `what a component observed ends with it, whoever holds the observation`() throws {
    struct Holder: Component {
      static let heard = Diary<Int?>()
      let mediator: Mediator
      init(mediator: Mediator) { self.mediator = mediator }
      var actions: [Action] {
        Action("observe") { [mediator] _ in
          .object(Object(try mediator.observe("Ticker.ticked") { Holder.heard.write($0.value.int) }))
        }
      }
    }
    try host.register(Holder.self)
    let held = try host.mediator.call("Holder", "observe")
    try tick(1..<2)
    #expect(Holder.heard.wait(for: 1) == [1])
    let generation = try #require(host.loader.loaded["Holder"])
    generation.takeOut()
    #expect(generation.shutDownWhenIdle(until: .max))
    try tick(2..<4)
    #expect(host.events.topic("Ticker.ticked")?.isObserved == false)
    #expect(Holder.heard.entries == [1])
    withExtendedLifetime(held) {}
  }
}
