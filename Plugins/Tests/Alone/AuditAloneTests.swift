import AuditFace
import ComponentHost
import ComponentKit
import ComponentTesting
import LibraryFace
import ReaderFace
import Testing

struct AuditAloneTests {
  @Test func `it is asked before every call, and remembers how each ended`() async throws {
    let folder = TemporaryFolder()
    let host = try Example.host(in: folder)
    host.add(.component("Audit"))
    let mediator = host.mediator
    _ = try await mediator.reader.open(id: 1, page: 2)
    let none = await failure { () async throws(Failure) in try await mediator.library.book(id: 99) }
    #expect(none?.reason == "no_such_book")
    _ = try await onOwnThread { try mediator.open("app://Library/chapters?id=1") }
    let passed = try await mediator.audit.list()
    #expect(passed.last == Passed(target: "Library", action: "chapters", caller: "outside", end: "ok"))
    #expect(passed.contains(Passed(target: "Library", action: "book", caller: "the program", end: "no_such_book")))
    #expect(passed.contains(Passed(target: "Library", action: "text", caller: "Reader", end: "ok")))
    #expect(try await mediator.audit.list(n: 1).count == 1)
    let far = await failure { () async throws(Failure) in try await mediator.audit.list(n: 101) }
    #expect(far?.reason == "out_of_range")
  }

  @Test func `a failure that names no reason is remembered with its code's`() async throws {
    let folder = TemporaryFolder()
    let host = try Example.host(in: folder)
    host.add(.component("Audit"))
    try host.register(Speechless.self)
    for action in ["late", "never"] {
      let failed = await failure { () async throws(Failure) in
        try await host.mediator.call("Speechless", action)
      }
      #expect(failed?.code == .timedOut)
    }
    let ends = try await host.mediator.audit.list().filter { $0.target == "Speechless" }.map(\.end)
    #expect(ends.count >= 2 && Set(ends) == ["timed_out"], "\(ends)")
  }

  private struct Speechless: Component {
    init(mediator: Mediator) { self.mediator = mediator }
    let mediator: Mediator

    var actions: [Action] {
      Action("late") { _ in throw Failure(.timedOut, "", "there was no time left") }
      // The words of the host, of a call within this one whose time is up.
      Action("never") { [mediator] _ in try mediator.call("Speechless", "late", timeLimit: .zero) }
    }
  }

  @Test func `where it is missing no call gets through`() throws {
    let folder = TemporaryFolder()
    let host = Host(Settings(directories: [folder.path]))
    host.add(.component("Audit"))
    let failed = failure { () throws(Failure) in try host.mediator.library.list() }
    #expect(failed?.reason == "interceptor_missing")
  }

  @Test func `its face is what it registered`() throws {
    #expect(try Example.bench("Audit").disagreements(with: ListPassed.self) == [])
  }
}
