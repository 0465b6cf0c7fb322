import ComponentHost
import ComponentKit
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct AsyncCancelTests {
  let host = Host()
  init() throws { try host.register(Sleeper.self) }

  struct Sleeper: Component {
    static let events = Guarded<AsyncStream<String>.Continuation?>(nil)
    init(mediator: Mediator) {}

    static func say(_ event: String) { _ = events.withLock { $0 }?.yield(event) }

    var actions: [Action] {
      Action("sleep") { call async throws -> Value in
        call.whenCancelled { Sleeper.say("told") }
        Sleeper.say("begun")
        do {
          try await Task.sleep(for: .seconds(60))
        } catch {
          Sleeper.say("cancelled")
          throw error
        }
        return nil
      }
    }
  }

  @Test(arguments: [true, false])
  func `an async action that has itself told of its end is cancelled all the same`(_ isCancelled: Bool) async {
    for _ in 0..<20 {
      let (events, said) = AsyncStream.makeStream(of: String.self)
      Sleeper.events.withLock { $0 = said }
      let cancellation = Cancellation(host.mediator)
      host.mediator.start(
        "Sleeper", "sleep", timeLimit: isCancelled ? nil : .milliseconds(50), cancellation: cancellation
      ) { result in
        if case .failure(let failure) = result { said.yield("ended \(failure.code.rawValue)") }
      }
      var all: [String] = []
      for await event in events {
        all.append(event)
        if isCancelled, event == "begun" { cancellation.cancel() }
        if all.count == 4 { break }
      }
      #expect(all.sorted() == ["begun", "cancelled", "ended \(isCancelled ? 9 : 7)", "told"])
    }
  }
}
