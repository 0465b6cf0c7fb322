import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

/// What `--trace` writes.
@Suite struct TraceFileTests {
  private func traced(limit: Int, calls: Int) throws -> (told: String, events: [Value]) {
    let err = Captured()
    let console = Console(out: Captured(), err: err, readInput: { .bytes([]) }, environment: { _ in nil })
    let folder = try #require(TemporaryFolder())
    let file = try TraceFile("\(folder.path)/t.json", limit: limit)
    var settings = Settings()
    file.listen(&settings)
    let host = Host(settings)
    try host.register(Probe.self)
    for _ in 0..<calls { _ = try host.mediator.call("Probe", "say", ["text": "a"]) }
    try file.finish(Remarks(console, isJSON: false))
    return (err.text, try Value(json: folder.text(of: "t.json") ?? "").list ?? [])
  }

  @Test func `it ends at its limit, and says so there and on the way out`() throws {
    let (told, events) = try traced(limit: 3, calls: 5)
    #expect(told == "warning: the trace holds the first 3 spans; the others are left out\n")
    #expect(events.compactMap { $0["ph"]?.text } == ["M", "M", "B", "E", "B", "E", "B", "E", "i"])
    #expect(events.last?["name"]?.text == "further spans are left out", "\(events)")
  }

  @Test func `below that it holds all`() throws {
    let (told, events) = try traced(limit: 100, calls: 2)
    #expect(told == "")
    let begun = events.filter { $0["ph"] == "B" }.compactMap { $0["name"]?.text }
    #expect(begun == ["register Probe", "compile Probe", "publish Probe", "Probe.say", "Probe.say"])
    // Not the program's first thread: it is called by what it does first.
    let names = events.filter { $0["ph"] == "M" }.map { $0["args"]?["name"]?.text }
    #expect(names.last == (events[1]["tid"] == events[0]["pid"] ? "main" : events[2]["name"]?.text), "\(events)")
  }
}
