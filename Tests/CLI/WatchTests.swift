import ComponentHost
import Glibc
import Testing

@testable import HostCLI

@Suite struct WatchTests {
  /// Runs the program as if the process were its own.
  static func runProcess(_ arguments: String...) -> Never {
    let surroundings = Surroundings(.process, isProcess: true) { host in try? host.register(Probe.self) }
    exit(Program.run(arguments, surroundings).rawValue)
  }

  static func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func `an action that never ends is ended with the process`() async {
    let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
      WatchTests.runProcess("call", "Probe", "spin", "--timeout", "1", "--json")
    }
    #expect(
      Self.text(result) == """
        {"error":{"code":7,"reason":"timed_out","message":"Probe.spin did not reply within 1 s, and does not stop",\
        "target":"Probe","action":"spin","suggestions":[]}}

        """)
  }

  @Test func `the first Ctrl-C cancels the call`() async {
    let result = await #expect(processExitsWith: .signal(SIGINT), observing: [\.standardErrorContent]) {
      WatchTests.runProcess("call", "Probe", "interrupt", "--timeout", "0")
    }
    #expect(Self.text(result) == "error: the call was given up\n")
  }

  @Test func `an action that the signal itself has return has no reply`() async {
    let result = await #expect(processExitsWith: .signal(SIGINT), observing: [\.standardErrorContent]) {
      WatchTests.runProcess("call", "Probe", "interruptAndReply")
    }
    #expect(Self.text(result) == "error: the call of Probe.interruptAndReply was given up\n")
  }

  @Test func `where Ctrl-C was ignored from the start it stays so`() async {
    let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
      signal(SIGINT, SIG_IGN)
      WatchTests.runProcess("call", "Probe", "interrupt", "--timeout", "1")
    }
    #expect(Self.text(result).hasPrefix("error: the deadline passed while Probe.interrupt ran\n"))
  }
}
