import ComponentKit
import Glibc
import Testing

@testable import HostCLI

@Suite struct PardonCommandTests {
  private let folder = TemporaryFolder()!

  private func keep(_ component: String, _ build: String, isQuarantined: Bool = true) {
    mkdir("\(folder.path)/crashes", 0o700)
    let text =
      #"{"component":"\#(component)","build":"\#(build)","count":7,"quarantined":\#(isQuarantined),"crashes":[{"time":"2026-01-02T03:04:05.5Z","how":"SIGSEGV"}]}"#
    let file = open("\(folder.path)/crashes/\(component).\(build).json", O_WRONLY | O_CREAT, 0o600)
    _ = write(file, text, text.utf8.count)
    close(file)
  }

  @Test func `list --why shows what has crashed, to people and to programs`() {
    keep("Reader", "4d3a0123456789abcdef0123456789abcdef0123")
    keep("Library", "ff00", isQuarantined: false)
    #expect(
      run("list", "--why", "--state", folder.path)
        == Ran(
          .ok,
          out: """
            NAME     BUILD                CRASHES  LAST     TIME                  STATE
            Library  ff00                       7  SIGSEGV  2026-01-02T03:04:05Z  started again
            Reader   4d3a0123456789abcde        7  SIGSEGV  2026-01-02T03:04:05Z  quarantined

            """))
    let json = run("list", "--why", "--state", folder.path, "--json")
    #expect(
      json.out
        == #"[{"component":"Library","build":"ff00","count":7,"quarantined":false,"crashes":[{"time":"2026-01-02T03:04:05.5Z","how":"SIGSEGV"}]},{"component":"Reader","build":"4d3a0123456789abcdef0123456789abcdef0123","count":7,"quarantined":true,"crashes":[{"time":"2026-01-02T03:04:05.5Z","how":"SIGSEGV"}]}]"#
        + "\n")
  }

  @Test func `a pardon is for all builds of the name, and for no other`() {
    keep("Reader", "aa")
    keep("Reader", "bb")
    keep("Library", "cc")
    #expect(
      run("pardon", "Reader", "--state", folder.path) == Ran(.ok, err: "Reader is started again when it is called\n"))
    #expect(run("list", "--why", "--state", folder.path, "--json").out.contains("Library"))
    #expect(!run("list", "--why", "--state", folder.path, "--json").out.contains("Reader"))
    #expect(
      run("pardon", "Reader", "--state", folder.path)
        == Ran(
          .notFound,
          err: "error: there is nothing against 'Reader'\nhelp: see what has crashed with 'host list --why'\n"))
  }

  @Test func `without a state folder there is nothing to lift, and nothing known`() {
    #expect(
      run("pardon", "Reader")
        == Ran(
          .usage,
          err: "error: there is nothing to lift without a state folder\nhelp: name the host's with --state DIR\n"))
    #expect(
      run("list", "--why")
        == Ran(.ok, err: "no component has crashed\nhelp: name the host's state folder with --state DIR\n"))
  }

  @Test func `a state folder of others is refused before anything is loaded`() {
    chmod(folder.path, 0o777)
    #expect(
      run("list", "--state", folder.path)
        == Ran(
          .usage,
          err:
            "error: the state folder \(folder.path) is not used: others can write to it (mode 0777)\nhelp: name one of your own with --state DIR\n"
        ))
  }

  @Test func `what is not a name is not looked for`() {
    #expect(run("pardon", "../x", "--state", folder.path).exit == .usage)
    #expect(run("pardon", "--state", folder.path).exit == .usage)
    #expect(run("pardon", "A", "B", "--state", folder.path).exit == .usage)
    #expect(run("list", "--why", "--targets").exit == .usage)
    #expect(run("list", "--state", "").exit == .usage)
  }
}
