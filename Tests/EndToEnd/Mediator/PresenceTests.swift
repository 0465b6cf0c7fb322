import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// Questions about components in folders, for which none of their code runs.
@Suite(.offPool) struct PresenceTests {
  private let folder = Folder("good", "no-note")
  private var host: Host { Host(Settings(directories: [folder.path])) }

  @Test func `what is not loaded is not known, and loading tells`() {
    let mediator = host.mediator
    #expect(mediator.has("Good", "run") == .unknown && mediator.has("Good") == .unknown)
    #expect(mediator.canOpen("app://Good/run") == .unknown)
    #expect(mediator.has("Nobody").failure?.message == "no component named 'Nobody'")
    #expect(mediator.canOpen("app://Nobody/run").failure?.message == "nothing here answers app://Nobody/run")
    // Asking has loaded nothing.
    #expect(mediator.has("Good", "run") == .unknown)
    #expect(mediator.has("Good", "run", loading: true) == .yes && mediator.has("Good", "run") == .yes)
    #expect(mediator.has("Good", "walk").failure?.message == "Good has no action 'walk'")
    #expect(mediator.canOpen("app://Good/walk").failure?.reason == "not_found")
  }

  @Test func `what was refused is known from then on`() {
    let mediator = host.mediator
    #expect(mediator.has("NoNote") == .unknown)
    let refused = mediator.has("NoNote", loading: true).failure
    #expect(refused?.reason == "component_refused")
    #expect(mediator.has("NoNote").failure == refused)
  }

  @Test func `behind an interceptor that is not loaded no URL is known to be answered`() {
    let host = host
    host.add(.component("Good"))
    #expect(host.mediator.canOpen("app://Nobody/run") == .unknown)
    // Asking has not loaded it. It has no action that is asked before calls.
    #expect(host.mediator.has("Good") == .unknown)
    #expect(host.mediator.canOpen("app://Nobody/run", loading: true).failure?.reason == "unavailable")
    #expect(host.mediator.canOpen("app://Nobody/run").failure?.reason == "unavailable")
  }

  @Test func `a route or a key to what is not loaded is not known`() throws {
    var settings = Settings(directories: [folder.path])
    settings.policy.routes = [Route("/x", host: "shop", to: "Good", "run")]
    settings.policy.aliases = ["g": "Good"]
    let mediator = Host(settings).mediator
    #expect(mediator.canOpen("app://shop/x") == .unknown)
    #expect(mediator.canOpen("app://shop/y").failure?.reason == "not_found")
    #expect(mediator.canOpen("app://g/x") == .unknown)
    #expect(mediator.canOpen("app://shop/x", loading: true).failure?.reason == "not_found")
    #expect(mediator.canOpen("app://g/x").failure?.reason == "not_found")
  }
}
