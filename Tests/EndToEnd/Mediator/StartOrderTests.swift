import ComponentHost
import ComponentKit
import TestThreads
import Testing

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
    let folder = Folder("start-fails")
    folder.copy("\(Place.fixtures)/starts-then/libStartsThen.so", as: "libStartsThen.so")
    folder.copy("\(Place.fixtures)/start-fails/libStartFails.so", as: "libStartsFirst.so")
    let host = Host(Settings(directories: [folder.path]))
    let failed = failure { () throws(Failure) in try host.mediator.call("StartsThen", "run") }
    #expect(
      failed?.message
        == "the component 'StartsThen' is refused: it needs the component 'StartsFirst', which is refused: "
        + "it says its name is 'StartFails', but the file's name says 'StartsFirst'")
    #expect(folder.lines(of: "log") == [])
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
