import Glibc
import TestSchemas
import TestThreads
import Testing

/// The owner's own door: what `host serve --console` answers, and to whom.
@Suite(.offPool, .builtComponents) struct ConsoleDoorTests {
  /// A host with such a door.
  struct Console {
    let host: ServedHost
    let port: UInt16
    let name: String
    let token: String

    init(
      _ options: [String] = [], page: Bool = false, in folder: Folder = Folder("serves"),
      at location: SourceLocation = #_sourceLocation
    ) throws {
      if page { folder.copy("\(Place.components)/libConsole.so", as: "libConsole.so") }
      switch options.count {
      case 0: host = try ServedHost("--console", "127.0.0.1:0", in: folder, at: location)
      default: host = try ServedHost("--console", "127.0.0.1:0", options[0], options[1], in: folder, at: location)
      }
      let start = "the owner's page is http://"
      let told = eventually { [host] in host.lines.contains { $0.contains(start) } }
      let line = host.lines.first { $0.contains(start) } ?? ""
      let rest = line.components(behind: start)
      name = String(rest.prefix { $0 != ":" })
      port = UInt16(rest.components(behind: ":").prefix { $0 != "/" }) ?? 0
      token = rest.components(behind: "/?token=")
      try #require(told && port != 0 && token.utf8.count == 64, "\(host.lines)", sourceLocation: location)
    }

    func ask(
      _ method: String, _ path: String, _ fields: String = "", body: String? = nil, as name: String = "127.0.0.1"
    ) throws -> RawAnswer {
      let client = try RawClient(port: port)
      var text = "\(method) \(path) HTTP/1.1\r\nHost: \(name):\(port)\r\n\(fields)"
      if let body { text += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
      client.write(text + "\r\n" + (body ?? ""))
      let answer = try #require(client.answer(), "\(method) \(path)")
      if answer.status == 200, let schema = ["/Host/components": "components-1", "/Host/figures": "top-1"][path] {
        let faults = Published.faults(schema, answer.body, in: path)
        if !faults.isEmpty { Issue.record("\(faults)") }
      }
      return answer
    }

    var bearer: String { "Authorization: Bearer \(token)\r\n" }

    /// What a browser says with what its user or its page asks for.
    static let own = "Sec-Fetch-Site: same-origin\r\n"

    /// The cookie that the browser gets, as it says it.
    func cookie() throws -> String {
      let field = try ask("GET", "/?token=\(token)").headers["set-cookie"] ?? ""
      return "Cookie: \(field.prefix { $0 != ";" })\r\n"
    }
  }

  @Test func `nobody is answered but the owner`() throws {
    let console = try Console()
    let wrong = String(repeating: "0", count: 64)
    let cookie = try console.cookie()
    let name = cookie.dropFirst("Cookie: ".utf8.count).prefix { $0 != "=" }
    let secret = cookie.components(behind: "=").prefix { $0 != "\r\n" }
    #expect(secret.utf8.count == 64)
    let others = [
      "", "Authorization: Bearer \(wrong)\r\n", "Authorization: Bearer \(console.token.dropLast())\r\n",
      "Authorization: Bearer \(console.token)0\r\n", "Authorization: Basic \(console.token)\r\n",
      "Authorization: Bearer\r\n", "Authorization: Bearer \(console.token)\r\nAuthorization: Bearer \(wrong)\r\n",
      "Cookie: owner=\(console.token)\r\n", "Cookie: \(console.token)\r\n",
      // The cookie is no token, the token is no cookie, and without a browser that says who asks the cookie is nothing.
      "Cookie: \(name)=\(console.token)\r\n\(Console.own)", "Cookie: \(name)=\(wrong)\r\n\(Console.own)",
      "Authorization: Bearer \(secret)\r\n", cookie, "\(cookie)\(Console.own)Cookie: a=b\r\n",
    ]
    for fields in others {
      for path in [
        "/", "/?token=\(wrong)", "/?token=", "/Serves/add?number=1", "/Host/components", "/metrics", "/events", "/*",
      ] {
        let answer = try console.ask("GET", path, fields)
        #expect(answer.status == 401 && answer.body.contains("\"reason\":\"not_owner\""), "\(path) \(fields) \(answer)")
      }
      #expect(try console.ask("POST", "/Serves/add", fields, body: "{\"number\":1}").status == 401)
    }
    // A token in the address of something else is none.
    #expect(try console.ask("GET", "/metrics?token=\(console.token)").status == 401)
    #expect(try console.ask("POST", "/?token=\(console.token)", body: "{}").status == 401)
    #expect(try console.ask("GET", "/?token=\(secret)").status == 401)
    // By its address a user asks for what is read.
    let typed = cookie + "Sec-Fetch-Site: none\r\n"
    #expect(try console.ask("POST", "/Serves/add", typed, body: "{\"number\":1}").status == 401)
    #expect(try console.ask("GET", "/metrics", typed).status == 200)
    for path in ["/healthz", "/readyz"] { #expect(try console.ask("GET", path).status == 200) }
    #expect(console.host.end() == 0)
  }

  @Test func `the address becomes a cookie that no script reads and no other page sends`() throws {
    let console = try Console(page: true)
    let first = try console.ask("GET", "/?token=\(console.token)")
    #expect(first.status == 303 && first.headers["location"] == "/" && first.body == "")
    let field = first.headers["set-cookie"] ?? ""
    #expect(
      field.hasPrefix("owner-") && field.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"), "\(field)")
    #expect(!field.contains(console.token), "\(field)")
    #expect(first.headers["cache-control"] == "no-store" && first.headers["referrer-policy"] == "no-referrer")

    let cookie = try console.cookie()
    for said in [
      cookie, cookie.replacing("Cookie: ", with: "Cookie: a=b; "), cookie.replacing("\r\n", with: "; c=d\r\n"),
    ] {
      let page = try console.ask("GET", "/", said + "Sec-Fetch-Site: none\r\nAccept: text/html,*/*;q=0.8\r\n")
      #expect(page.status == 200 && page.body.hasPrefix("<!doctype html>"), "\(said) \(page)")
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.headers["content-security-policy"] == "frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
    }
    // A page from elsewhere, also at another port of this machine, is not answered, whatever its browser sends along.
    let others = [
      "Origin: http://127.0.0.1:1\r\n", "Origin: http://localhost:\(console.port)\r\n", "Origin: null\r\n",
      "Sec-Fetch-Site: same-site\r\n", "Sec-Fetch-Site: cross-site\r\n",
    ]
    for other in others {
      let answer = try console.ask("POST", "/Serves/add", cookie + other, body: "{\"number\":1}")
      #expect(answer.status == 403 && answer.body.contains("foreign_origin"), "\(other) \(answer)")
    }
    let own = "Origin: http://127.0.0.1:\(console.port)\r\nSec-Fetch-Site: same-origin\r\n"
    #expect(try console.ask("POST", "/Serves/add", cookie + own, body: "{\"number\":1}").body == "2\n")
  }

  // A browser keeps cookies by the host's name, and says them at all of its ports.
  @Test func `the address has a name of its own, by which nobody else is asked`() throws {
    let (console, other) = (try Console(), try Console())
    #expect(console.name.hasPrefix("owner-") && console.name.hasSuffix(".localhost"), "\(console.name)")
    #expect(console.name.utf8.count == 48 && console.name != other.name, "\(console.name)")
    let origin = "Origin: http://\(console.name):\(console.port)\r\n"
    let answer = try console.ask(
      "POST", "/Serves/add", try console.cookie() + origin, body: "{\"number\":1}", as: console.name)
    #expect(answer.body == "2\n", "\(answer)")
    #expect(try console.ask("GET", "/readyz", as: other.name).status == 421)
    #expect(try console.ask("POST", "/Serves/add", try console.cookie() + origin, body: "{}").status == 403)
    // Nobody can listen where the name leads besides.
    #expect(!ConsoleDoorTests.canListen(atNewer: console.port))
    let plain = try ServedHost("--console", "127.0.0.2:0")
    #expect(
      eventually { plain.lines.contains { $0.contains("the owner's page is http://127.0.0.2:") } }, "\(plain.lines)")
  }

  private static func canListen(atNewer port: UInt16) -> Bool {
    let socket = Glibc.socket(AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in6()
    (address.sin6_family, address.sin6_port, address.sin6_addr) = (
      sa_family_t(AF_INET6), port.bigEndian, in6addr_loopback
    )
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
    return result == 0
  }

  @Test func `the page is the component's own, without anything from elsewhere`() throws {
    let console = try Console(page: true)
    let (one, other) = (
      try console.ask("GET", "/", console.bearer + "Accept: text/html\r\n"),
      try console.ask("GET", "/", console.bearer + "Accept: text/html\r\n")
    )
    #expect(one.body != other.body, "the word by which its script is named is always the same")
    for sign in ["src=\"", "href=\"http", "@import", "url(", " onclick=", "eval("] {
      #expect(!one.body.contains(sign), "\(sign)")
    }
    #expect(one.body.contains("default-src 'none'; script-src 'nonce-"))
    console.host.folder.remove("libConsole.so")
    #expect(
      eventually { (try? console.ask("GET", "/", console.bearer))?.status == 404 },
      "the page is there without its component")
  }

  @Test func `every action answers the owner, and the same is hidden from callers from outside`() throws {
    let console = try Console(["--deny", "Serves"])
    #expect(try console.ask("POST", "/Serves/secret", console.bearer, body: "{}").status == 200)
    #expect(try console.ask("POST", "/Serves/add", console.bearer, body: "{\"number\":1}").body == "2\n")
    // So is told what others have.
    #expect(try !console.components.contains("\"remote\":true"))
    // Still only what reads is read.
    #expect(try console.ask("GET", "/Serves/secret", console.bearer).status == 405)
    let outside = try console.host.client()
    for (path, body) in [
      ("/Serves/secret", "{}"), ("/Serves/add", "{\"number\":1}"), ("/Host/components", "{}"), ("/Console/page", "{}"),
    ] {
      outside.call(path, body)
      #expect(outside.answer()?.status == 404, "\(path)")
    }
  }

  @Test func `the owner reaches an action by its name, wherever routes lead from its path`() throws {
    let policy = Folder()
    policy.write(
      #"{"routes": [{"from": "app://Serves/add", "target": "Serves", "action": "look", "fixed": {"number": 7}}]}"#,
      as: "policy.json")
    let console = try Console(["--policy", policy("policy.json")], page: true)
    let byName = console.bearer + "Prefer: wait=10, By-Name\r\n"
    #expect(try console.ask("POST", "/Serves/add", console.bearer, body: "{}").body == "8\n")
    #expect(try console.ask("POST", "/Serves/add", byName, body: "{\"number\":1}").body == "2\n")
    #expect(try console.ask("POST", "/Serves/nothing", byName, body: "{}").status == 404)
    // So the page calls what its form is of.
    #expect(try console.ask("GET", "/", console.bearer + "Accept: text/html\r\n").body.contains("Prefer: \"by-name\""))
    // Nobody else gets past the routes.
    let outside = try console.host.client()
    outside.call("/Serves/add", "{}", headers: "Prefer: by-name\r\n")
    #expect(outside.answer()?.body == "8\n")
  }

  @Test func `the host tells what it has, and what was called at either door`() throws {
    let console = try Console()
    let client = try console.host.client()
    // The first call of each door has the action loaded, or finds it so, and counts as well.
    for _ in 0..<3 {
      client.call("/Serves/add", "{\"number\":1}")
      #expect(client.answer()?.status == 200)
      #expect(try console.ask("POST", "/Serves/add", console.bearer, body: "{\"number\":1}").status == 200)
    }
    let components = try console.ask("GET", "/Host/components", console.bearer).body
    for words in ["\"name\":\"Serves\"", "\"signature\":", "\"generation\":", "\"state\":\"ready\""] {
      #expect(components.contains(words), "\(words): \(components)")
    }
    let figures = try console.ask("GET", "/Host/figures", console.bearer).body
    #expect(figures.contains("\"target\":\"Serves\",\"action\":\"add\",\"calls\":6,"), "\(figures)")
    #expect(!figures.contains("\"calls\":6,\"rate\":0.0,"), "\(figures)")
  }

  @Test func `what another action replies as a page runs no script and is in no frame`() throws {
    let console = try Console(page: true)
    let page = try console.ask("GET", "/Console/page", console.bearer + "Accept: text/html\r\n")
    #expect(page.status == 200)
    #expect(page.headers["content-type"] == "text/html; charset=utf-8")
    #expect(page.headers["content-security-policy"] == "sandbox; default-src 'none'; frame-ancestors 'none'")
  }

  @Test func `where its address is taken nothing begins, and no socket is left`() throws {
    let taken = try ServedHost(listen: "127.0.0.1:0")
    let folder = Folder()
    let run = Run.host(
      "serve", "--listen", folder("door"), "--control", folder("control"), "--console", "127.0.0.1:\(taken.port)")
    #expect(run.code == 1 && run.err.contains("127.0.0.1:\(taken.port)"), "\(run)")
    #expect(!run.err.contains("listening at") && Folder.names(in: folder.path) == [], "\(run)")
  }

  @Test(arguments: [
    (
      "0.0.0.0:8081", "the option --console takes an address of this machine, which a browser opens, not '0.0.0.0:8081'"
    ),
    (
      "/tmp/console.sock",
      "the option --console takes an address of this machine, which a browser opens, not '/tmp/console.sock'"
    ),
    ("8081", "'8081' is no address to listen at"),
  ]) func `an address that no browser of the owner's opens is refused`(address: String, message: String) {
    let run = Run.host("serve", "--listen", Folder()("door"), "--console", address)
    #expect(run.code == 2 && run.err.hasPrefix("error: \(message)\n"), "\(run)")
  }
}

extension String {
  fileprivate func components(behind start: String) -> String {
    guard let range = ranges(of: start).first else { return "" }
    return String(self[range.upperBound...])
  }
}
