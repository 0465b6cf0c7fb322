import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// Calls of an isolated component that nobody waits for.
@Suite(.offPool) struct StartedTests {
  // Starts so many, and takes what they end with, in any order.
  private func ends(
    _ count: Int, _ host: Host, _ target: String, _ action: String, _ others: String...
  ) -> [Result<Value, Failure>] {
    let (ends, ended) = (Guarded<[Result<Value, Failure>]>([]), Supply())
    let actions = [String](repeating: action, count: count) + others
    for action in actions {
      host.mediator.start(target, action) { end in
        ends.withLock { $0.append(end) }
        ended.add()
      }
    }
    for _ in actions { if !ended.take(within: 40) { break } }
    return ends.withLock { $0 }
  }

  @Test func `what one thread starts is under way at once`() {
    let host = Host(Mode.isolated.settings(Folder("meets")))
    #expect(ends(8, host, "Meets", "run") == [Result<Value, Failure>](repeating: .success(8), count: 8))
    host.close()
  }

  @Test func `a component has so many calls under way and no more, and its process goes on`() throws {
    let host = Host(Mode.isolated.settings(Folder("begins")))
    #expect(try host.mediator.call("Begins", "run") == "16384 too_many_calls")
    host.close()
  }

  @Test(arguments: Mode.allCases)
  func `a call has its turn until it has returned, however early it replies`(_ mode: Mode) throws {
    let host = Host(mode.settings(Folder("meets")))
    #expect(ends(40, host, "Meets.Line", "run") == [Result<Value, Failure>](repeating: .success(0), count: 40))
    #expect(try host.mediator.call("Meets.Line", "overlaps") == 0)
    host.close()
  }

  @Test(arguments: Mode.allCases)
  func `the limit of calls without a deadline is for what a component keeps, not for what runs`(_ mode: Mode) {
    let scene = StumbleScene("run sleep") { settings in
      settings.timeLimit = .milliseconds(500)
      if mode == .inProcess { settings.isolation = .none }
    }
    #expect(scene.call("next", of: "Stumbles.Kept") == nil)
    // It sleeps for three seconds.
    #expect(ends(1, scene.host, "Stumbles", "run") == [.success("ok")])
    let kept = ends(1, scene.host, "Stumbles", "leaveOpen")
    guard case .failure(let late)? = kept.first else {
      Issue.record("it ended: \(kept)")
      return
    }
    #expect(late.code == .timedOut && late.message == "Stumbles.leaveOpen did not reply within 0.5 s")
    scene.host.close()
  }

  @Test(arguments: Mode.allCases)
  func `a function is there as long as it runs, though who started it holds it no longer`(_ mode: Mode) throws {
    let host = Host(mode.settings(Folder("meets")))
    let (ends, ended) = (Guarded(0), Supply())
    try {
      guard let given = try host.mediator.call("Meets", "give").function else { return }
      // More than a worker has threads for at once.
      for _ in 0..<300 {
        host.mediator.start(given) { end in
          if case .success(1) = end { ends.withLock { $0 += 1 } }
          ended.add()
        }
      }
    }()
    for _ in 0..<300 { if !ended.take(within: 40) { break } }
    #expect(ends.withLock { $0 } == 300)
    host.close()
  }

  private struct Asked: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] { Action("run") { [mediator] _ in try mediator.call("Meets", "later") } }
  }

  @Test func `ends are heard although all threads wait for them that serve requests`() throws {
    let host = Host(Mode.isolated.settings(Folder("meets")))
    try host.register(Asked.self)
    #expect(ends(300, host, "Meets", "ask") == [Result<Value, Failure>](repeating: .success(2), count: 300))
    host.close()
  }

  @Test func `all that was started fails with the crash, and what comes next is answered`() throws {
    let host = Host(Mode.isolated.settings(Folder("meets")))
    let ends = ends(8, host, "Meets", "wait", "fall")
    #expect(ends.count == 9)
    let failures = ends.compactMap { end in if case .failure(let failure) = end { failure } else { nil } }
    #expect(failures.count == 9, "\(ends)")
    for failure in failures {
      #expect(failure.code == .crashed && failure.details["signal"] == "SIGSEGV", "\(failure)")
    }
    #expect(Set(failures.map { $0.details["action"]?.text ?? "" }) == ["Meets.wait", "Meets.fall"])
    #expect(try host.mediator.call("Meets.Line", "overlaps") == 0)
    host.close()
  }
}
