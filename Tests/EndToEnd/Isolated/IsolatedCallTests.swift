import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

/// Calls that cross the border of a worker, and come back.
@Suite(.offPool) struct IsolatedCallTests {
  /// A component in the host's own process that passes calls on.
  struct Relay: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    /// Calls that wait to be given up.
    static let waiting = Supply()
    var actions: [Action] {
      Action("pass") { [mediator] call in
        try mediator.call(try call.text("target"), try call.text("action"), call.value("with")?.map ?? [:])
      }
      // Comes back to itself by way of the isolated one.
      Action("again") { [mediator] _ in
        try mediator.call("Sample", "nest", ["target": "Relay", "action": "again"])
      }
      Action("left") { call in .bool(call.timeLeft.map { $0 > .zero && $0 <= .seconds(20) } ?? false) }
      Action("unhurried") { call in .bool(call.timeLeft == nil) }
      Action("untilCancelled") { call in
        Relay.waiting.add()
        while !call.isCancelled { usleep(500) }
        throw Failure(.cancelled, "seen", "I saw it")
      }
    }
    var targets: [Target] {
      Target("Turn", isSerial: true) {
        Action("in") { [mediator] _ in
          try mediator.call("Sample", "nest", ["target": "Relay.Turn", "action": "in"])
        }
      }
    }
  }

  private func host(_ mode: Mode) throws -> Host {
    let folder = Folder("good")
    folder.copy("\(Place.fixtures)/sample-c/libSample.so", as: "libSample.so")
    let host = Host(mode.settings(folder))
    try host.register(Relay.self)
    return host
  }

  private func nest(_ target: String, _ action: String, _ with: Fields = [:]) -> Fields {
    ["target": .text(target), "action": .text(action), "with": .map(with)]
  }

  @Test func `calls nest in any mix of isolated and other components`() throws {
    let host = try host(.isolated)
    var (target, action, with) = ("Sample", "add", ["a": 1, "b": 2] as Fields)
    for depth in 1...30 {
      with = nest(target, action, with)
      (target, action) = depth % 3 == 0 ? ("Sample", "nest") : ("Relay", "pass")
    }
    #expect(try host.mediator.call(target, action, with) == 3)
    host.close()
  }

  @Test(arguments: [("Relay", "again", "too_deep"), ("Relay.Turn", "in", "serial_reentry")])
  func `what comes back to itself fails in the same words`(_ target: String, _ action: String, _ reason: String) throws
  {
    let failures = try Mode.allCases.map { mode in
      let host = try host(mode)
      defer { host.close() }
      return failure { () throws(Failure) in try host.mediator.call(target, action) }
    }
    #expect(failures[0] == failures[1] && failures[0]?.reason == reason, "\(failures)")
  }

  @Test func `a deadline is that of all the calls within it`() throws {
    let host = try host(.isolated)
    #expect(try host.mediator.call("Sample", "nest", nest("Relay", "unhurried")) == true)
    #expect(try host.mediator.call("Sample", "nest", nest("Relay", "left"), timeLimit: .seconds(20)) == true)
    host.close()
  }

  @Test func `giving a call up reaches what is called within it`() throws {
    let host = try host(.isolated)
    let cancellation = Cancellation(host.mediator)
    let thread = Thread {
      #expect(Relay.waiting.take(within: 30))
      cancellation.cancel()
    }
    defer { thread.join() }
    let twice = nest("Relay", "pass", nest("Sample", "nest", nest("Relay", "untilCancelled")))
    let ended = failure { () throws(Failure) in
      try host.mediator.call("Sample", "nest", twice, cancellation: cancellation)
    }
    #expect(ended?.code == .cancelled)
    #expect(try host.mediator.call("Sample", "add", ["a": 1, "b": 1]) == 2)
    host.close()
  }

  @Test func `many threads call at once, and each gets its own reply`() throws {
    let host = try host(.isolated)
    Thread.each(8) { index in
      for n in 0..<50 {
        let reply = try? host.mediator.call("Sample", "nest", nest("Sample", "add", ["a": .int(index), "b": .int(n)]))
        #expect(reply == .int(index + n))
      }
    }
    host.close()
  }

  @Test func `a crash fails the call, and the next one starts the component anew`() throws {
    let folder = Folder("good", "crashes")
    let host = Host(Mode.isolated.settings(folder))
    for generation in 1...2 {
      let crashed = failure { () throws(Failure) in try host.mediator.call("Crashes", "run") }
      #expect(crashed?.code == .crashed && crashed?.details["signal"] == "SIGSEGV", "\(String(describing: crashed))")
      #expect(crashed?.details["component"] == "Crashes" && crashed?.details["action"] == "Crashes.run")
      #expect(try host.mediator.call("Good", "run") == "ok")
      #expect(host.generations.filter { $0.name == "Crashes" }.count == generation)
    }
    host.close()
  }

  @Test func `only those that are named are isolated, and what they print is not the host's output`() {
    let folder = Folder("prints")
    let call = ["call", "Prints", "run"]
    func out(_ options: String...) -> Run { Run.host(["--plugins", folder.path] + options + call) }
    #expect(out() == Run(out: "ok\n", err: "from the component\n", code: 0))
    #expect(out("--isolate", "Other") == out() && out("--isolate=Other") == out())
    for isolated in [out("--isolate"), out("--isolate", "Prints"), out("--isolate", "Other", "--isolate=Prints")] {
      #expect(isolated.out == "ok\n" && isolated.code == 0)
      #expect(isolated.err.contains("from the component"))
    }
    folder.write(#"{"isolate": ["Prints"]}"#, as: "policy.json")
    #expect(out("--policy", folder("policy.json")).out == "ok\n")
  }

  @Test(arguments: Mode.allCases) func `instances live as long in either mode`(_ mode: Mode) throws {
    let host = Host(mode.settings(Folder("makes")))
    for (target, numbers) in [
      ("Kept", [1, 2, 3]), ("Cached", [1, 2, 3]), ("PerCall", [1, 1, 1]), ("Serial", [1, 2, 3]),
    ] {
      let replies = try (1...3).map { _ in try host.mediator.call("Makes.\(target)", "next") }
      #expect(replies == numbers.map(Value.int), "\(target)")
    }
    // Six were made, of which those for one call each are gone.
    #expect(try host.mediator.call("Makes", "counts") == 603)
    host.close()
  }
}
