import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

/// What may stand at the end of a line, as the scripts ask for it.
@Suite struct CompletionTests {
  /// The words offered behind "host " and the line.
  private func words(_ line: String) -> [String] {
    let ran = run("complete", "zsh", "--", "host \(line)", environment: ["HOST_PLUGINS": "/"])
    #expect(ran.exit == .ok && ran.err == "" && ran.out.hasSuffix("\n"))
    return ran.out.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "\t" }) }
  }

  @Test(arguments: [
    (
      "",
      [
        "call", "open", "run", "explain", "routes", "describe", "graph", "list", "pardon", "inspect", "check",
        "install", "remove", "rollback", "bindings", "new", "serve", "mcp", "openapi", "completions", "help",
      ]
    ),
    ("c", ["call", "check", "completions"]),
    ("call", ["call"]), ("x", []), ("--json li", ["list"]), ("--plugins lib c", ["call", "check", "completions"]),
    ("-- c", ["call", "check", "completions"]), ("help de", ["describe"]), ("help call ", []),
    ("completions ", ["bash", "zsh", "fish"]),
    ("completions f", ["fish"]), ("complete ", []), ("comple", ["completions"]), ("nonsense ", []),
  ])
  func `commands`(line: String, names: [String]) {
    #expect(words(line) == names)
  }

  @Test(arguments: [
    (
      "-",
      [
        "--plugins", "--trust-any", "--in-place", "--isolate", "--confine", "--state", "--no-cache", "--connect",
        "--cluster", "--cluster-name", "--cluster-login",
        "--json", "--help",
        "--version",
      ]
    ),
    ("--v", ["--version"]),
    (
      "call --",
      [
        "--plugins", "--trust-any", "--in-place", "--isolate", "--confine", "--state", "--no-cache", "--connect",
        "--cluster", "--cluster-name", "--cluster-login",
        "--json", "--help",
        "--params",
        "--timeout",
        "--policy",
        "--skip",
        "--raw", "--field", "--trace",
      ]
    ),
    ("list --t", ["--trust-any", "--targets", "--timeout"]),
    (
      "--json list --",
      [
        "--plugins", "--trust-any", "--in-place", "--isolate", "--confine", "--state", "--no-cache", "--connect",
        "--cluster", "--cluster-name", "--cluster-login",
        "--help",
        "--targets",
        "--generations",
        "--why",
        "--timeout",
      ]
    ),
    ("call Atlas showMap --ti", ["--timeout"]), ("--plugins a --plugins b list --pl", ["--plugins"]),
    ("run --co", ["--confine", "--connect", "--compatible"]),
    ("call --c", ["--confine", "--connect", "--cluster", "--cluster-name", "--cluster-login"]),
    ("list -- --", []),
    ("--cluster nats://127.0.0.1:1 ", ["call", "list", "describe", "explain", "top", "events", "help"]),
    (
      "--cluster nats://127.0.0.1:1 list --",
      ["--no-cache", "--cluster", "--cluster-name", "--cluster-login", "--json", "--help"]
    ),
    ("--cluster nats://127.0.0.1:1 call A b --p", ["--params"]), ("--cluster nats://127.0.0.1:1 call ", []),
    ("--cluster nats://127.0.0.1:1 describe A.", []), ("--cluster nats://127.0.0.1:1 call A b ", []),
    ("call --timeout ", []),
    ("call --timeout=", []), ("call --json=", []), ("--nonsense ", []),
    ("--nonsense=", []), ("nonsense --", []),
    (
      "call --params --json --",
      [
        "--plugins", "--trust-any", "--in-place", "--isolate", "--confine", "--state", "--no-cache", "--connect",
        "--cluster", "--cluster-name", "--cluster-login",
        "--json", "--help",
        "--timeout",
        "--policy",
        "--skip",
        "--raw", "--field", "--trace",
      ]
    ),
    ("check x.so --s", ["--state", "--seed", "--skip"]), ("check --seed ", []), ("install x.so --d", ["--dry-run"]),
    ("new X --l", ["--language", "--layer", "--lean"]), ("new X --language ", ["swift", "c", "cpp", "rust"]),
    ("bindings --language ", ["swift", "c", "cpp", "rust"]),
    ("bindings X --language=", ["--language=swift", "--language=c", "--language=cpp", "--language=rust"]),
    ("new X --layer=s", ["--layer=shared"]),
  ])
  func `options`(line: String, names: [String]) {
    #expect(words(line) == names)
  }

  @Test(arguments: [
    ("call ", ["Atlas", "Probe"]), ("call P", ["Probe"]), ("describe A", ["Atlas"]),
    ("call Atlas.", ["Atlas.Legend", "Atlas.Desk"]),
    ("call Probe.S", ["Probe.Sub"]), ("call Nowhere.", []), ("call .", []), ("call ../", []), ("list P", []),
    ("call Atlas s", ["showMap", "store"]), ("describe Atlas.Legend ", ["signs"]), ("call Nowhere ", []),
    ("remove ", ["Atlas", "Probe"]), ("rollback P", ["Probe"]), ("remove Atlas.", []), ("call Atlas.No ", []),
    ("describe Atlas showMap ", []), ("call '../x' ", []),
  ])
  func `targets and actions`(line: String, names: [String]) {
    #expect(words(line) == names)
  }

  @Test(arguments: [
    ("", ["id=", "kind=", "scale=", "isDark=", "limit="]), ("i", ["id=", "isDark="]), ("id=1 i", ["isDark="]),
    ("id:=1 'kind=plain' ", ["scale=", "isDark=", "limit="]), ("x ", ["id=", "kind=", "scale=", "isDark=", "limit="]),
    ("--params '{\"id\": 1, \"kind\": null}' ", ["scale=", "isDark=", "limit="]), ("--params '{' l", ["limit="]),
    ("kind=", ["kind=plain", "kind=relief"]), ("kind=r", ["kind=relief"]), ("kind=x", []), ("kind:=", []),
    ("isDark=", ["isDark=true", "isDark=false"]), ("isDark:=t", ["isDark:=true"]), ("id=", []), ("no=", []), ("=", []),
    ("id=1 id=", []), ("-- i", ["id=", "isDark="]), ("-- -", []),
  ])
  func `parameters and their values`(line: String, names: [String]) {
    #expect(words("call Atlas showMap \(line)") == names)
  }

  @Test(arguments: [
    ("", ["app://Atlas/", "app://Probe/"]), ("app://A", ["app://Atlas/"]),
    ("--scheme web ", ["web://Atlas/", "web://Probe/"]),
    ("web://Atlas/sh", ["web://Atlas/showMap"]), ("--scheme web app://", []),
    ("--deny Atlas app://Atlas/", []), ("--deny Atlas.Legend app://Atlas/", ["app://Atlas/showMap"]),
    ("--allow Probe app://Atlas/", []), ("--policy /dev/null app://Atlas/", []), ("--policy /no-such app://Atlas/", []),
    ("app://Atlas.Legend/", []), ("app://Nowhere/", []), ("x y", []),
    ("--key ", ["Atlas_", "Probe_"]), ("--key At", ["Atlas_"]), ("--key=Pr", ["--key=Probe_"]),
    ("--key Atlas_s", ["Atlas_sheet", "Atlas_signs"]), ("--key Nowhere_", []),
  ])
  func `URLs and map keys, a component's name first`(line: String, names: [String]) {
    #expect(words("open \(line)") == names)
  }

  @Test(arguments: [
    ("Atlas_sheet ", ["id=", "kind=", "scale=", "isDark=", "limit=", "animated=", "style="]),
    ("Atlas_sheet id=1 animated=no ", ["kind=", "scale=", "isDark=", "limit=", "style="]),
    ("Atlas_sheet animated=", ["animated=true", "animated=false"]), ("Atlas_sheet kind=r", ["kind=relief"]),
    ("Atlas_sheet style=", []), ("Atlas_desk b", ["brightness="]), ("Atlas_desk brightness=", []),
    ("Nowhere_x ", []), ("Atlas_nothing ", []), ("Atlas ", []), ("'' ", []),
  ])
  func `parameters and hints of a map key`(line: String, names: [String]) {
    #expect(words("open --key \(line)") == names)
    #expect(words("open --key=\(line)") == names)
  }

  @Test func `where there is no signature, or no way to type a value, there is none to offer`() {
    #expect(words("call Atlas anything ") == [])
    #expect(words("call Atlas watch ") == [])
    #expect(words("call Atlas nothing ") == [])
  }

  @Test(arguments: [
    ("--plugins ", "folders\n\n\n"), ("--plugins my", "folders\nmy\n\n"),
    ("call --plugins=my", "folders\nmy\n--plugins=\n"),
    ("inspect lib/", "files\nlib/\n\n"), ("inspect 'my f", "files\nmy f\n\n"), ("inspect ~/l", "files\n~/l\n\n"),
    ("call Notes add --params - < no", "files\nno\n\n"), ("list > ", "files\n\n\n"), ("inspect a b", "names\n"),
    ("inspect 'a\nb", "names\n"), ("call Atlas showMap ", "parts\nid=\tint - The map's number\n"),
    ("describe Atlas sh", "names\nshowMap\tShows a map\n"), ("call Prob", "names\nProbe\n"),
    ("open --key=Pr", "parts\n--key=Probe_\n"), ("open --key Atlas_si", "names\nAtlas_signs\tAtlas.Legend signs\n"),
    ("open app://P", "parts\napp://Probe/\n"), ("open --key Nobody_", "names\n"),
    ("open --key Atlas_sheet an", "parts\nanimated=\tbool - a hint\n"),
    ("open --key Atlas_sheet st", "parts\nstyle=\tany - a hint\n"),
  ])
  func `the first line says what follows`(line: String, start: String) {
    let out = run("complete", "fish", "--", "host \(line)", environment: ["HOST_PLUGINS": "/"]).out
    #expect(line.hasSuffix("showMap ") ? out.hasPrefix(start) : out == start)
  }

  @Test(arguments: [
    ("Sea_", "parts\nSea_x\tSea run\nSea_bed_\n"), ("Sea_b", "parts\nSea_bed_\n"), ("Sea_x", "names\nSea_x\tSea run\n"),
    ("Sea_bed_", "names\nSea_bed_y\tSea_bed run\n"),
  ])
  func `no space is put in behind a name that another component's goes on with`(key: String, out: String) {
    struct Sea: Component {
      init(mediator: Mediator) {}
      var actions: [Action] { Action("run") { _ in nil } }
      var keys: [Key] { Key("x", "run") }
    }
    struct Sea_bed: Component {
      init(mediator: Mediator) {}
      var actions: [Action] { Action("run") { _ in nil } }
      var keys: [Key] { Key("y", "run") }
    }
    let text = Captured()
    let console = Console(
      out: text, err: Captured(), readInput: { .bytes([]) }, environment: { ["HOST_PLUGINS": "/"][$0] })
    let exit = Program.run(
      ["complete", "fish", "--", "host open --key \(key)"],
      Surroundings(console) { host in
        try? host.register(Sea.self)
        try? host.register(Sea_bed.self)
      })
    #expect(exit == .ok)
    #expect(text.text == out)
  }

  @Test(arguments: [
    ("kind=r", "names\nrelief\n"), ("kind:=", "names\n"), ("isDark:=f", "names\nfalse\n"),
    ("\"kind=r", "names\nkind=relief\n"), ("kind='r", "names\nrelief\n"), ("ki", "parts\nkind=\n"),
    ("--plugins=my", "folders\nmy\n\n"), ("kind=@my", "files\nmy\n@\n"),
  ])
  func `bash gets what it puts in, and no words about it`(line: String, out: String) {
    let ran = run(
      "complete", "bash", "--", "host call Atlas showMap \(line)", ShellLineTests.breaks,
      environment: ["HOST_PLUGINS": "/"])
    #expect(ran == Ran(.ok, out: out))
  }

  @Test func `what is known is offered whether a folder was named or not`() {
    for line in [
      "call Atlas ", "call Atlas.", "call Atlas showMap ", "describe Atlas s", "open x --allow Atlas.",
      "open --key Atlas_s",
    ] {
      let (alone, named) = (
        run("complete", "bash", "--", "host \(line)"),
        run("complete", "bash", "--", "host \(line)", environment: ["HOST_PLUGINS": "/"])
      )
      #expect(alone == named && alone.out.split(separator: "\n").count > 1, "\(line)")
    }
    #expect(run("complete", "bash", "--", "host call At").out == "names\nAtlas\n")
  }

  @Test func `bash gets whole words where it breaks none`() {
    let kinds = run(
      "complete", "bash", "--", "host call Atlas showMap kind=r", " \t\n", environment: ["HOST_PLUGINS": "/"])
    #expect(kinds.out == "names\nkind=relief\n")
    #expect(run("complete", "bash", "--", "host --plugins=my", " \t\n").out == "folders\nmy\n--plugins=\n")
  }

  @Test func `nobody is told of what asks for candidates`() {
    #expect(!Help.program.contains("complete "))
    #expect(run("complete").exit == .usage)
    #expect(run("complete", "tcsh", "--", "host ").exit == .usage)
  }
}
