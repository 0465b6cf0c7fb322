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

  // The thread that waits for the start knows that it does, and another one would wait for its end.
  @Test(arguments: [true, false])
  func `what is asked in a start, again and again, is asked by the thread of that start`(isIsolated: Bool) throws {
    let scene = StumbleScene("", "asks-in-start") { if !isIsolated { $0.isolation = .none } }
    #expect(try scene.host.mediator.call("AsksInStart", "run") == "ok")
    scene.host.close()
  }

  @Test(arguments: [true, false], ["run", "key"])
  func `what is not looked at of a request need not be right, isolated or not`(isIsolated: Bool, action: String) throws
  {
    let scene = StumbleScene("", "opens-carelessly") { if !isIsolated { $0.isolation = .none } }
    #expect(try scene.host.mediator.call("OpensCarelessly", action) == "reached")
    scene.host.close()
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
