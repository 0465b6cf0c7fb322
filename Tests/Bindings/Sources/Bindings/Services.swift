import ComponentHost
import ComponentKit
import Faces

/// Something else in the place of the component 'call', as a component of its own.
private struct Double: Component, callService {
  static let name = "call"
  init(mediator: Mediator) {}
  func run() throws(Failure) -> String { "a double" }
  var actions: [Action] { answers }
}

/// A face's interface is the component, a target of it, or a double.
func services(_ mediator: Mediator, _ expectations: inout Expectations) throws {
  let service: any NastyService = mediator.service((any NastyService).self)
  expectations.expect("a method without a reply", try service.silent(x: 4), equals: 4)
  expectations.expect("a method without a form", try service.untyped(["a": 1]), equals: ["a": 1])
  expectations.expect("a type of the face", try service.level(level: .minus1), equals: .minus1)
  expectations.expect("a recursive type", try service.tree(tree: leaf), equals: leaf)
  expectations.expect(
    "the interface of a target", try mediator.service((any NastyCalls.XCalls.YService).self).list(),
    equals: NastyCalls.XYListReply(target: "Nasty.x.y", action: "list"))
  expectations.expect("the methods as actions", mediator.nasty.answers.count > 60, equals: true)
  let host = Host(Settings())
  try host.register(Double.self)
  expectations.expect("a double", try host.mediator.call_.run(), equals: "a double")
  expectations.expect(
    "a double as a service", try host.mediator.service((any callService).self).run(), equals: "a double")
  host.close()
}

private let leaf = NastyCalls.Tree(value: 1, children: [])
