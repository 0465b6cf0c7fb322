import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// Calls that nest deeper than tasks have threads, each of which passes an interceptor that is a component.
@Suite(.serialized, .offPool) struct NestedPassingTests {
  struct Deep: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      Action("waits") { [mediator] call in
        let left = try call.int("left")
        return left == 0 ? "bottom" : try mediator.call("Deep", "waits", ["left": .int(left - 1)])
      }
      Action("awaits") { [mediator] call async throws -> Value in
        let left = try call.int("left")
        return left == 0 ? "bottom" : try await mediator.call("Deep", "awaits", ["left": .int(left - 1)])
      }
    }
  }

  /// Lets everything pass on the thread of its caller, and waits for nothing.
  struct Deferring: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] {
      Action.deferring("intercept") { [mediator] call in
        mediator.start(try call.function("proceed"), within: call) { call.end(as: $0) }
      }
    }
  }

  /// The same, and waits there until that has ended.
  struct Waiting: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] {
      Action("intercept") { [mediator] call in try mediator.call(try call.function("proceed")) }
    }
  }

  /// Lets everything pass on one of the threads that tasks share.
  struct Awaiting: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action.intercept { call in try await call.proceed() } }
  }

  @Test(
    arguments: [("Deferring", "waits"), ("Deferring", "awaits"), ("Waiting", "waits"), ("Awaiting", "awaits")])
  func `an interceptor that defers, or waits as the calls do, needs no thread for each of them`(
    _ interceptor: String, _ action: String
  ) {
    let (host, reply) = (Host(), Guarded<Result<Value, Failure>?>(nil))
    host.add(.component(interceptor))
    Thread {
      reply.withLock {
        $0 = Result { () throws(Failure) in
          do {
            try host.register(Deep.self)
            switch interceptor {
            case "Deferring": try host.register(Deferring.self)
            case "Waiting": try host.register(Waiting.self)
            default: try host.register(Awaiting.self)
            }
          } catch {
            throw Failure(.failed, "", "\(error)")
          }
          return try host.mediator.call("Deep", action, ["left": 8], timeLimit: .seconds(600))
        }
      }
    }.join()
    #expect(reply.withLock { $0 } == .success("bottom"))
  }
}
