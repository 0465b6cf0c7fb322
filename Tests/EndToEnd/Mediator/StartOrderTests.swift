import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

/// In which order components start that need each other.
@Suite(.offPool) struct StartOrderTests {
  @Test func `what a component can't do without starts before it, and once`() throws {
    let folder = Folder("starts-first", "starts-then")
    let host = Host(Settings(directories: [folder.path]))
    #expect(try host.mediator.call("StartsThen", "run") == "ok")
    #expect(try host.mediator.call("StartsFirst", "run") == "ok")
    #expect(folder.lines(of: "log") == ["StartsFirst", "StartsThen"])
  }

  @Test func `a need that is taken out later takes nobody along`() throws {
    let folder = Folder("starts-first", "starts-then")
    let host = Host(Settings(directories: [folder.path]))
    #expect(try host.mediator.call("StartsThen", "run") == "ok")
    folder.remove("libStartsFirst.so")
    #expect(host.refresh().map(\.description) == ["StartsFirst was taken out"])
    #expect(try host.mediator.call("StartsThen", "run") == "ok")
  }

  @Test func `a need that does not start is the reason why the other one does not either`() throws {
    let folder = Folder("starts-first-fails", "starts-then")
    let host = Host(Settings(directories: [folder.path]))
    let reason = "the component 'StartsFirst', which is refused: its start failed: the port is taken"
    let failed = failure { () throws(Failure) in try host.mediator.call("StartsThen", "run") }
    #expect(failed?.message == "the component 'StartsThen' is refused: it needs \(reason)")
    #expect(failed?.details["refusal"] == "need_refused")
    #expect(folder.lines(of: "log") == [], "it was not started")
    let own = failure { () throws(Failure) in try host.mediator.call("StartsFirst", "run") }
    #expect(own?.message == "the component 'StartsFirst' is refused: its start failed: the port is taken")
    #expect(own?.details["refusal"] == "start_failed")
  }

  @Test func `one whose need got no thread to start on is tried again when it is called`() throws {
    let folder = Folder("starts-first", "starts-then")
    let failing = Guarded(true)
    var settings = Settings(directories: [folder.path])
    // The two starts that succeed have as long.
    settings.stepLimit = .seconds(1)
    settings.spawn = { body in failing.withLock { $0 } ? false : Worker.run(body) }
    let host = Host(settings)
    let failed = failure { () throws(Failure) in try host.mediator.call("StartsThen", "run") }
    #expect(failed?.details["refusal"] == "need_refused")
    failing.withLock { $0 = false }
    #expect(try host.mediator.call("StartsThen", "run") == "ok")
    #expect(folder.lines(of: "log") == ["StartsFirst", "StartsThen"])
  }

  private static let circles = [["CircleOne", "CircleTwo", "CircleOne"], ["CircleTwo", "CircleOne", "CircleTwo"]]

  @Test func `a cycle of needs is an error that names its members`() throws {
    let folder = Folder("circle-one", "circle-two", "good")
    let host = Host(Settings(directories: [folder.path]))
    for name in ["CircleOne", "CircleTwo"] {
      let failed = failure { () throws(Failure) in try host.mediator.call(name, "run") }
      #expect(failed?.code == .refused)
      let cycle = "the needs of components form a cycle: "
      #expect(
        Self.circles.contains { failed?.message.hasSuffix(cycle + $0.joined(separator: " → ")) == true },
        "\(failed?.message ?? "it answers")")
    }
    #expect(folder.lines(of: "log") == [])
    #expect(try host.mediator.call("Good", "run") == "ok")
  }

  @Test func `two threads that load the members of a cycle don't wait for each other`() throws {
    for _ in 0..<20 {
      let folder = Folder("circle-one", "circle-two")
      let host = Host(Settings(directories: [folder.path]))
      let threads = ["CircleOne", "CircleTwo"].map { name in
        Thread {
          let failed = failure { () throws(Failure) in try host.mediator.call(name, "run") }
          #expect(failed?.message.contains("form a cycle") == true, "\(failed?.message ?? "it answers")")
        }
      }
      for thread in threads { thread.join() }
    }
  }
}
