import ComponentHost
import ComponentKit
import Faces

/// Calls every action of the component Nasty through its generated face, and compares what comes back.
@main
struct Bindings {
  static func main() async throws {
    var settings = Settings(directories: [CommandLine.arguments[1]])
    // What is wrong with a reply is to be found by the face.
    settings.checksReplies = false
    let host = Host(settings)
    let nasty = host.mediator.nasty
    var expectations = Expectations()
    try forms(nasty, &expectations)
    try defaults(nasty, &expectations)
    try words(nasty, &expectations)
    try recursion(nasty, &expectations)
    try big(nasty, &expectations)
    try names(nasty, &expectations)
    try shadows(nasty, &expectations)
    try failures(host.mediator, nasty, &expectations)
    try await waiting(nasty, &expectations)
    expectations.expect(
      "the face of a component called 'call'", try await host.mediator.call_.run(), equals: "call.run")
    expectations.expect(
      "the face of one target", try await host.mediator.nastyBB.list(),
      equals: NastyBBCalls.ListReply(target: "Nasty.B.b", action: "list"))
    try services(host.mediator, &expectations)
    host.close()
    expectations.finish()
  }
}
