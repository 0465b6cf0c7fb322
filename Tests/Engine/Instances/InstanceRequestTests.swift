import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// Requests that are answered with the help of an instance, and those that are answered later.
@Suite(.offPool) struct InstanceRequestTests {
  final class Drawer: Sendable {
    let coins = Guarded(0)
    func put(_ coins: Int) -> Int {
      self.coins.withLock {
        $0 += coins
        return $0
      }
    }
  }

  struct Put: Request {
    static let target = "Desk"
    @Parameter var coins: Int
    init() {}
    typealias Reply = Int
  }

  struct PutWithCall: Request {
    static let target = "Desk"
    @Parameter var coins: Int
    init() {}
    typealias Reply = String
  }

  struct PutLater: Request {
    static let target = "Desk"
    @Parameter var coins: Int
    init() {}
    typealias Reply = Int
  }

  struct PutLaterWithCall: Request {
    static let target = "Desk"
    @Parameter var coins: Int
    init() {}
    typealias Reply = String
  }

  struct PutAside: Request {
    static let target = "Desk"
    @Parameter var coins: Int
    init() {}
    typealias Reply = Int
  }

  struct Double: Request {
    static let target = "Desk"
    @Parameter var coins: Int
    init() {}
    typealias Reply = Int
  }

  struct Desk: Component {
    init(mediator: Mediator) {}

    var actions: [Action] {
      Action.deferring(answering: Double.self) { request, call in
        if request.coins == 0 { throw Failure(.failed, "empty", "there is nothing to double") }
        call.reply(request.coins * 2, to: Double.self)
        call.reply(0, to: Double.self)
      }
    }

    var own: Target {
      Target(lifetime: .kept, instance: { Drawer() }) { drawer in
        drawer.on(Put.self) { drawer, request in drawer.put(request.coins) }
        drawer.on(PutWithCall.self) { drawer, request, call in "\(call.action) \(drawer.put(request.coins))" }
        drawer.on(PutLater.self) { drawer, request in
          await Task.yield()
          return drawer.put(request.coins)
        }
        drawer.on(PutLaterWithCall.self) { drawer, request, call in
          await Task.yield()
          return "\(call.action) \(drawer.put(request.coins))"
        }
        drawer.deferring(answering: PutAside.self) { drawer, request, call in
          if request.coins == 0 { throw Failure(.failed, "empty", "there is nothing to put") }
          Thread { call.reply(drawer.put(request.coins), to: PutAside.self) }.detach()
        }
        drawer.deferring("count") { drawer, call in
          Thread { call.reply(.int(drawer.put(0))) }.detach()
        }
      }
    }
  }

  private let host = Host()

  init() throws { try host.register(Desk.self) }

  @Test func `each form has the instance, and those that take it the call`() throws {
    #expect(try host.mediator.call(Put { $0.coins = 1 }) == 1)
    #expect(try host.mediator.call(PutWithCall { $0.coins = 2 }) == "putWithCall 3")
    #expect(try host.mediator.call(PutLater { $0.coins = 4 }) == 7)
    #expect(try host.mediator.call(PutLaterWithCall { $0.coins = 8 }) == "putLaterWithCall 15")
    #expect(try host.mediator.call(PutAside { $0.coins = 16 }) == 31)
    #expect(try host.mediator.call("Desk", "count") == 31)
    let failure = #expect(throws: Failure.self) { try host.mediator.call(PutAside { $0.coins = 0 }) }
    #expect(failure?.reason == "empty")
  }

  @Test func `a deferred call of a request ends with the first reply of its type`() throws {
    #expect(try host.mediator.call(Double { $0.coins = 4 }) == 8)
  }

  @Test func `what the start of a deferred call throws fails it`() {
    let failure = #expect(throws: Failure.self) { try host.mediator.call(Double { $0.coins = 0 }) }
    #expect(failure?.reason == "empty")
  }
}
