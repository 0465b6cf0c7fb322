import Glibc
import TestThreads
import Testing

/// URLs that a policy file hands to the system.
@Suite(.offPool) struct OutboundRunTests {
  private let folder = Folder()

  private func open(_ url: String, _ policy: String, _ more: String...) -> Run {
    folder.write(policy, as: "policy.json")
    return Run.host(["--plugins", folder.path, "open", url, "--policy", folder("policy.json")] + more)
  }

  private func lines() -> [String] {
    _ = eventually { folder.has("words") }
    return folder.lines(of: "words")
  }

  @Test func `a scheme on the list goes to its program, as one argument and without a shell`() {
    let script = "#!/bin/sh\ncd \"${0%/*}\"\n{ echo $#; for a; do echo \"$a\"; done; } >new\nmv new words\n"
    folder.write(script.utf8, as: "takes")
    let policy = #"{"schemes": ["app"], "outbound": {"HTTPS": ["\#(folder("takes"))", "--"]}}"#
    let url = "hTTps://example.org:8443/$(touch%20x);`".dropLast() + "?a=b&c"
    #expect(open(String(url), policy, "--dry-run") == Run(out: "the system answers\n", err: "", code: 0))
    #expect(!folder.has("words"))
    #expect(open(String(url), policy) == Run(out: "", err: "", code: 0))
    #expect(lines() == ["2", "--", String(url)])
    #expect(
      open("mailto:ann@example.org", policy)
        == Run(
          out: "", err: "error: the URL is invalid: byte 8: expected '://' behind the scheme 'mailto'\n", code: 5))
    #expect(
      open("http://example.org", policy)
        == Run(out: "", err: "error: URLs of the scheme 'http' are not taken\n", code: 6))
    #expect(
      open("https://example.org/\n", policy)
        == Run(out: "", err: "error: the URL is invalid: byte 21: U+000A has no place in a URL\n", code: 5))
  }

  @Test(arguments: ["https://host:443/", "https://u@host/x", "mailto:me"])
  func `a URL that is no call goes past no interceptor, and is explained`(_ url: String) {
    func policy(_ more: String) -> String {
      #"{"outbound": {"https": ["/bin/true"], "mailto": ["/bin/true"]}\#(more)}"#
    }
    let guarded = policy(#", "interceptors": [{"component": "Audit"}]"#)
    #expect(open(url, policy("")) == Run(out: "", err: "", code: 0))
    let explained = Run.host(["--plugins", folder.path, "explain", url, "--policy", folder("policy.json")])
    #expect(
      explained
        == Run(
          out: "  policy      the URL is taken\n  outbound    it is handed to the system: /bin/true\n", err: "", code: 0
        ))
    #expect(open(url, guarded).code == open("https://example.com/a", guarded).code)
    #expect(open(url, guarded).code == 4)
    #expect(open(url, guarded, "--dry-run").code == 4)
  }

  @Test func `a program that is not there is told, in the host's own output`() {
    let none = folder("none")
    #expect(
      open("https://x", #"{"outbound": {"https": ["\#(none)"]}}"#)
        == Run(
          out: "",
          err: """
            warning: '\(none)' can't be started: No such file or directory
            error: the URL can't be handed to the system

            """, code: 1))
  }

  @Test func `a program that goes on holds nothing up`() {
    folder.write(
      "#!/bin/sh\necho noise\necho noise >&2\necho $$ >\"${0%/*}/number\"\nexec sleep 60\n".utf8, as: "stays")
    let start = ContinuousClock.now
    #expect(
      open("https://x", #"{"outbound": {"https": ["\#(folder("stays"))"]}}"#) == Run(out: "", err: "", code: 0))
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(eventually { folder.lines(of: "number").count == 1 })
    if let number = folder.lines(of: "number").first.flatMap({ pid_t($0) }) { kill(number, SIGKILL) }
  }

  @Test(
    arguments: [
      (#"{"https": []}"#, "'outbound.https' must be a list of texts that is not empty"),
      (#"{"https": "xdg-open"}"#, "'outbound.https' must be a list of texts that is not empty"),
      (#"{"https": [""]}"#, "'outbound.https' must begin with a program, and have no U+0000"),
      (#"{"https": ["a", "b\u0000"]}"#, "'outbound.https' must begin with a program, and have no U+0000"),
      (
        #"{"": ["a"]}"#,
        "'outbound' has the invalid scheme '': a scheme is a letter, then letters, digits, '+', '-' and '.'"
      ),
      (
        #"{"https:": ["a"]}"#,
        "'outbound' has the invalid scheme 'https:': a scheme is a letter, then letters, digits, '+', '-' and '.'"
      ),
      (
        #"{"1x": ["a"]}"#,
        "'outbound' has the invalid scheme '1x': a scheme is a letter, then letters, digits, '+', '-' and '.'"
      ),
      (#"{"web": ["a"], "WEB": ["b"]}"#, "'outbound' has the scheme 'web' twice"),
      (#"{"APP": ["a"]}"#, "'outbound' has the scheme 'app', which 'schemes' takes: it can be in one"),
    ])
  func `a list that makes no sense is refused`(_ outbound: String, _ fault: String) {
    let run = open("app://x/y", #"{"schemes": ["app"], "outbound": \#(outbound)}"#)
    #expect(
      run
        == Run(
          out: "",
          err: """
            error: the policy file '\(folder("policy.json"))' is invalid: the policy's \(fault)
            help: see what a policy may say with 'host help open'

            """,
          code: 2))
  }
}
