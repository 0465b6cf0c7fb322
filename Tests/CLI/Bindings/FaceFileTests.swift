import ComponentHost
import ComponentKit
import Glibc
import Testing

@testable import HostCLI

@Suite struct FaceFileTests {
  private func check(_ path: String, _ target: String = "Probe") -> Ran { run("bindings", "--check", path, target) }

  @Test func `a file that is not there is not found`() {
    #expect(check("/no-such") == Ran(.notFound, err: "error: no file named '/no-such'\n"))
    #expect(check("/dev/null/x") == Ran(.notFound, err: "error: no file named '/dev/null/x'\n"))
  }

  @Test func `what is no file of text is told as what it is`() throws {
    #expect(check("/tmp") == Ran(.usage, err: "error: '/tmp' is a folder\n"))
    #expect(check("/dev/zero") == Ran(.usage, err: "error: '/dev/zero' is not a file\n"))
    let bytes = TemporaryFile(bytes: [0x2F, 0x2F, 0xFF])
    #expect(check(bytes.path) == Ran(.usage, err: "error: '\(bytes.path)' is not valid UTF-8, so it is no face\n"))
    let pipe = TemporaryFile("")
    unlink(pipe.path)
    try #require(mkfifo(pipe.path, 0o600) == 0)
    #expect(check(pipe.path) == Ran(.usage, err: "error: '\(pipe.path)' is not a file\n"))
    let huge = TemporaryFile("")
    try #require(truncate(huge.path, 1 << 40) == 0)
    #expect(
      check(huge.path) == Ran(.usage, err: "error: '\(huge.path)' has 1099511627776 bytes, so it is no face\n"))
  }

  @Test func `a face written by hand can't be checked, and it is said what can`() {
    let file = TemporaryFile("import ComponentKit\n")
    #expect(
      check(file.path)
        == Ran(
          .usage,
          err: """
            error: '\(file.path)' has no description in its first lines
            help: only what 'host bindings TARGET' printed can be checked, as it was printed
            help: a face written by hand is checked by the tests of the component that owns it

            """))
  }

  @Test func `a description that is cut off is told with its line`() throws {
    let text = FaceLanguage.swift.file(try described("action Shop.run()"))
    let file = TemporaryFile(String(text.prefix { $0 != "{" }) + "{")
    #expect(
      check(file.path)
        == Ran(
          .usage,
          err: """
            error: '\(file.path)' has a damaged description, in line 4: column 2 of its JSON: expected a key in double \
            quotes, but the text ends here
            help: print it again with 'host bindings TARGET'

            """))
  }

  @Test func `a face of something else is not checked`() throws {
    let file = TemporaryFile(FaceLanguage.swift.file(try described("action Shop.run()")))
    #expect(
      check(file.path)
        == Ran(
          .usage,
          err: """
            error: '\(file.path)' is a face of 'Shop', not of 'Probe'
            help: write host bindings --check FILE Shop

            """))
    #expect(
      run("bindings", "--check", file.path, "Probe", "--json").err
        == #"{"error":{"code":2,"reason":"other_target","message":"'\#(file.path)' is a face of 'Shop', not of 'Probe'","#
        + #""target":null,"action":null,"suggestions":[]}}"# + "\n")
  }

  @Test func `a damaged description is told with its line`() throws {
    let text = FaceLanguage.swift.file(try described("action Shop.run()"))
    let file = TemporaryFile(text.replacing(#""()""#, with: #""(""#, maxReplacements: 1))
    #expect(
      check(file.path)
        == Ran(
          .usage,
          err: """
            error: '\(file.path)' has a damaged description, in line 4: the action 'run', column 2: expected the name \
            of a parameter or ')', but the text ends here
            help: print it again with 'host bindings TARGET'

            """))
  }

  @Test func `a target that is not there is not found, with near names`() throws {
    #expect(
      run("bindings", "Prob", "--plugins", "/no-such")
        == Ran(
          .notFound,
          err:
            "error: no component named 'Prob'\n  looked in /no-such (no such folder)\nhelp: name the folder of your components with --plugins DIR\nhelp: a component with a similar name exists: 'Probe'\n"
        ))
    #expect(
      run("bindings", "Probe.Sup")
        == Ran(
          .notFound,
          err: "error: Probe has no target 'Probe.Sup'\nhelp: a target with a similar name exists: 'Probe.Sub'\n"))
    #expect(run("bindings", "../x").exit == .notFound)
  }

  @Test func `a command line that makes no sense is told`() {
    #expect(
      run("bindings")
        == Ran(
          .usage,
          err: """
            error: bindings needs a target
            help: write host bindings TARGET, or host bindings --check FILE TARGET

            """))
    #expect(
      run("bindings", "A", "B")
        == Ran(
          .usage,
          err: """
            error: bindings takes one target at a time
            help: write host bindings TARGET, or host bindings --check FILE TARGET

            """))
    #expect(
      run("bindings", "Probe", "--language", "swft")
        == Ran(
          .usage,
          err: "error: unknown language 'swft'\nhelp: a language with a similar name exists: 'swift'\n"))
    #expect(
      run("bindings", "Probe", "--language", "pascal")
        == Ran(.usage, err: "error: unknown language 'pascal'\nhelp: write one of swift, c, cpp, rust\n"))
    #expect(
      run("bindings", "--check", "x", "--language", "c", "Probe")
        == Ran(
          .usage,
          err: """
            error: --check and --language exclude each other
            help: the file says which language it is in

            """))
  }
}
