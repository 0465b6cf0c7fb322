import ComponentHost
import ComponentKit
import Glibc
import Testing

@testable import HostCLI

/// `open`, by URL and by map key: above all what it says where it can't do what was asked.
@Suite struct OpenCommandTests {
  struct Shop: Component {
    init(mediator: Mediator) {}

    struct Find: Request {
      static let target = "Shop"
      static let isRemote = true
      @Parameter var ids: [Int] = []
      @Parameter var words: [String]?
      typealias Reply = String
    }
    struct Show: Request {
      static let target = "Shop"
      static let isRemote = true
      @Parameter var part: String
      @Parameter var path: [String] = []
      typealias Reply = String
    }

    var actions: [Action] {
      on(Find.self) { "\($0.ids) \($0.words ?? [])" }
      on(Show.self) { "\($0.part): \($0.path.joined(separator: " then "))" }
    }
  }

  private func shopped(_ words: String...) -> Ran {
    let (out, err) = (Captured(), Captured())
    let console = Console(out: out, err: err, readInput: { .bytes([]) }, environment: { _ in nil })
    let exit = Program.run(words, Surroundings(console) { try? $0.register(Shop.self) })
    return Ran(exit, out: out.text, err: err.text)
  }

  @Test(arguments: [
    ("ids=1&ids=2", "[1, 2] []"), ("ids[]=1&ids[]=2", "[1, 2] []"), ("ids[]=3", "[3] []"), ("ids=3", "[3] []"),
    ("ids=%5B4,5%5D", "[4, 5] []"), ("words[]=a&ids=1&words[]=b", #"[1] ["a", "b"]"#),
    ("words=a&words[]=b&words=1", #"[] ["a", "b", "1"]"#),
  ])
  func `a name that comes several times or ends in brackets is a list`(_ query: String, _ reply: String) {
    #expect(shopped("open", "app://Shop/find?\(query)") == Ran(.ok, out: reply + "\n"))
  }

  @Test func `a route of any host part takes what nobody else does, in any scheme or in one`() {
    let anywhere = TemporaryFile(
      #"{"routes": [{"from": "//:part(/*path)", "target": "Shop", "action": "show"}]}"#)
    for (url, reply) in [
      ("app://anything/a/b%20c", "anything: a then b c"), ("web://other", "other: "), ("x+y://Shop/none", "Shop: none"),
      ("app://Shop/find?ids=1", "[1] []"),
    ] {
      #expect(shopped("open", url, "--policy", anywhere.path) == Ran(.ok, out: reply + "\n"))
    }
    let scheme = TemporaryFile(
      #"{"routes": [{"from": "app://:part/*path", "target": "Shop", "action": "show"}]}"#)
    #expect(shopped("open", "app://else/a", "--policy", scheme.path) == Ran(.ok, out: "else: a\n"))
    let elsewhere = shopped("open", "web://else/a", "--policy", scheme.path)
    #expect(elsewhere.exit == .notFound && elsewhere.err.hasPrefix("error: nothing here answers web://else/a\n"))
  }

  private func opened(_ words: [String], _ policy: Policy = Policy()) -> Ran {
    let (out, err) = (Captured(), Captured())
    let console = Console(out: out, err: err, readInput: { .bytes([]) }, environment: { _ in nil })
    let exit = Program.run(
      ["open"] + words,
      Surroundings(console) { host in
        try? host.register(Atlas.self)
        for interceptor in policy.interceptors { host.add(interceptor) }
      })
    return Ran(exit, out: out.text, err: err.text)
  }

  @Test(arguments: [
    ("app://Atlas/showMap", "the parameter 'id' is missing (int)"),
    ("app://Atlas/showMap?id=x", "the parameter 'id' must be an int, not the text 'x'"),
  ])
  func `a URL whose parameters are wrong is explained elsewhere`(url: String, message: String) {
    #expect(
      opened([url])
        == Ran(
          .invalidParameters, err: "error: \(message)\nhelp: see what answers, and with what, with 'host explain URL'\n"
        ))
  }

  @Test func `a key whose parameters are wrong names what describes its action`() {
    #expect(
      opened(["--key", "Atlas_sheet"])
        == Ran(
          .invalidParameters,
          err: """
            error: the parameter 'id' is missing (int)
            help: see what it takes with 'host describe Atlas showMap'

            """))
  }

  @Test func `a misspelt hint is told`() {
    #expect(
      opened(["--key", "Atlas_sheet", "id=1", "animatd=no"])
        == Ran(
          .invalidParameters,
          err: "error: Atlas.showMap has no parameter 'animatd'\nhelp: did you mean the hint 'animated'?\n"))
  }

  @Test(arguments: [
    ("Atlas_shet", ["a map key with a similar name exists: 'Atlas_sheet'"]),
    ("Atls_sheet", ["a map key with a similar name exists: 'Atlas_sheet'"]),
    ("atlas_sheet", ["a map key with a similar name exists: 'Atlas_sheet'"]),
    ("sheet", ["see the keys with 'host routes'"]), ("Atlas_ooooooooo", ["see the keys with 'host routes'"]),
  ])
  func `a key that nobody has is told with those that are near`(key: String, help: [String]) {
    let lines = help.map { "help: \($0)\n" }.joined()
    #expect(
      opened(["--key", key]) == Ran(.notFound, err: "error: no component has the map key '\(key)'\n\(lines)"))
  }

  @Test(arguments: [
    (
      "Atlas_sheet", #"{"Atlas": "Probe"}"#,
      "'Atlas' is an alias of the policy for the component 'Probe', which has no key 'sheet'",
      "see the keys with 'host routes'"
    ),
    (
      "b_sheet", #"{"b": "Nix"}"#, "'b' is an alias of the policy for the component 'Nix', which is not there",
      "see the keys with 'host routes'"
    ),
    (
      "map_shet", #"{"map": "Atlas"}"#,
      "'map' is an alias of the policy for the component 'Atlas', which has no key 'shet'",
      "a map key with a similar name exists: 'map_sheet'"
    ),
  ])
  func `an alias that takes a key away is named`(key: String, aliases: String, why: String, help: String) throws {
    let policy = TemporaryFile("{\"aliases\": \(aliases)}")
    #expect(
      run("open", "--key", key, "--policy", policy.path)
        == Ran(.notFound, err: "error: no component has the map key '\(key)': \(why)\nhelp: \(help)\n"))
    let names = key.split(separator: "_")
    let steps = run("explain", "app://\(names[0])/\(names[1])", "--policy", policy.path).out
    #expect(steps.contains("x '\(key)' is no map key: \(why)\n"), "\(steps)")
  }

  @Test func `a key of a component that is refused fails as its calls do`() throws {
    let folder = try #require(TemporaryFolder())
    let file = try #require(fopen("\(folder.path)/libBad.so", "w"))
    fputs("no library", file)
    fclose(file)
    let key = run("--plugins", folder.path, "open", "--key", "Bad_pot")
    #expect(key.exit == .refused && key == run("--plugins", folder.path, "call", "Bad", "pot"), "\(key.err)")
    let checked = run("--plugins", folder.path, "open", "app://Bad/pot", "--dry-run")
    #expect(checked.exit == .notFound && checked == run("--plugins", folder.path, "open", "app://Bad/pot"))
    #expect(checked.err.hasPrefix("warning: a call from outside found the component 'Bad' refused: "), "\(checked.err)")
  }

  @Test func `a strict policy names the hint that may have been meant`() {
    let policy = TemporaryFile(#"{"unknown": "refuse"}"#)
    #expect(
      run("open", "app://Atlas/sheet?id=1&animatd=no", "--policy", policy.path)
        == Ran(
          .invalidParameters,
          err: """
            warning: a call from outside to Atlas.showMap was denied: it does not declare 'animatd', and the policy refuses what is unknown
            error: there is no parameter 'animatd'
            help: did you mean 'animated'?
            help: leave it out, or write "unknown": "ignore" in the policy

            """))
    #expect(
      run("open", "app://Atlas/sheet?id=1&animatd=no", "--policy", policy.path, "--dry-run")
        == run("open", "app://Atlas/sheet?id=1&animatd=no", "--policy", policy.path))
  }

  @Test func `a policy that can't be read is told as that`() {
    #expect(
      run("open", "app://Atlas/sheet?id=1", "--policy", "/no/such/policy.json")
        == Ran(
          .usage,
          err: """
            error: the policy file '/no/such/policy.json' is invalid: it can't be read: No such file or directory
            help: name a file that can be read, of JSON, with --policy FILE

            """))
  }

  @Test func `a policy that is too long is told as that`() {
    let spaces = String(repeating: " ", count: 1 << 20)
    let policy = TemporaryFile(spaces + "{}")
    #expect(
      run("open", "app://Atlas/sheet?id=1", "--policy", policy.path)
        == Ran(
          .usage,
          err: """
            error: the policy file '\(policy.path)' is invalid: it has more than 1048576 bytes
            help: is it the right file? Take out what the policy does not need, or name another one with --policy FILE

            """))
    let whole = TemporaryFile(String(spaces.dropLast(2)) + "{}")
    #expect(run("open", "app://Atlas/sheet?id=1", "--policy", whole.path).exit == .ok)
  }

  @Test func `an interceptor that is missing is told with what to do, by URL, key and name`() {
    let policy = TemporaryFile(#"{"interceptors": [{"component": "Prob"}]}"#)
    let told = Ran(
      .refused,
      err: """
        error: the interceptor 'Prob' can't be asked: no component named 'Prob'
          looked in ./lib (no such folder)
        help: name the folder of your components with --plugins DIR
        help: a component with a similar name exists: 'Probe'
        help: put libProb.so into a plugin folder, or change the policy's 'interceptors'

        """)
    #expect(run("call", "Atlas", "showMap", "id=1", "--policy", policy.path) == told)
    #expect(run("open", "--key", "Atlas_sheet", "id=1", "--policy", policy.path) == told)
    let url = run("open", "app://Atlas/showMap?id=1", "--policy", policy.path)
    #expect(url.exit == .refused && url.err.hasSuffix("\nhelp: see why with 'host explain URL'\n"), "\(url.err)")
    let no = TemporaryFile(#"{"interceptors": [{"component": "Probe"}]}"#)
    #expect(
      run("call", "Atlas", "showMap", "id=1", "--policy", no.path)
        == Ran(
          .refused,
          err: """
            error: the interceptor 'Probe' can't be asked: Probe has no action 'intercept'
            help: change the policy's 'interceptors': each is a component with the action 'intercept', in a target that is not serial

            """))
  }

  @Test func `a key in a URL's place is told how keys are called`() {
    #expect(
      opened(["Atlas_sheet"])
        == Ran(.usage, err: "error: 'Atlas_sheet' is no URL\nhelp: call a map key with 'host open --key Atlas_sheet'\n")
    )
    #expect(opened(["Atlas"]).exit == .invalidParameters)
  }

  @Test(arguments: ["--deny", "--allow", "--scheme"])
  func `what only URLs obey excludes what is no URL`(option: String) {
    let err = """
      help: it is for URLs; who stands before other calls is said with --policy

      """
    #expect(
      opened(["--key", "Atlas_sheet", "id=1", option, "Atlas"])
        == Ran(.usage, err: "error: --key and \(option) exclude each other\n\(err)"))
    #expect(
      run("explain", "Atlas", "showMap", option, "Atlas")
        == Ran(.usage, err: "error: a target with an action and \(option) exclude each other\n\(err)"))
    #expect(run("explain", "app://Atlas/showMap?id=1", option, "Atlas").exit == .ok)
  }

  @Test func `a dry run says of what is ignored which key has such a hint`() {
    #expect(
      opened(["app://Atlas/maps/1?animated=no&utm_source=1", "--dry-run", "--json"])
        == Ran(
          .ok,
          out: #"{"target":"Atlas","action":"showMap","route":"//Atlas/maps/:id<int>","ignored":["#
            + #"{"parameter":"animated","suggestions":[],"key":"Atlas_sheet"},"#
            + #"{"parameter":"utm_source","suggestions":[],"key":null}]}"# + "\n"))
  }

  @Test func `a dry run says which interceptor is missing`() {
    var policy = Policy()
    policy.interceptors = [.component("Audit")]
    let ran = opened(["app://Atlas/showMap?id=1", "--dry-run"], policy)
    #expect(ran.exit == .refused)
    let lines = ran.err.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasPrefix("warning: ") && lines[0].contains("'Audit'"), "\(ran.err)")
    #expect(lines.last == "help: see why with 'host explain URL'", "\(ran.err)")
  }

  @Test(arguments: [
    ([], "error: open needs a URL\n"),
    (["app://Atlas/signs", "id=1"], "error: open takes one URL, not 'id=1' as well\n"),
  ])
  func `open takes one URL, quoted`(words: [String], message: String) {
    let ran = opened(words)
    #expect(ran.exit == .usage)
    #expect(
      ran.err == message
        + "help: write host open 'app://Reader/showDetail?id=1', in quotes: shells have plans for & and ?\n")
  }

  @Test(arguments: [
    (["Atlas.showMap"], "Atlas showMap", "Atlas/showMap"), (["Atlas", "showMap"], "Atlas showMap", "Atlas/showMap"),
    (["Atlas.Legend", "signs", "a=1"], "Atlas.Legend signs", "Atlas.Legend/signs"),
  ])
  func `a target and an action are no URL, and how they are called is said`(
    words: [String], call: String, url: String
  ) {
    let ran = opened(words)
    #expect(ran.exit == .usage)
    #expect(
      ran.err == """
        error: open takes a URL, not a target and an action
        help: write host call \(call)
        help: or as a URL: host open 'app://\(url)'

        """)
  }

  // MARK: --key

  @Test func `a key is called with parameters and hints`() {
    #expect(
      opened(["--key", "Atlas_sheet", "id=4", "animated=no", "kind=relief", "--json"])
        == Ran(.ok, out: "{\"id\":4,\"kind\":\"relief\",\"parts\":[]}\n"))
    #expect(opened(["--key=Atlas_sheet", "id:=4"]).exit == .ok)
  }

  @Test(arguments: [
    (["Atlas_no"], ExitCode.notFound, "error: no component has the map key 'Atlas_no'\n"),
    (
      ["Atlas_sheet", "id=4", "animated=4"], .invalidParameters,
      "error: the hint 'animated' must be a bool, not the text '4'\nhelp: write true, yes or 1, or else false, no or 0\n"
        + "help: see the hints of 'Atlas_sheet' with 'host routes'\n"
    ),
    (["Atlas_sheet", "id=x"], .invalidParameters, "error: the parameter 'id' must be an int, not the text 'x'\n"),
    (["Atlas_sheet", "id"], .usage, "error: 'id' is no parameter\n"),
    (
      ["Atlas_sheet", "app://Atlas/sheet?id=1"], .usage,
      "error: a URL and --key exclude each other, and 'app://Atlas/sheet?id=1' is a URL\n"
        + "help: leave --key out to open the URL, or the URL to call the key\n"
    ),
    (
      ["Atlas_sheet", "--dry-run"], .usage,
      "error: --key and --dry-run exclude each other\nhelp: see what a key leads to with 'host routes'\n"
    ),
    (["Atlas_sheet", "id=4", "--deny", "Atlas"], .usage, "error: --key and --deny exclude each other\n"),
    (["Atlas_sheet", "id=4", "--allow", "Probe"], .usage, "error: --key and --allow exclude each other\n"),
    (["Atlas_sheet", "id=4", "--scheme", "http"], .usage, "error: --key and --scheme exclude each other\n"),
  ])
  func `what is wrong with a key's call is told`(words: [String], exit: ExitCode, message: String) {
    let ran = opened(["--key"] + words)
    #expect(ran.exit == exit && ran.err.hasPrefix(message), "\(ran.err)")
  }
}
