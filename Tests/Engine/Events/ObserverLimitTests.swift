import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

/// How much may wait for an observer.
@Suite(.offPool) struct ObserverLimitTests {
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
