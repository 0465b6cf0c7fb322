import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// How much time there is for what an isolated component asks of others.
@Suite(.offPool) struct AskedTests {
  /// Is asked, in the host's own process.
  struct Asked: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("isInTime") { call in .bool(call.timeLeft.map { $0 > .zero && $0 <= .seconds(20) } ?? false) }
    }
  }

  @Test func `who waits in a call has its time, though it asks for another call that has no end`() throws {
    let scene = StumbleScene()
    try scene.host.register(Asked.self)
    let ended = Supply()
    scene.host.mediator.start("Stumbles", "keep") { _ in ended.add() }
    let isInTime = try scene.host.mediator.call(
      "Stumbles", "passUnder", ["target": "Asked", "action": "isInTime"], timeLimit: .seconds(20))
    #expect(isInTime == true)
    #expect(ended.take(within: 30))
    scene.host.close()
  }
}
