import ComponentHost
import ComponentKit
import Glibc
import Synchronization
import TestSchemas
import Testing

@testable import HostCLI

/// An output that keeps what is written to it.
final class Captured: Output {
  let columns: Int?
  private let failure: Int32
  private let bytes = Mutex<[UInt8]>([])

  init(columns: Int? = nil, failure: Int32 = 0) {
    self.columns = columns
    self.failure = failure
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    if failure == 0 { self.bytes.withLock { $0 += bytes } }
    return failure
  }

  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}

/// What one run of the program did.
struct Ran: Equatable {
  let exit: ExitCode
  let out: String
  let err: String

  init(_ exit: ExitCode, out: String = "", err: String = "") {
    self.exit = exit
    self.out = out
    self.err = err
  }
}

/// Runs the program in this process, with the components `Probe` and `Atlas` linked in.
func run(
  _ arguments: String..., environment: [String: String] = [:], input: Console.Input = .bytes([]),
  out: Captured = Captured(),
  err: Captured = Captured()
) -> Ran {
  let console = Console(out: out, err: err, readInput: { input }, environment: { environment[$0] })
  let exit = Program.run(
    arguments,
    Surroundings(console) { host in
      do {
        try host.register(Probe.self)
        try host.register(Atlas.self)
      } catch {
        err.write("\(error)\n")
      }
    })
  let faults = Published.faults(of: arguments, out: out.text, err: err.text)
  if !faults.isEmpty { Issue.record("\(faults.joined(separator: "; "))") }
  return Ran(exit, out: out.text, err: err.text)
}

/// What these tests call.
struct Probe: Component {
  static let version = Version(2, 1)
  static let summary = "Answers as it is told"
  static let needs = [Need("Notes", optional: true)]
  let mediator: Mediator
  init(mediator: Mediator) { self.mediator = mediator }

  var actions: [Action] {
    Action("all", "All parameters") { call in .map(call.parameters) }
    Action("say", "A text") { call in .text(try call.text("text")) }
    Action("value", "Any value") { call in call.value("value") ?? .null }
    Action("int", "One int") { call in .int(try call.int("id")) }
    Action("bytes", "One's bytes") { call in .bytes(try call.bytes("data")) }
    Action("object", "What can't be printed") { _ in .list([1, .object(Object(Thing()))]) }
    Action("steps", "Tells how far it is") { call in
      call.progress(0.5, "half")
      call.progress(1, "all of it")
      return nil
    }
    Action("fail", "Fails as it is told") { call in
      var details = call.parameters
      let code = Failure.Code(rawValue: Int32(truncatingIfNeeded: try call.int("code")))
      details["code"] = nil
      throw Failure(code, "told_to", call.value("message")?.text ?? "it was told to fail", details: details)
    }
    Action("via", "Calls another target") { [mediator] call in try mediator.call(try call.text("target"), "act") }
    Action("heed", "Ends when it is given up") { call in while true { try call.checkCancelled() } }
    Action("log", "Says what it is told") { [mediator] call in
      let level = LogLevel(rawValue: UInt32(try call.int("level")))
      mediator.log(level, try call.text("text"))
      return nil
    }
    Action("spin", "Never ends") { _ in while true { pause() } }
    Action("interrupt", "Has Ctrl-C pressed") { call in
      kill(getpid(), SIGINT)
      while true { try call.checkCancelled() }
    }
    Action("interruptAndReply", "Has Ctrl-C pressed, and replies") { _ in
      // A thread of a pool blocks it.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGINT)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(SIGINT)
      return "too late"
    }
    Action.deferring("twiceLater", "Replies twice") { call in
      _ = call.reply(1)
      _ = call.reply(2)
    }
  }

  var targets: [Target] { Target("Sub", "A target below", isSerial: true) { Action("name") { _ in "sub" } } }
}

final class Thing: Sendable {}
