import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// Two files of which one calls the other as it starts, which can't do without the first.
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
      int32_t status = host->describe(registration, &about);
      if (status == COMPONENT_OK) status = component_add_target(host, registration, NAME, "", 0);
      if (status == COMPONENT_OK) status = component_add_need(host, registration, NEED, FLAGS);
      return status == COMPONENT_OK ? component_add_actions(host, registration, NAME, rows, 1) : status;
    }
    """

  @Test func `the second is refused for that call only, and there for the next one`() throws {
    let workshop = try ElfWorkshop()
    let headers = String(#filePath.dropLast("Tests/Engine/Load/MutualNeedTests.swift".count)) + "Host/ABI/include"
    func make(_ name: String, needing need: String, _ flags: String) throws {
      let words = #"-O1 -I '\#(headers)' -DNAME='"\#(name)"' -DNEED='"\#(need)"' \#(flags)"#
      _ = try workshop.compile(Self.source, to: "lib\(name).so", words)
    }
    try make("First", needing: "Second", #"-DFLAGS=COMPONENT_NEED_OPTIONAL -DASKS='"Second"'"#)
    try make("Second", needing: "First", "-DFLAGS=0")
    var settings = Settings(directories: [workshop.path])
    settings.stepLimit = .seconds(60)
    let host = Host(settings)
    // A refusal is remembered of files only that were not written just before.
    #expect(eventually { (try? host.loader.find("Second"))?.identity.isSettled == true })
    #expect(try host.mediator.call("First", "x") == 1)
    #expect(host.loader.loaded.keys.sorted() == ["First"])
    #expect(try host.mediator.call("Second", "x") == 1)
    #expect(host.loader.loaded.keys.sorted() == ["First", "Second"])
    host.close()
  }
}
