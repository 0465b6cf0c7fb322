import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// What a component does before its first call.
@Suite(.serialized, .offPool) struct StartTests {
  /// What happens to the components below, in its order, and what they wait for.
  final class Scene: Sendable {
    let said = Guarded<[String]>([])
    let begun = Supply()
    let goOn = Supply()
    var all: [String] { said.withLock { $0 } }
    func say(_ word: String) { said.withLock { $0.append(word) } }
  }

  /// What the next component made does.
  struct Play: Sendable {
    var scene = Scene()
    var start: @Sendable (Mediator) throws -> Void = { _ in }
  }
  private static let play = Guarded(Play())

  struct Actor: Component {
    let mediator: Mediator
    private let play = StartTests.play.withLock { $0 }
    private var scene: Scene { play.scene }

    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      Action("act") { [scene] _ in
        scene.say("act")
        return "done"
      }
    }
    var lifecycle: [LifeStep] {
      LifeStep.start { [scene, mediator, play] in
        scene.say("start")
        try play.start(mediator)
        scene.say("started")
      }
    }
    func shutdown() { scene.say("shutdown") }
  }

  /// Calls whom it is told to.
  struct Passer: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] { Action("pass") { [mediator] _ in try mediator.call("Actor", "act") } }
  }

  private func host(limit: Duration = .seconds(60)) -> Host {
    var settings = Settings()
    settings.stepLimit = limit
    return Host(settings)
  }

  private func register(
    in host: Host, _ scene: Scene, _ start: @escaping @Sendable (Mediator) throws -> Void = { _ in }
  ) -> Refusal? {
    StartTests.play.withLock { $0 = Play(scene: scene, start: start) }
    do throws(Refusal) {
      try host.register(Actor.self)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a component starts before its first call`() throws {
    let (host, scene) = (host(), Scene())
    #expect(register(in: host, scene) == nil)
    #expect(scene.all == ["start", "started"])
    #expect(try host.mediator.call("Actor", "act") == "done")
    host.close()
    #expect(scene.all == ["start", "started", "act", "shutdown"])
  }

  @Test func `it may call others while it starts`() throws {
    struct Other: Component {
      init(mediator: Mediator) {}
      var actions: [Action] { Action("answer") { _ in 42 } }
    }
    let (host, scene) = (host(), Scene())
    try host.register(Other.self)
    let refusal = register(in: host, scene) { mediator in
      scene.say("\(try mediator.call("Other", "answer").int ?? 0)")
    }
    #expect(refusal == nil && scene.all == ["start", "42", "started"])
  }

  @Test func `one whose start fails is refused with its reason, and is shut down`() throws {
    let (host, scene) = (host(), Scene())
    let refusal = register(in: host, scene) { _ in throw Failure(.failed, "port_taken", "the port is taken") }
    #expect(refusal?.reason == "start_failed" && refusal?.message == "its start failed: the port is taken")
    #expect(eventually { scene.all == ["start", "shutdown"] })
    let failed = failure { () throws(Failure) in try host.mediator.call("Actor", "act") }
    #expect(failed?.reason == "no_such_component")
    // The name is free again.
    #expect(register(in: host, Scene()) == nil)
  }

  @Test func `one that does not come to an end is given up, and is shut down when it has`() throws {
    let (host, scene) = (host(limit: .seconds(1)), Scene())
    let refusal = register(in: host, scene) { _ in scene.goOn.take() }
    #expect(refusal?.message == "its start failed: Actor.start did not end within 1 s")
    #expect(scene.all == ["start"])
    scene.goOn.add()
    #expect(eventually { scene.all == ["start", "started", "shutdown"] })
  }

  @Test func `calls of others wait until it has started`() throws {
    let (host, scene) = (host(), Scene())
    let loading = Thread {
      _ = register(in: host, scene) { _ in
        scene.begun.add()
        scene.goOn.take()
      }
    }
    scene.begun.take()
    let called = Supply()
    let calling = Thread {
      called.add()
      #expect((try? host.mediator.call("Actor", "act")) == "done")
    }
    called.take()
    let hasted = failure { () throws(Failure) in
      try host.mediator.call("Actor", "act", timeLimit: .milliseconds(20))
    }
    #expect(hasted?.code == .timedOut)
    scene.goOn.add()
    loading.join()
    calling.join()
    #expect(scene.all == ["start", "started", "act"])
  }

  @Test(arguments: ["Actor.act", "Passer.pass"])
  func `its calls of itself while it starts fail instead of waiting, straight or by way of another`(_ path: String)
    throws
  {
    let (host, scene) = (host(), Scene())
    try host.register(Passer.self)
    let parts = path.split(separator: ".").map(String.init)
    let refusal = register(in: host, scene) { mediator in
      let failed = failure { () throws(Failure) in try mediator.call(parts[0], parts[1]) }
      scene.say("\(failed?.reason ?? "none"): \(failed?.message ?? "")")
    }
    #expect(refusal == nil)
    let said = "the component 'Actor' can't be called: it is just being started, by this very call"
    #expect(scene.all == ["start", "not_registered: \(said)", "started"])
  }

  @Test func `a host that closes while a component starts shuts it down`() throws {
    let (host, scene) = (host(), Scene())
    let refusal = Guarded<Refusal?>(nil)
    let loading = Thread {
      let error = register(in: host, scene) { _ in
        scene.begun.add()
        scene.goOn.take()
      }
      refusal.withLock { $0 = error }
    }
    scene.begun.take()
    let closing = Thread { host.close(waiting: .seconds(60)) }
    #expect(eventually { host.loader.isClosed })
    scene.goOn.add()
    closing.join()
    #expect(scene.all == ["start", "started", "shutdown"], "who closes the host has waited for it")
    loading.join()
    #expect(refusal.withLock { $0 }?.reason == "closed")
    #expect(scene.all == ["start", "started", "shutdown"])
  }

  @Test func `where its start takes longer that is said`() throws {
    let (scene, reports) = (Scene(), Guarded<[String]>([]))
    var settings = Settings()
    settings.report = { report in reports.withLock { $0.append(report.message) } }
    let host = Host(settings)
    let loading = Thread {
      _ = register(in: host, scene) { _ in
        scene.begun.add()
        scene.goOn.take()
      }
    }
    scene.begun.take()
    host.close(waiting: .zero)
    #expect(reports.withLock { $0 } == ["Actor is still starting: it is shut down when that has ended"])
    scene.goOn.add()
    loading.join()
    #expect(eventually { scene.all == ["start", "started", "shutdown"] })
  }

  @Test func `one that comes to its start when the host is closed is not started`() throws {
    let (host, scene, begun, goOn) = (host(), Scene(), Supply(), Supply())
    StartTests.play.withLock { $0 = Play(scene: scene) }
    let refusal = Guarded<Refusal?>(nil)
    let loading = Thread {
      do throws(Refusal) {
        try host.loader.register("Actor") { host, registration in
          begun.add()
          goOn.take()
          return Actor.register(host, registration)
        }
      } catch {
        refusal.withLock { $0 = error }
      }
    }
    begun.take()
    host.close()
    goOn.add()
    loading.join()
    #expect(refusal.withLock { $0 }?.reason == "closed")
    #expect(eventually { scene.all == ["shutdown"] })
  }

  @Test func `a refresh inside a start does nothing, instead of waiting for itself`() throws {
    let (host, scene) = (host(), Scene())
    #expect(register(in: host, scene) == nil)
    StartTests.play.withLock { $0 = Play(scene: scene) { _ in scene.say("refreshed \(host.refresh().count)") } }
    #expect(try host.loader.replace("Actor") { Actor.register($0, $1) }?.kind == .replaced(generation: 2))
    #expect(scene.all.contains("refreshed 0"))
  }

  @Test func `where the next generation does not start the old one goes on answering`() throws {
    let (host, first, second) = (host(), Scene(), Scene())
    #expect(register(in: host, first) == nil)
    StartTests.play.withLock { $0 = Play(scene: second) { _ in throw Failure(.failed, "", "not today") } }
    #expect(throws: Refusal.self) { try host.loader.replace("Actor") { Actor.register($0, $1) } }
    #expect(try host.mediator.call("Actor", "act") == "done")
    #expect(first.all == ["start", "started", "act"])
    #expect(eventually { second.all == ["start", "shutdown"] })
    StartTests.play.withLock { $0 = Play(scene: second) }
    #expect(try host.loader.replace("Actor") { Actor.register($0, $1) }?.kind == .replaced(generation: 3))
  }

  /// Gives memory back, or waits until it may.
  struct Hoarder: Component {
    static let scene = Scene()
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x") { _ in nil } }
    var lifecycle: [LifeStep] {
      LifeStep.memoryPressure {
        Hoarder.scene.say("gives")
        Hoarder.scene.goOn.take()
      }
    }
  }

  @Test func `memory is given back by the component as a whole, and never twice at once`() throws {
    let reports = Guarded<[String]>([])
    var settings = Settings()
    settings.stepLimit = .seconds(1)
    settings.report = { report in reports.withLock { $0.append(report.message) } }
    let host = Host(settings)
    try host.register(Hoarder.self)
    host.relieveMemory()
    #expect(Hoarder.scene.all == ["gives"])
    let said = "Hoarder does not give memory back: Hoarder.memory_pressure did not end within 1 s"
    #expect(reports.withLock { $0 } == [said])
    host.relieveMemory()
    #expect(Hoarder.scene.all == ["gives"])
    Hoarder.scene.goOn.add()
    #expect(
      eventually {
        Hoarder.scene.goOn.add()
        host.relieveMemory()
        return Hoarder.scene.all.count > 1
      })
  }
}
