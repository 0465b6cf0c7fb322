import Glibc
import TestThreads
import Testing

/// What the owner's page is told: by the host, by its log, and in its own place where it is not there.
extension ConsoleDoorTests {
  @Test func `what becomes of files that are only listed is told as it happens`() throws {
    let console = try Console()
    let events = try RawClient(port: console.port)
    events.write("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(console.port)\r\n\(console.bearer)\r\n")
    var heard = ""
    // What is heard without an end has heartbeats, so its pieces are no measure of time.
    func hears(_ words: String, at location: SourceLocation = #_sourceLocation) {
      let end = ContinuousClock.now + .seconds(60)
      while !heard.contains(words), ContinuousClock.now < end, let piece = events.piece(), !piece.isEmpty {
        heard += String(decoding: piece, as: UTF8.self)
      }
      #expect(heard.contains(words), "\(heard)", sourceLocation: location)
    }
    func tells(_ event: String, at location: SourceLocation = #_sourceLocation) {
      hears("event: \(event)\ndata: {\"name\":\"Other\"}", at: location)
    }
    // From here on it hears; what happened before is told to nobody.
    hears("\r\n\r\n")
    let shows = { (words: String) in try console.ask("GET", "/Host/components", console.bearer).body.contains(words) }
    console.host.folder.write("no library", as: "libOther.so")
    tells("host:added")
    #expect(try shows("\"name\":\"Other\"") && shows("\"state\":\"refused\""))
    console.host.folder.write("another one", as: "libOther.so")
    tells("host:changed")
    console.host.folder.remove("libOther.so")
    tells("host:removed")
    #expect(try !shows("\"name\":\"Other\""))
  }

  @Test func `the schema of what each action takes is told, with the types that it names`() throws {
    let body = try Console().components
    let schema = "\"schema\":{\"type\":\"object\",\"properties\":{\"number\":{\"type\":\"integer\""
    #expect(body.contains(schema), "\(body)")
    #expect(body.contains("\"$defs\":{}"), "\(body)")
    let folder = Folder()
    folder.copy("\(Place.components)/libLibrary.so", as: "libLibrary.so")
    let types = try Console(in: folder).components
    #expect(types.contains("\"$defs\":{\"") && types.contains("\"$ref\":\"#/$defs/"), "\(types)")
  }

  @Test func `the owner is told why a call failed, and what may have been meant`() throws {
    let console = try Console()
    let answer = try console.ask("POST", "/Serves/ad", console.bearer, body: "{}")
    #expect(answer.status == 404 && answer.body.contains("\"reason\":\"no_such_action\""), "\(answer)")
    #expect(answer.body.contains("\"suggestions\":[\"add\"]"), "\(answer)")
    let outside = try console.host.client()
    outside.call("/Serves/ad")
    let hidden = try #require(outside.answer())
    #expect(hidden.status == 404 && hidden.body.contains("nothing here answers"), "\(hidden)")
  }

  @Test func `where the page is not there the log and the page's place say so, and it is shown once it is`() throws {
    let console = try Console()
    #expect(
      console.host.lines.contains(
        "warning the owner's page is the component Console, which is in no plugin folder; it is shown once it is there"
      ))
    let answer = try console.ask("GET", "/", console.bearer + "Accept: text/html,*/*;q=0.8\r\n")
    #expect(answer.status == 404 && answer.headers["content-type"] == "text/plain; charset=utf-8")
    #expect(
      answer.body == """
        The page here is what Console/page replies, and that can't be had: no component named 'Console'.
        It is looked for in \(console.host.folder.path).
        All other paths answer as ever. Once it is there, load this page again.

        """)
    console.host.folder.copy("\(Place.components)/libConsole.so", as: "libConsole.so")
    #expect(
      eventually {
        (try? console.ask("GET", "/", console.bearer + "Accept: text/html\r\n"))?.body.hasPrefix("<!doctype html>")
          == true
      })
    #expect(try Console(page: true).host.lines.allSatisfy { !$0.hasPrefix("warning") })
  }

  @Test func `a component named Host is shown as what can't be called, and the log warns of it`() throws {
    let words = "a host with a console answers to the name Host itself"
    let folder = Folder("serves")
    folder.copy(folder("libServes.so"), as: "libHost.so")
    let console = try Console(in: folder)
    #expect(console.host.lines.contains("warning the component Host can't be called: \(words)"))
    #expect(try console.components.contains("\"reason\":\"name_taken\",\"message\":\"\(words)\""))
    let later = try Console()
    later.host.folder.copy(folder("libServes.so"), as: "libHost.so")
    #expect(
      eventually { later.host.lines.contains("warning the component Host can't be called: \(words)") },
      "\(later.host.lines)")
  }

  @Test func `a component that hangs while it is loaded is left out with a reason, and the others are shown`() throws {
    let folder = Folder("serves", "registers-slowly")
    folder.write("", as: "hold")
    let console = try Console(["--timeout", "8"], in: folder)
    let began = ContinuousClock.now
    for _ in 0..<3 {
      let all = try console.components
      #expect(all.contains("\"name\":\"Serves\"") && all.contains("\"signature\":"), "\(all)")
      #expect(all.contains("\"name\":\"RegistersSlowly\"") && all.contains("\"reason\":\"still_loading\""), "\(all)")
    }
    // It was waited for once, by one thread.
    #expect(ContinuousClock.now - began < .seconds(8) && folder.has("begun.1") && !folder.has("begun.2"))
    folder.remove("hold")
    #expect(eventually { (try? console.components)?.contains("still_loading") == false })
    #expect(try console.components.contains("\"name\":\"run\""))
  }

  @Test func `a component that hangs while it is loaded is left out of the description at the deadline`() throws {
    let folder = Folder("serves", "registers-slowly")
    folder.write("", as: "hold")
    let host = try ServedHost("--openapi", "--timeout", "2", in: folder)
    let client = try host.client()
    client.get("/openapi.json")
    let answer = try #require(client.answer())
    #expect(answer.status == 200 && answer.body.contains("\"/Serves/add\"") && !answer.body.contains("RegistersSlowly"))
    let words = "warning the component 'RegistersSlowly' is left out of /openapi.json: it takes long to be loaded"
    #expect(eventually { host.lines.contains { $0.hasPrefix(words) } }, "\(host.lines)")
    // A thread that it ends is one that has ended with it.
    folder.write("", as: "leave")
    folder.remove("hold")
    #expect(
      eventually {
        client.get("/openapi.json")
        _ = client.answer()
        return host.lines.contains { $0.hasSuffix("its register ended the thread that loads it") }
      }, "\(host.lines)")
  }

  @Test func `the log tells of the console by its address alone`() throws {
    let console = try Console(page: true)
    #expect(console.host.addresses == [console.host.socket])
    #expect(console.host.end() == 0)
    #expect(console.host.lines.count { $0 == "info no connections are taken any more" } == 1, "\(console.host.lines)")
    // Where the service can't begin, nothing is said of an end.
    let taken = try ServedHost(listen: "127.0.0.1:0")
    let folder = Folder()
    let run = Run.host(
      "serve", "--listen", "127.0.0.1:\(taken.port)", "--control", folder("control"), "--console", "127.0.0.1:0")
    #expect(run.code == 1 && run.err.contains("127.0.0.1:\(taken.port)"), "\(run)")
    #expect(!run.err.contains("listening at") && !run.err.contains("no connections"), "\(run)")
  }
}

extension ConsoleDoorTests.Console {
  /// What the host says that it has.
  var components: String { get throws { try ask("GET", "/Host/components", bearer).body } }
}
