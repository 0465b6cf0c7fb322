import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// The host passes parameters on in a map of its own; how deep they may nest, whoever passes them need not know that.
@Suite(.serialized, .offPool) struct WrappedParametersTests {
  let host = Host()
  var mediator: Mediator { host.mediator }

  init() throws { try host.register(Echo.self) }

  /// Goes on with what it got, or with the same once more.
  struct Passer: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action.intercept { call in
        call.action == "all" ? try await call.proceed(parameters: call.parameters) : try await call.proceed()
      }
    }
  }

  /// Answers for whatever is missing with the names of the parameters.
  struct NotFound: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("notFound") { call in .list(try call.map("parameters").keys.map(Value.text)) } }
  }

  private func nested(_ depth: Int) -> Value { (1..<depth).reduce(.list([])) { value, _ in .list([value]) } }

  @Test(arguments: ["first", "all"]) func `what is as deep as it may be gets past a component that is asked`(
    _ action: String
  ) throws {
    try host.register(Passer.self)
    host.add(.component("Passer"))
    // A map of all parameters is one level more.
    let depth = action == "all" ? 127 : 128
    let reply = Result { () throws(Failure) in try mediator.call("Echo", action, ["x": nested(depth)]) }
    #expect(reply == .success(action == "all" ? ["x": nested(depth)] : nested(depth)))
    let deeper = failure { () throws(Failure) in try mediator.call("Echo", action, ["x": nested(129)]) }
    #expect(deeper?.reason == "invalid_value")
  }

  @Test func `a component that is asked may go on with what is as deep as it may be`() throws {
    try host.register(Passer.self)
    host.add(.component("Passer"))
    struct Sink: Component {
      init(mediator: Mediator) {}
      var actions: [Action] { Action("all") { _ in "taken" } }
    }
    try host.register(Sink.self)
    #expect(try mediator.call("Sink", "all", ["x": nested(128)]) == "taken")
  }

  @Test(arguments: ["Nobody", "Echo"]) func `what is as deep as it may be reaches a stand-in`(_ target: String) throws {
    try host.register(NotFound.self)
    #expect(try mediator.call(target, "nothing", ["x": nested(128)]) == ["x"])
    let deeper = failure { () throws(Failure) in try mediator.call(target, "nothing", ["x": nested(129)]) }
    #expect(deeper?.reason == "invalid_value")
  }
}
