import ComponentABI
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Functions belong to the component that made them.
@Suite(.serialized, .offPool) struct FunctionTests {
  let host = Host()
  let generation: Generation

  init() throws {
    try host.register(Maker.self)
    try host.register(Echo.self)
    generation = try #require(host.loader.loaded["Maker"])
    Maker.shutdowns.withLock { $0 = 0 }
  }

  /// Gives away functions.
  struct Maker: Component {
    static let (begun, goOn, calls) = (Supply(), Supply(), Kept())
    static let shutdowns = Guarded(0)
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      Action("waiting") { [mediator] _ in
        .function(
          Function(mediator) { _ in
            Maker.begun.add()
            Maker.goOn.take()
            return 1
          })
      }
      Action("keeping") { [mediator] _ in
        .function(Function(Action.deferring("") { call in Maker.calls.keep(call) }.body, of: mediator))
      }
      Action("asking") { [mediator] _ in
        .function(
          Function(mediator) { call in try Mediator(call.pointer.pointee.host).call("Echo", "int", ["id": 7]) })
      }
      Action.deferring("keep") { call in Maker.calls.keep(call) }
    }

    func shutdown() { Maker.shutdowns.withLock { $0 += 1 } }
  }

  private func function(_ action: String) throws -> Function {
    try #require(try host.mediator.call("Maker", action).function)
  }

  /// Runs the function that waits, until `goOn`.
  private func run(_ function: Function) -> Thread {
    let thread = Thread { [host] in #expect((try? host.mediator.call(function)) == 1) }
    Maker.begun.take()
    return thread
  }

  @Test func `a component is not shut down while one of its functions runs`() throws {
    let running = run(try function("waiting"))
    generation.takeOut()
    #expect(generation.isBusy)
    #expect(!generation.shutDownWhenIdle(until: 0))
    #expect(Maker.shutdowns.withLock { $0 } == 0)
    Maker.goOn.add()
    running.join()
    #expect(generation.shutDownWhenIdle(until: 0))
    #expect(Maker.shutdowns.withLock { $0 } == 1)
  }

  // Something of the component begins while it is looked whether anything is under way, and a function is called then.
  private func meet(
    _ function: Function, _ look: (_ between: () -> Void) -> Bool
  ) -> (isIdle: Bool, reply: Result<Value, Failure>?, hold: GenerationHold?) {
    let (ended, result) = (Supply(), Guarded<Result<Value, Failure>?>(nil))
    var (hold, calling): (GenerationHold?, Thread?) = (nil, nil)
    let isIdle = look {
      hold = GenerationHold(generation)
      calling = Thread { [host] in
        let end = Result { () throws(Failure) in try host.mediator.call(function) }
        result.withLock { $0 = end }
        ended.add()
      }
      // One that does not wait for the decision is refused meanwhile.
      _ = ended.take(within: 1)
    }
    calling?.join()
    return (isIdle, result.withLock { $0 }, hold)
  }

  @Test func `a function is called although its component was just found idle, if it goes on after all`() throws {
    let function = try function("asking")
    generation.takeOut()
    var met = meet(function) { generation.endFunctions($0) }
    #expect(!met.isIdle && met.reply == .success(7))
    met.hold = nil
    #expect(generation.endFunctions())
    #expect(failure { () throws(Failure) in try host.mediator.call(function) }?.reason == "component_gone")
  }

  @Test func `the same where its calls are held`() throws {
    let function = try function("asking")
    generation.hold()
    generation.barrier()
    var met = meet(function) { generation.restFunctions($0) }
    #expect(!met.isIdle && met.reply == .success(7) && !generation.rests)
    met.hold = nil
    #expect(generation.restFunctions() && generation.rests)
    let hasted = failure { () throws(Failure) in try host.mediator.call(function, timeLimit: .milliseconds(30)) }
    #expect(hasted?.code == .timedOut)
    generation.decide(goesOn: true)
    #expect(try host.mediator.call(function) == 7)
  }

  @Test func `a component is not shut down while a call that its function deferred is open`() throws {
    let function = try function("keeping")
    let ended = Guarded<Result<Value, Failure>?>(nil)
    host.mediator.start(function) { result in ended.withLock { $0 = result } }
    generation.takeOut()
    #expect(!generation.shutDownWhenIdle(until: 0))
    #expect(Maker.calls.take()?.reply(2) == true)
    #expect(ended.withLock { $0 } == .success(2))
    #expect(generation.shutDownWhenIdle(until: 0))
  }

  @Test func `what is taken out and still has a call answers to its functions`() throws {
    let (waiting, keeping) = (try function("waiting"), try function("keeping"))
    let running = run(waiting)
    generation.takeOut()
    #expect(!generation.shutDownWhenIdle(until: 0))
    host.mediator.start(keeping) { _ in }
    #expect(Maker.calls.take()?.reply(nil) == true)
    Maker.goOn.add()
    running.join()
  }

  @Test func `a function of what was shut down is not run any more`() throws {
    let function = try function("waiting")
    generation.retire(waiting: .seconds(60))
    #expect(Maker.shutdowns.withLock { $0 } == 1)
    let failed = failure { () throws(Failure) in try host.mediator.call(function) }
    #expect(failed?.code == .notFound)
    #expect(failed?.reason == "component_gone")
    #expect(failed?.message == "the function belongs to 'Maker', which was shut down")
    host.close()
    #expect(failure { () throws(Failure) in try host.mediator.call(function) }?.reason == "closed")
  }

  @Test func `what a function calls is called by its component, whoever invokes it`() throws {
    let sources = Guarded<[InterceptedCall.Source]>([])
    let function = try function("asking")
    host.add(
      Interceptor("listens") { call in
        if call.target == "Echo", call.action == "int" { sources.withLock { $0.append(call.source) } }
        call.proceed()
      })
    #expect(try host.mediator.call(function) == 7)
    #expect(try host.mediator.call("Echo", "callBack", ["function": .function(function), "n": 1]) == .null)
    let own = Function { call in try Mediator(call.pointer.pointee.host).call("Echo", "int", ["id": 7]) }
    #expect(try host.mediator.call("Echo", "callBack", ["function": .function(own), "n": 1]) == .null)
    #expect(sources.withLock { $0 } == [.component("Maker"), .component("Maker"), .program])
  }

  // MARK: what moves while it is looked for

  @Test func `a function that begins while the last deferred call ends is seen`() throws {
    let function = try function("waiting")
    host.mediator.start("Maker", "keep") { _ in }
    let (call, running) = (try #require(Maker.calls.take()), Guarded<Thread?>(nil))
    let isBusy = generation.isBusy {
      if running.withLock({ $0 == nil }) {
        let thread = run(function)
        running.withLock { $0 = thread }
        call.reply(nil)
      }
    }
    #expect(isBusy)
    Maker.goOn.add()
    running.withLock { $0 }?.join()
    #expect(!generation.isBusy)
  }

  @Test func `a function that begins between two looks and defers behind the second is seen`() throws {
    let function = try function("keeping")
    host.mediator.start("Maker", "keep") { _ in }
    let call = try #require(Maker.calls.take())
    var looks = 0
    let isBusy = generation.isBusy {
      looks += 1
      if looks == 1 { call.reply(nil) }
      if looks == 2 { host.mediator.start(function) { _ in } }
    }
    #expect(isBusy)
    #expect(Maker.calls.take()?.reply(nil) == true)
  }
}
