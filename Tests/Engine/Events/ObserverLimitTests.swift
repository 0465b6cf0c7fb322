import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

/// How much may wait for an observer.
@Suite(.offPool) struct ObserverLimitTests {
  @Test(arguments: [-1, 65_537, 70_000]) func `a limit that can't be is refused in words that name it`(_ limit: Int)
    throws
  {
    let host = Host()
    let refused = failure { () throws(Failure) in
      try host.mediator.observe("Ticker.ticked", limit: limit) { _ in }.cancel()
      return .null
    }
    #expect(refused?.reason == "invalid_limit")
    #expect(
      refused?.message
        == "a limit of \(limit) can't be taken: at most 65536 notices wait for an observer, and 0 stands for 256")
    for limit in [0, 65_536] { try host.mediator.observe("Ticker.ticked", limit: limit) { _ in }.cancel() }
    struct Listed: Component {
      static let limit = Guarded(0)
      init(mediator: Mediator) {}
      var observers: [Observer] { Observer("Ticker.ticked", limit: Listed.limit.withLock { $0 }) { _ in } }
      var actions: [Action] { Action("x") { _ in nil } }
    }
    Listed.limit.withLock { $0 = limit }
    #expect { try host.register(Listed.self) } throws: { ($0 as? Refusal)?.reason == "invalid_limit" }
  }

  @Test func `an observer in C says how much may wait for it`() throws {
    let workshop = try ElfWorkshop()
    let headers = String(#filePath.dropLast("Tests/Engine/Events/ObserverLimitTests.swift".count)) + "Host/ABI/include"
    let source = """
      #include "component_author.h"
      static void heard(void *context, const component_notice *notice) { (void)context; (void)notice; }
      static int32_t listen(void *context, component_call *call) {
        (void)context;
        return component_reply_int(call, 1);
      }
      static const component_row rows[] = {{"listen", "", "", listen, "", 0, 0}};
      COMPONENT_REGISTER(host, registration) {
        int32_t status = component_describe(host, registration, "Ear", "", 1, 0, 0);
        if (status == COMPONENT_OK) status = component_add_target(host, registration, "Ear", "", 0);
        if (status == COMPONENT_OK) status = component_add_observer(host, registration, "Ticker.ticked", 7, heard, NULL);
        return status == COMPONENT_OK ? component_add_actions(host, registration, "Ear", rows, 1) : status;
      }
      """
    _ = try workshop.compile(source, to: "libEar.so", "-I '\(headers)'")
    let host = Host(Settings(directories: [workshop.path]))
    _ = try host.load("Ear")
    #expect(host.loader.loaded["Ear"]?.observers.map(\.limit) == [7])
  }
}
