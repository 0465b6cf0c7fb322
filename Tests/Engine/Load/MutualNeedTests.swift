import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// Components of which one calls the other as it starts, which can't do or start without the first.
@Suite(.offPool, .timeLimit(.minutes(5))) struct MutualNeedTests {
  private static let source = """
    #include "component_author.h"
    static const component_host *own;
    static int32_t x(void *context, component_call *call) {
      (void)context;
      return component_reply_int(call, 1);
    }
    static void heard(void *context, const component_value *reply, const component_failure *failure) {
      (void)context;
      (void)reply;
      (void)failure;
    }
    static int32_t start(void *context, component_call *call) {
      (void)context;
    #ifdef ASKS
      component_call_action(own, ASKS, "x", 0, 0, heard, 0);
    #else
      (void)heard;
    #endif
      return component_reply_int(call, 1);
    }
    static const component_row rows[] = {{"x", "", "", x, "", 0, 0}};
    COMPONENT_REGISTER(host, registration) {
      own = host;
      component_about about = {COMPONENT_HEAD(component_about), .name = component_text_of(NAME), .start = start};
    #ifdef SAVES
      about.save = x;
    #endif
      int32_t status = host->describe(registration, &about);
      if (status == COMPONENT_OK) status = component_add_target(host, registration, NAME, "", 0);
      if (status == COMPONENT_OK) status = component_add_need(host, registration, NEED, FLAGS);
      return status == COMPONENT_OK ? component_add_actions(host, registration, NAME, rows, 1) : status;
    }
    """

  private let workshop: ElfWorkshop
  private let host: Host

  init() throws {
    workshop = try ElfWorkshop()
    var settings = Settings(directories: [workshop.path])
    settings.stepLimit = .seconds(60)
    host = Host(settings)
  }

  private func make(_ name: String, needing need: String, asking asked: String? = nil, _ flags: String = "") throws {
    let headers = String(#filePath.dropLast("Tests/Engine/Load/MutualNeedTests.swift".count)) + "Host/ABI/include"
    let asks = asked.map { #"-DASKS='"\#($0)"' -DFLAGS=COMPONENT_NEED_OPTIONAL"# } ?? "-DFLAGS=0"
    let words = #"-O1 -I '\#(headers)' -DNAME='"\#(name)"' -DNEED='"\#(need)"' \#(asks) \#(flags)"#
    let made = try workshop.compile(Self.source, to: "made", words)
    #expect(rename(made, "\(workshop.path)/lib\(name).so") == 0)
  }

  private func x(_ name: String) -> Int? { (try? host.mediator.call(name, "x"))?.int }

  @Test func `the second is refused for that call only, and there for the next one`() throws {
    try make("First", needing: "Second", asking: "Second")
    try make("Second", needing: "First")
    // A refusal is remembered of files only that were not written just before.
    #expect(eventually { (try? host.loader.find("Second"))?.identity.isSettled == true })
    #expect(x("First") == 1)
    #expect(host.loader.loaded.keys.sorted() == ["First"])
    #expect(x("Second") == 1)
    #expect(host.loader.loaded.keys.sorted() == ["First", "Second"])
    host.close()
  }

  @Test func `called first, the second is not waited for by the first, which it waits for`() throws {
    try make("First", needing: "Second", asking: "Second")
    try make("Second", needing: "First")
    #expect(x("Second") == 1)
    #expect(host.loader.loaded.keys.sorted() == ["First", "Second"])
    #expect(host.loader.startWaits.isEmpty)
    host.close()
  }

  @Test func `nor is one that a need of a need waits for`() throws {
    try make("First", needing: "Third", asking: "Third")
    try make("Second", needing: "First")
    try make("Third", needing: "Second")
    #expect(x("Third") == 1)
    #expect(host.loader.loaded.keys.sorted() == ["First", "Second", "Third"])
    host.close()
  }

  // What the starts of two do, each on a thread of its own.
  private enum Asking {
    static let begun = Supply()
    static let goOn = Supply()
    static let failures = Guarded<[String]>([])

    @Sendable static func ask(_ name: String, _ mediator: Mediator) {
      begun.add()
      goOn.take()
      let said = failure { () throws(Failure) in try mediator.call(name, "x") }
      if let said { failures.withLock { $0.append(said.reason) } }
    }
  }

  private struct Left: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] { Action("x") { _ in 1 } }
    var lifecycle: [LifeStep] { LifeStep.start { [mediator] in Asking.ask("Right", mediator) } }
  }

  private struct Right: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] { Action("x") { _ in 1 } }
    var lifecycle: [LifeStep] { LifeStep.start { [mediator] in Asking.ask("Left", mediator) } }
  }

  @Test func `two whose starts ask for each other are both there, one of them without an answer`() throws {
    let host = host
    let threads = [
      Thread { #expect(throws: Never.self) { try host.register(Left.self) } },
      Thread { #expect(throws: Never.self) { try host.register(Right.self) } },
    ]
    for _ in threads { Asking.begun.take() }
    for _ in threads { Asking.goOn.add() }
    for thread in threads { thread.join() }
    #expect(Asking.failures.withLock { $0 } == ["not_registered"])
    #expect(x("Left") == 1 && x("Right") == 1)
    host.close()
  }

  @Test func `what a start leads to does not wait for the one that is held for it`() throws {
    try make("First", needing: "None", asking: "None", "-DSAVES")
    try make("Second", needing: "First", asking: "First")
    #expect(x("First") == 1)
    try make("First", needing: "Second", asking: "Second", "-DSAVES")
    #expect(host.refresh().map(\.description) == ["First was replaced: generation 2"])
    #expect(host.loader.loaded.keys.sorted() == ["First", "Second"])
    host.close()
  }
}
