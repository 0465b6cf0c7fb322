import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

/// What a tracer hears of loads: each step inside of what needs it, and each wait with what is waited for.
@Suite(.offPool) struct TracedLoadTests {
  /// What has begun on each thread, indented by what it lies in.
  private final class Heard: Sendable {
    private let threads = Guarded<[Int: (lines: [String], depth: Int)]>([:])

    func host(_ folder: Folder) -> Host {
      var settings = Settings(directories: [folder.path])
      settings.beginTracer = { [self] span in
        guard span.kind != .open else { return }
        let name = span.kind == .wait ? "wait \(span.name)" : span.name
        threads.withLock { threads in
          let (lines, depth) = threads[span.thread] ?? ([], 0)
          threads[span.thread] = (lines + [String(repeating: "  ", count: depth) + name], depth + 1)
        }
      }
      settings.tracer = { [self] span in
        if span.kind != .open { threads.withLock { $0[span.thread]?.depth -= 1 } }
      }
      return Host(settings)
    }

    /// Of one thread, by what it began with.
    func lines(_ first: String) -> [String] {
      threads.withLock { $0.values.first { $0.lines.first == first }?.lines } ?? []
    }

    func forget() { threads.withLock { $0 = [:] } }
  }

  @Test func `a state is handed over in steps, behind the calls of the one before`() throws {
    let folder = Folder("hands-over")
    let heard = Heard()
    let host = heard.host(folder)
    #expect(try host.mediator.call("HandsOver", "run") == 1)
    heard.forget()
    folder.write(Folder.bytes(of: folder("libHandsOver.so")) + [0], as: "libHandsOver.so")
    #expect(host.refresh().map(\.kind) == [.replaced(generation: 2)])
    #expect(
      heard.lines("copy HandsOver") == [
        "copy HandsOver", "check HandsOver", "open the libraries of HandsOver", "open HandsOver", "register HandsOver",
        "compile HandsOver", "wait until the calls of HandsOver have ended", "save HandsOver", "restore HandsOver",
        "publish HandsOver", "wait until HandsOver is shut down",
      ])
    #expect(heard.lines("HandsOver.save") == ["HandsOver.save"])
  }

  @Test func `a file that somebody writes to is waited for`() {
    let folder = Folder("good")
    let heard = Heard()
    let host = heard.host(folder)
    let file = open(folder("libGood.so"), O_WRONLY | O_CLOEXEC)
    defer { close(file) }
    _ = failure { () throws(Failure) in try host.mediator.call("Good", "run") }
    let lines = heard.lines("find and load Good")
    #expect(
      lines.prefix(5) == [
        "find and load Good", "  find Good", "  copy Good", "  wait until Good is written", "  copy Good",
      ], "\(lines)")
    // It is read once more behind each wait, and refused in the end.
    #expect(lines.filter { $0.hasSuffix(" wait until Good is written") }.count > 1, "\(lines)")
  }

  @Test func `so is another thread that loads the same`() {
    let folder = Folder("registers-slowly")
    folder.write("", as: "hold")
    let heard = Heard()
    let host = heard.host(folder)
    let call: @Sendable () -> Void = { _ = try? host.mediator.call("RegistersSlowly", "run") }
    let first = Thread(call)
    #expect(eventually { folder.has("begun.1") })
    let second = Thread(call)
    #expect(eventually { !heard.lines("wait until RegistersSlowly is loaded").isEmpty })
    folder.remove("hold")
    for thread in [first, second] { thread.join() }
    #expect(
      heard.lines("wait until RegistersSlowly is loaded") == [
        "wait until RegistersSlowly is loaded", "RegistersSlowly.run",
      ])
    #expect(heard.lines("find and load RegistersSlowly").last == "RegistersSlowly.run")
  }
}
