import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

/// URLs that go to a program of the system: a script that writes down what it gets.
@Suite(.serialized) final class OutboundTests {
  private let reports = Guarded<[String]>([])
  private let folder: String

  init() {
    var template = Array("/tmp/outbound-XXXXXX".utf8CString)
    folder = mkdtemp(&template).map { String(cString: $0) } ?? "/nowhere"
  }

  deinit {
    for name in ["takes", "dies", "bare", "odd", "locked", "words", "words.new", "all", "signals", "files", "session"] {
      unlink("\(folder)/\(name)")
    }
    rmdir(folder)
  }

  private static let notes = """
    cd "${0%/*}"
    { echo "$#"; for word; do echo "$word"; done; } >words.new
    for word; do :; done; echo "$word" >>all
    while read name value; do case $name in SigBlk:|SigIgn:) echo "$value"; esac; done </proc/$$/status >signals
    readlink /proc/$$/fd/* >files
    ps -o sid= -p $$ >session 2>/dev/null || cut -d ' ' -f 6 /proc/$$/stat >session
    mv words.new words

    """

  /// Makes a program, and gives its path.
  private func program(
    _ text: String = notes, name: String = "takes", shebang: String = "#!/bin/sh\n", mode: mode_t = 0o755
  )
    -> String
  {
    let path = "\(folder)/\(name)"
    let file = fopen(path, "we")
    fputs(shebang + text, file)
    fclose(file)
    chmod(path, mode)
    return path
  }

  private func host(_ outbound: [String: [String]], _ change: (inout Settings) -> Void = { _ in }) throws -> Host {
    try Host.bazaar { settings in
      settings.policy.outbound = outbound
      settings.report = { [reports] report in reports.withLock { $0.append("\(report.kind.rawValue): \(report)") } }
      change(&settings)
    }
  }

  private func end(_ url: String, _ host: Host) -> String {
    Result { () throws(Failure) in try host.mediator.open(url) }.outcome
  }

  /// What the program wrote into a file, once it has.
  private func lines(_ name: String) -> [String] {
    _ = eventually { access("\(folder)/words", F_OK) == 0 }
    guard let file = fopen("\(folder)/\(name)", "re") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return bytes[..<count].split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a URL of the system's goes there though a component has an action of that name, and no map key`() throws {
    let host = try host(["https": [program()]])
    try host.register(OrderTests.Bare.self)
    #expect(try host.mediator.open("app://Bare/c") == "c")
    #expect(end("https://Bare/c", host) == "reply null")
    #expect(lines("words") == ["1", "https://Bare/c"])
  }

  @Test(
    arguments: [
      "https://example.org/a;touch%20x", "https://example.org/;rm", "https://example.org/$(touch)&$HOME?a=$(id)",
      "https://example.org/-rf?--help", "https://example.org/'a'*?[b]&c", "https://example.org/a%20b%0Ac%22",
      "https://user:x@example.org:8443//a//b/../c?=d&&", "https://[::1]:80/", "https://-x/",
      "HTTPS://Example.ORG/Größe",
      "https:", "hTTps:no-slashes",
    ])
  func `a URL is one argument as it came, and the last`(_ url: String) throws {
    let host = try host(["https": [program(), "-a b", ";c"]])
    #expect(end(url, host) == "reply null")
    #expect(lines("words") == ["3", "-a b", ";c", url])
    #expect(host.explain(url: url).last?.description == "outbound: it is handed to the system: \(folder)/takes")
    #expect(try host.canOpen(url).get().target == "")
  }

  @Test(
    arguments: [
      ("https://example.org/`id`", 21, "'`' has no place in a URL"),
      ("https://example.org/a b", 22, "a space has no place in a URL"),
      ("https://example.org/\n", 21, "U+000A has no place in a URL"),
      ("https://example.org/\r\nx", 21, "U+000D has no place in a URL"),
      ("https://example.org/\0", 21, "U+0000 has no place in a URL"),
      ("https://example.org/\u{1B}[2J", 21, "U+001B has no place in a URL"),
      ("https://example.org/\u{202E}", 21, "U+202E has no place in a URL"),
      ("https://example.org/é\u{85}", 23, "U+0085 has no place in a URL"),
      ("https://example.org/\u{A0}", 21, "U+00A0 has no place in a URL"),
      ("https://example.org/\"", 21, "'\"' has no place in a URL"),
      ("https://example.org/a|b", 22, "'|' has no place in a URL"),
      ("https://example.org/\\", 21, "'\\' has no place in a URL"),
      ("https://example.org/<a>", 21, "'<' has no place in a URL"),
      ("https://example.org/%00", 21, "%00 has no place in a URL"),
      ("https://example.org/%2", 21, "two hexadecimal digits belong behind '%', which itself is written as %25"),
    ])
  func `what has no place in a URL is not passed on`(_ url: String, _ byte: Int, _ words: String) throws {
    let host = try host(["https": [program()]])
    let failure = Failure(
      .invalidParameters, "invalid_url", "the URL is invalid: byte \(byte): \(words)", details: ["byte": .int(byte)])
    #expect(Result { () throws(Failure) in try host.mediator.open(url) } == .failure(failure))
    #expect(host.canOpen(url).map { _ in Value.null } == .failure(failure))
    #expect(host.explain(url: url).last?.isObstacle == true)
    // The next one is, and nothing was before it.
    #expect(end("https://example.org/next", host) == "reply null")
    #expect(lines("all") == ["https://example.org/next"])
  }

  @Test func `the limits hold, and the program is asked`() throws {
    let host = try host(["https": [program()]]) { settings in
      settings.policy.lengthLimit = 60
      settings.policy.parameterLimit = 2
      settings.policy.refuse = { $0.host == "evil.example" ? "evil" : nil }
    }
    #expect(
      end("https://example.org/" + String(repeating: "x", count: 41), host)
        == "400 invalid_parameters url_too_long: the URL is invalid: it has 61 bytes, the limit is 60")
    #expect(
      end("https://example.org/?a&b&c", host)
        == "400 invalid_parameters too_many_parameters: the URL is invalid: byte 25: it has more than 2 parameters")
    #expect(end("https://evil.example/", host) == "403 denied url_refused: the URL is refused: evil")
    // What can't be read can't be asked about.
    #expect(end("https://evil.example:443/", host).hasPrefix("400 invalid_parameters invalid_url"))
    #expect(end("https://example.org/?a&b", host) == "reply null")
    #expect(lines("words") == ["1", "https://example.org/?a&b"])
  }

  @Test func `a scheme that is not on the list is refused as always, and ours stay ours`() throws {
    let path = program()
    let host = try host(["https": [path], "app": [path], "web": [path]]) { settings in
      settings.policy.schemes = ["app"]
      settings.policy.routes.append(Route("/b/:id", host: "web.example", to: "Bazaar", "goods", scheme: "web"))
    }
    #expect(end("app://Bazaar/echo", host) == "reply {}")
    #expect(end("APP://Bazaar/secret", host) == "404 not_found not_found: nothing here answers app://Bazaar/secret")
    // A route takes it from the program of the system, and the policy takes no URL of its scheme: so says each way.
    let refused = "403 denied scheme_refused: URLs of the scheme 'web' are not taken"
    #expect(end("web://web.example/b/3", host) == refused)
    #expect(host.canOpen("web://web.example/b/3").failure?.reason == "scheme_refused")
    host.add(.time(CallTimes()))
    #expect(end("web://web.example/b/3", host) == refused)
    #expect(end("http://example.org/", host) == "403 denied scheme_refused: URLs of the scheme 'http' are not taken")
    #expect(
      end("javascript:alert(1)", host)
        == "400 invalid_parameters invalid_url: the URL is invalid: byte 12: expected '://' behind the scheme 'javascript'"
    )
    #expect(
      end("httpsx://example.org/", host) == "403 denied scheme_refused: URLs of the scheme 'httpsx' are not taken")
    #expect(end("https", host).hasPrefix("400 invalid_parameters invalid_url"))
    let open = try self.host(["web": [path]]) { settings in
      settings.policy.routes.append(Route("/b/:id", host: "web.example", to: "Bazaar", "goods", scheme: "web"))
    }
    #expect(end("web://web.example/b/3", open) == "reply \"goods 3, page 1\"")
    #expect(end("web://web.example/c/3", open) == "reply null")
    #expect(lines("words") == ["1", "web://web.example/c/3"])
    #expect(lines("all") == ["web://web.example/c/3"], "nothing of what was refused or answered here")
    #expect(
      end("https://example.org/", try self.host([:]))
        == "404 not_found not_found: nothing here answers https://example.org")
  }

  @Test func `a program that can't be started is a failure, and only the log says which`() throws {
    let told = "500 failed outbound_failed: the URL can't be handed to the system"
    let bare = program("echo $# >\"${0%/*}/words\"\n", name: "bare", shebang: "")
    let odd = program("", name: "odd", shebang: "#!/no/such/program\n")
    let cases = [
      ("\(folder)/none", "No such file or directory"), ("no-such-program-anywhere", "No such file or directory"),
      (program(name: "locked", mode: 0o644), "Permission denied"), (folder, "Permission denied"),
      // The system can't run it, and no shell is asked.
      (bare, "Exec format error"), (odd, "No such file or directory"),
    ]
    for (path, why) in cases {
      let host = try host(["https": [path]])
      let isFound = [bare, odd].contains(path)
      if !isFound {
        #expect(host.canOpen("https://x/").map { _ in Value.null }.outcome == told)
        #expect(host.explain(url: "https://x/").last?.isObstacle == true)
      }
      #expect(end("https://x/", host) == told)
      #expect(reports.withLock { $0.popLast() } == "outbound: '\(path)' can't be started: \(why)")
    }
    #expect(access("\(folder)/words", F_OK) != 0)
    for command in [[], [""], ["\(folder)/takes\0"], ["\(folder)/takes", "a\0b"]] {
      #expect(end("https://x/", try host(["https": command])) == told)
    }
  }

  @Test func `a program that fails is in the log, and leaves no zombie`() throws {
    let host = try host(["https": [program("exit 3\n")], "tel": [program("kill -9 $$\n", name: "dies")]])
    #expect(end("https://x/", host) == "reply null")
    #expect(eventually { reports.withLock { $0 } == ["outbound: '\(folder)/takes' ended with the exit code 3"] })
    #expect(end("tel:1", host) == "reply null")
    #expect(eventually { reports.withLock { $0.last } == "outbound: '\(folder)/dies' was ended by the signal 9" })
    #expect(eventually { children() == [] })
  }

  @Test func `a program that never ends holds nobody up, and there is an end to how many`() throws {
    let host = try host(["https": [program("exec sleep 1000\n")]])
    let start = Deadline.now
    var ends: [String] = []
    for _ in 0..<40 { ends.append(end("https://x/", host)) }
    let seconds = Double(Deadline.now - start) / 1e9
    #expect(seconds < 20)
    #expect(ends.filter { $0 == "reply null" }.count == 32)
    #expect(ends.last == "429 denied rate_limited: too many URLs are being handed to the system")
    let running = children()
    #expect(running.count == 32)
    for child in running { kill(child, SIGKILL) }
    #expect(eventually { children() == [] })
    #expect(eventually { end("https://x/", host) == "reply null" })
    for child in children() { kill(child, SIGKILL) }
    #expect(eventually { children() == [] })
  }

  @Test func `the program has nothing of the host's: no file, no signal mask, no terminal`() throws {
    // Without FD_CLOEXEC, as some library may have opened it.
    let file = open("/dev/zero", O_RDONLY)
    defer { close(file) }
    var blocked = sigset_t()
    var before = sigset_t()
    sigfillset(&blocked)
    pthread_sigmask(SIG_SETMASK, &blocked, &before)
    let ignored = signal(SIGHUP, SIG_IGN)
    let result = end("https://x/", try host(["https": [program()]]))
    signal(SIGHUP, ignored)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    #expect(result == "reply null")
    #expect(lines("files").allSatisfy { ["/dev/null", "\(folder)/takes", "\(folder)/files"].contains($0) })
    #expect(lines("files").count >= 3)
    // The C library keeps two for itself.
    #expect(lines("signals").map { UInt64($0, radix: 16).map { $0 & ~0x1_8000_0000 } } == [0, 0])
    #expect(lines("session").first.flatMap { Int32($0.filter { $0 != " " }) } != getsid(0))
  }

  /// The processes that this one has started and not taken note of the end of.
  private func children() -> [pid_t] {
    var found: [pid_t] = []
    guard let proc = opendir("/proc") else { return [] }
    defer { closedir(proc) }
    while let entry = readdir(proc) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let process = pid_t(name), let file = fopen("/proc/\(name)/stat", "re") else { continue }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = fread(&bytes, 1, bytes.count, file)
      // "12 (sh) S 1 …": the name may have anything in it.
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
      // Other tests may have children of their own.
      guard ["takes", "dies", "sleep"].contains(where: { text.contains("(\($0))") }) else { continue }
      if fields.count > 1, pid_t(fields[1]) == getpid() { found.append(process) }
    }
    return found
  }
}
