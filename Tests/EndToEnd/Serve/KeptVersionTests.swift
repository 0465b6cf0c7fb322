import ComponentKit
import Glibc
import TestThreads
import Testing

/// What `--compatible` keeps from taking a component's place where the folders are watched.
@Suite(.offPool) struct KeptVersionTests {
  private let said =
    "Upgraded was not replaced: it would break what callers use: Upgraded.total, the parameter 'sum': "
    + "the caller sends int, the component takes text"

  @Test func `host serve keeps a version that has what was called`() throws {
    let host = try ServedHost("--compatible", in: Folder("upgraded"))
    func call(_ words: String...) -> String { Run.host(["--connect", host.control, "call", "Upgraded"] + words).out }
    #expect(call("total", "sum=1") == "ok\n")
    host.folder.put("upgraded-breaks")
    #expect(eventually { host.lines.contains("warning \(said)") }, "\(host.lines)")
    #expect(call("run") == "first\n")
    let list = Run.host("--connect", host.control, "list", "--json").out
    #expect(list.contains(#""refusal":{"reason":"not_compatible","message":"#), "\(list)")
    host.folder.put("upgraded-fits")
    #expect(eventually { call("run") == "fits\n" })
    #expect(host.end() == 0)
  }

  @Test func `so does host mcp`() throws {
    let client = try MCPClient("--compatible", in: Folder("upgraded"))
    try client.begin("2025-06-18")
    client.call("Upgraded-total", "{\"sum\":1}")
    #expect(client.next()?["result"]?["content"] == [["type": "text", "text": "ok"]])
    client.folder.put("upgraded-breaks")
    #expect(eventually { client.errors.contains(said) }, "\(client.errors)")
    client.call("Upgraded-total", "{\"sum\":1}")
    #expect(client.next()?["result"]?["content"] == [["type": "text", "text": "ok"]])
    #expect(client.end() == 0)
  }
}
