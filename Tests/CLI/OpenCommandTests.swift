import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

/// What `open` says where it can't do what was asked, and what to do about it.
@Suite struct OpenCommandTests {
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
}
