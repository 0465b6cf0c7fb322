import ComponentKit
import TestThreads

/// A component that publishes what it is told.
struct Ticker: Component {
  let mediator: Mediator
  init(mediator: Mediator) { self.mediator = mediator }

  var events: [EventDeclaration] {
    EventDeclaration("Ticker.ticked", "The clock goes on", type: "int")
    EventDeclaration("Ticker.said", "Anything at all")
    EventDeclaration(TickerMoved.self)
  }

  var actions: [Action] {
    Action("tick") { [mediator] call in
      try mediator.publish("Ticker.ticked", .int(try call.int("number")))
      return nil
    }
    Action("say") { [mediator] call in
      try mediator.publish("Ticker.said", call.value("value") ?? .null)
      return nil
    }
    Action("publish") { [mediator] call in
      try mediator.publish(try call.text("event"), call.value("value") ?? .null)
      return nil
    }
    Action("move") { [mediator] call in
      try mediator.publish(TickerMoved(from: 1, to: try call.int("to")))
      return nil
    }
  }
}

struct TickerMoved: Event, Equatable {
  static let name = "Ticker.moved"
  static let summary = "It hangs somewhere else"
  var from: Int
  var to: Int
}

/// What was heard, in its order.
final class Diary<Entry: Sendable>: Sendable {
  private let written = Guarded<[Entry]>([])
  private let more = Supply()

  func write(_ entry: Entry) {
    written.withLock { $0.append(entry) }
    more.add()
  }

  var entries: [Entry] { written.withLock { $0 } }

  /// Waits for so many more; what is there then.
  func wait(for count: Int) -> [Entry] {
    for _ in 0..<count where !more.take(within: 30) { break }
    return entries
  }
}

/// Says when nothing holds it any more.
final class Gone: Sendable {
  let supply = Supply()
  private let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void = {}) { self.body = body }

  /// What a closure holds.
  final class Token: Sendable {
    let gone: Gone
    init(_ gone: Gone) { self.gone = gone }
    deinit {
      gone.body()
      gone.supply.add()
    }
  }

  func token() -> Token { Token(self) }
}

/// Something that two threads go through together: one waits inside until the other lets it go on.
final class Stop: Sendable {
  let begun = Supply()
  let goOn = Supply()

  func pass() {
    begun.add()
    goOn.take()
  }
}
