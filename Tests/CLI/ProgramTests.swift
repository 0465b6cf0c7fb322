import Testing

@testable import HostCLI

@Suite struct ProgramTests {
  @Test func `an unknown command is told with near names`() {
    #expect(
      run("lsit")
        == Ran(.usage, err: "error: unknown command 'lsit'\nhelp: a command with a similar name exists: 'list'\n"))
    #expect(
      run("frobnicate")
        == Ran(.usage, err: "error: unknown command 'frobnicate'\nhelp: see the commands with 'host --help'\n"))
    #expect(run("help", "lst").exit == .usage)
  }

  @Test func `a session's commands are told as such, and explained`() {
    #expect(
      run("refresh")
        == Ran(
          .usage,
          err: "error: unknown command 'refresh'\nhelp: it is a command of a session: begin one with 'host run'\n"))
    let help = run("help", "refresh")
    #expect(help.exit == .ok && help.out == RefreshCommand.help)
  }

  @Test(arguments: [
    ["--json"], ["--josn", "--json"], ["list", "x", "--json"], ["--json", "call", "x"], ["x", "--json"],
  ])
  func `usage errors are one line of JSON if JSON is asked for`(arguments: [String]) {
    let (out, err) = (Captured(), Captured())
    let console = Console(out: out, err: err, readInput: { .bytes([]) }, environment: { _ in nil })
    #expect(Program.run(arguments, Surroundings(console)) == .usage)
    #expect(out.text == "")
    #expect(err.text.hasPrefix("{\"error\":{\"code\":2,\"reason\":\"usage\",\"message\":\""))
    #expect(err.text.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
  }

  @Test func `colours are for terminals that want them`() {
    func isColoured(_ columns: Int?, _ environment: [String: String]) -> Bool {
      run("x", environment: environment, err: Captured(columns: columns)).err.contains("\u{1B}")
    }
    #expect(isColoured(80, [:]))
    #expect(isColoured(80, ["NO_COLOR": ""]))
    #expect(!isColoured(80, ["NO_COLOR": "1"]))
    #expect(!isColoured(80, ["TERM": "dumb"]))
    #expect(!isColoured(nil, [:]))
  }

  @Test func `an empty folder's name is a usage error`() {
    #expect(
      run("list", "--plugins=")
        == Ran(.usage, err: "error: the option --plugins needs a folder's name\nhelp: write --plugins DIR\n"))
  }
}
