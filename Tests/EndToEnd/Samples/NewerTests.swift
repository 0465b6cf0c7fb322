import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// Components of a contract that is later than this host's: larger structs, flags and a function that it does not know.
@Suite(
  .offPool,
  .enabled(
    if: !Folder.names(in: BuiltTests.Built.newer).isEmpty, "nothing was kept for \(BuiltTests.Built.machine)"))
struct NewerTests {
  struct Stepping: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("run") { call in
        call.progress(0.5, "half")
        return 1
      }
    }
  }

  private func folder(_ name: String) -> Folder {
    let folder = Folder()
    folder.copy("\(BuiltTests.Built.newer)/lib\(name).so", as: "lib\(name).so")
    return folder
  }

  private func host() throws -> Host {
    let host = Host(Settings(directories: [folder("Newer").path]))
    try host.register(BuiltTests.Good.self)
    return host
  }

  @Test func `it is loaded, and does without what the host lacks`() throws {
    let host = try host()
    let newer = try #require(try host.load("Newer"))
    #expect(newer.version == Version(9, 8, 7) && newer.needs == [Need("Good", optional: true)])
    #expect(newer.targets.map(\.isSerial) == [false])
    #expect(try host.mediator.call("Newer", "later") == "does without")
    #expect(try host.mediator.open("app://Newer/later") == "does without")
    #expect(try host.mediator.open(key: "Newer_key") == "does without")
    #expect(try host.mediator.call("Newer", "defer") == "later")
    host.close()
  }

  @Test func `a code that is not known is a plain failure`() throws {
    let host = try host()
    let failed = failure { () throws(Failure) in try host.mediator.call("Newer", "fail") }
    #expect(failed == Failure(.failed, "later", "a code of later contracts"))
    host.close()
  }

  @Test func `its calls reach others, and progress comes through it`() throws {
    let host = try host()
    #expect(try host.mediator.call("Newer", "ask", ["target": "Good", "action": "run"]) == "ok")
    try host.register(Stepping.self)
    let heard = Guarded<[String]>([])
    let reply = try host.mediator.call(
      "Newer", "ask", ["target": "Stepping", "action": "run"],
      progress: { fraction, message in heard.withLock { $0.append("\(fraction ?? -1) \(message)") } })
    #expect(reply == 1 && heard.withLock { $0 } == ["0.5 half"])
    host.close()
  }

  @Test func `its objects and functions are kept and given back`() throws {
    let host = try host()
    do {
      let things = try host.mediator.call("Newer", "things")
      let function = try #require(things[1]?.function)
      #expect(try host.mediator.call(function) == "does without")
      #expect(try host.mediator.call("Newer", "held") == 2)
      #expect(things[0]?.object?.type == "Newer.Thing")
    }
    #expect(try host.mediator.call("Newer", "held") == 0)
    host.close()
  }

  @Test func `one that can't do without is refused in words`() throws {
    let folder = folder("Demanding")
    let called = Run.host("--plugins", folder.path, "call", "Demanding", "run")
    let words = "the host is too old for this component: it has no function 'later'"
    #expect(called.code == 4 && called.err.contains(words))
    let list = try Value(json: Run.host("--plugins", folder.path, "list", "--targets", "--json").outBytes)
    #expect(list[0]?["refusal"]?["message"]?.text?.contains(words) == true)
  }
}
