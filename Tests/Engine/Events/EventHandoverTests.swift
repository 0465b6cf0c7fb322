import Synchronization
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Events around a component that is replaced.
@Suite(.serialized, .offPool) struct EventHandoverTests {
  /// Says which of its generations hears what; only the first one starts. It hangs in its first event until it is told.
  private struct Hearer: Component {
    static let stop = Stop()
    static let diary = Diary<String>()
    static let made = Guarded(0)
    static let publish = Guarded<@Sendable () throws -> Void>({})
    private let number = Hearer.made.withLock { made in
      made += 1
      return made
    }
    init(mediator: Mediator) {}

    var observers: [Observer] {
      Observer("Ticker.ticked") { [number] notice in
        if notice.value == 0 { Hearer.stop.pass() }
        Hearer.diary.write("\(number) hears \(notice.value.int ?? -1) after \(notice.lost)")
      }
    }
    var actions: [Action] { Action("x") { _ in nil } }
    var lifecycle: [LifeStep] {
      LifeStep.save {
        try Hearer.publish.withLock { $0 }()
        return nil
      }
      LifeStep.start { [number] in if number > 1 { throw Failure(.failed, "", "not today") } }
    }
  }

  @Test
  func `what waits for a registered observer is heard by the old one where the next one fails, once and in order`()
    throws
  {
    let host = Host()
    try host.register(Ticker.self)
    @Sendable func tick(_ numbers: Range<Int>) throws {
      for number in numbers { _ = try host.mediator.call("Ticker", "tick", ["number": .int(number)]) }
    }
    Hearer.publish.withLock { $0 = { try tick(5..<7) } }
    try host.register(Hearer.self)
    try tick(0..<5)
    Hearer.stop.begun.take()
    let reason = Guarded<String?>(nil)
    let replacing = Thread {
      do throws(Refusal) {
        _ = try host.loader.replace("Hearer") { Hearer.register($0, $1) }
      } catch {
        let word = error.reason
        reason.withLock { $0 = word }
      }
    }
    #expect(eventually { host.loader.loaded["Hearer"]?.isHeld.load(ordering: .acquiring) == true })
    Hearer.stop.goOn.add()
    replacing.join()
    #expect(reason.withLock { $0 } == "start_failed")
    #expect(Hearer.diary.wait(for: 7) == (0..<7).map { "1 hears \($0) after 0" })
    #expect(host.waitForObservers(atMost: .seconds(10)) && Hearer.diary.entries.count == 7)
    host.close()
  }

  /// Publishes which of its generations says what.
  private struct Talker: Component {
    static let stop = Stop()
    static let made = Guarded(0)
    private let number = Talker.made.withLock { made in
      made += 1
      return made
    }
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var events: [EventDeclaration] { EventDeclaration("Talker.said") }
    var actions: [Action] {
      Action("talk") { [mediator, number] _ in
        Talker.stop.pass()
        for word in 0..<200 { try mediator.publish("Talker.said", ["by": .int(number), "word": .int(word)]) }
        return .int(number)
      }
    }
  }

  @Test func `of two generations that publish at once each is heard in its own order, and whole`() throws {
    let host = Host()
    try host.register(Talker.self)
    let diary = Diary<[Int?]>()
    let observation = try host.mediator.observe("Talker.said", limit: 1_000) { notice in
      diary.write([notice.value["by"]?.int, notice.value["word"]?.int, notice.lost])
    }
    let ends = Diary<Int?>()
    func talk() -> Thread {
      defer { Talker.stop.begun.take() }
      return Thread { ends.write((try? host.mediator.call("Talker", "talk"))?.int) }
    }
    let old = talk()
    #expect(try host.loader.replace("Talker") { Talker.register($0, $1) }?.kind == .replaced(generation: 2))
    let new = talk()
    for _ in 1...2 { Talker.stop.goOn.add() }
    old.join()
    new.join()
    #expect(Set(ends.entries) == [1, 2])
    #expect(host.waitForObservers(atMost: .seconds(10)))
    for number in 1...2 {
      let whole: [[Int?]] = (0..<200).map { [number, $0, 0] }
      #expect(diary.entries.filter { $0[0] == number } == whole)
    }
    #expect(diary.entries.count == 400)
    withExtendedLifetime(observation) {}
  }
}
