import ComponentKit
import TestSchemas
import TestThreads
import Testing

/// What `host serve` says of itself to programs.
@Suite(.offPool) struct ServeDescriptionTests {
  @Test func `the description is shown where the operator says so, and is what the program prints`() throws {
    let host = try ServedHost("--openapi")
    let client = try host.client()
    client.get("/openapi.json")
    let answer = try #require(client.answer())
    #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
    let printed = Run.host("--plugins", host.folder.path, "openapi")
    #expect(printed == Run(out: answer.body, err: "", code: 0))
    let document = try Value(json: answer.body)
    #expect(document["openapi"] == "3.1.0" && document["paths"]?["/Serves/add"]?["post"] != nil)
    // What callers from outside can't reach is not told.
    #expect(document["paths"]?["/Serves/secret"] == nil)
    let line = Run.host("--plugins", host.folder.path, "openapi", "--json")
    #expect(line.out.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    #expect(try Value(json: line.out) == document)
    let asked = Run.host("--connect", host.control, "openapi")
    #expect(asked == printed)
    client.get("/openapi.json?x=1", headers: "Accept: text/event-stream\r\n")
    #expect(client.answer()?.body == answer.body)
    #expect(host.end() == 0)
  }

  @Test func `the description is not found where the operator says nothing, and the schemas are there`() throws {
    let host = try ServedHost()
    let client = try host.client()
    client.get("/openapi.json")
    let hidden = try #require(client.answer())
    #expect(hidden.status == 404 && hidden.body.contains("\"message\":\"nothing here answers /openapi.json\""))
    for name in ["failure-1", "describe-1", "describe-2", "list-1", "routes-1", "progress-1"] {
      client.get("/schemas/\(name).json")
      let answer = try #require(client.answer())
      #expect(answer.status == 200 && Array(answer.body.utf8) == Published.bytes(of: name), "\(name)")
    }
    client.get("/schemas/failure-0.json")
    #expect(client.answer()?.status == 404)
    #expect(host.end() == 0)
  }

  @Test func `a map key is called by the path that the description has for it, with its hints among the parameters`()
    throws
  {
    let host = try ServedHost("--openapi", in: SampleTests.Language.c.folder())
    let client = try host.client()
    client.get("/openapi.json")
    let path = try Value(json: try #require(client.answer()).body)["paths"]?["/Sample/hinted"]
    #expect(path?["post"]?["operationId"] == "Sample.Helpers.hinted-Sample-hinted")
    let content = path?["post"]?["requestBody"]?["content"]?["application/json"]
    #expect(content?["schema"]?["properties"]?["hot"]?["default"] == true)
    for (query, body, hot) in [("", "{}", "true"), ("", "{\"hot\":false}", "false"), ("?hot=false", "", "false")] {
      client.call("/Sample/hinted\(query)", body)
      #expect(client.answer()?.body == "\(hot)\n", "\(query) \(body)")
    }
    client.call("/Sample/hinted", "{\"hot\":1}")
    #expect(client.answer()?.status == 400)
    #expect(host.end() == 0)
  }

  @Test func `however many ask for it, it is made once at a time, and calls go on meanwhile`() throws {
    let folder = Folder("serves", "registers-slowly")
    let host = try ServedHost("--openapi", "--threads", "8", in: folder)
    folder.write("", as: "hold")
    let clients = try (0..<8).map { _ in try host.client() }
    for client in clients { client.get("/openapi.json") }
    #expect(eventually { folder.has("begun.1") })
    // Some don't wait for it.
    for client in clients.prefix(5) { client.close() }
    // Nor does what has its threads from the same share.
    let other = try host.client()
    other.call("/Nobody/there")
    #expect(other.answer()?.status == 404)
    #expect(clients.dropFirst(5).allSatisfy { $0.soFar() == "" }, "the description was there first")
    folder.remove("hold")
    let bodies = clients.dropFirst(5).map { $0.answer()?.body }
    #expect(bodies[0]?.contains("/Serves/add") == true && Set(bodies).count == 1)
    #expect(host.end() == 0)
  }

  @Test
  func `what is dropped in is in the description, what is removed is not, and what is refused is told in the log`()
    throws
  {
    let host = try ServedHost("--openapi")
    let client = try host.client()
    func paths() throws -> [String] {
      client.get("/openapi.json")
      return try Value(json: try #require(client.answer()).body)["paths"]?.map?.keys ?? []
    }
    #expect(try paths().contains("/Serves/add"))
    host.folder.remove("libServes.so")
    #expect(eventually { (try? paths()) == [] })
    host.folder.put("serves")
    #expect(eventually { (try? paths())?.contains("/Serves/add") == true })
    host.folder.put("no-note")
    #expect(
      eventually {
        _ = try? paths()
        return host.lines.contains { $0.contains("the component 'NoNote' is left out of /openapi.json: ") }
      })
    // Not each time: whoever asks could fill the log.
    for _ in 0..<30 { _ = try paths() }
    #expect(host.lines.count { $0.contains("left out of /openapi.json") } <= 3)
  }
}
