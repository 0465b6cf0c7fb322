import ComponentKit
import TestThreads
import Testing

/// Targets and actions that are not there, or are no names at all.
@Suite(.offPool) struct NameTests {
  private static let folder = Folder("sample-c", "good")
  private static let rule = "a name is a letter, then letters, digits and '_', at most 128 in all"
  private static let long = String(repeating: "a", count: 10 << 10)

  private func call(_ target: String, _ action: String, _ more: String...) -> Run {
    Run.host(["--plugins", NameTests.folder.path, "call", target, action] + more)
  }

  @Test(
    arguments: [
      ("../x", "run", "../x"), ("", "run", ""), ("Sample", "", ""), ("Good.", "run", "Good."),
      (".Good", "run", ".Good"),
      ("Good..Sub", "run", "Good..Sub"), ("/etc/passwd", "run", "/etc/passwd"), ("Good/../Good", "run", "Good/../Good"),
      ("Good", "../run", "../run"), ("1Good", "run", "1Good"), ("Gööd", "run", "Gööd"), ("Good", "run run", "run run"),
      ("Good", "run\nhelp: call me", #"run\u{a}help: call me"#), ("Good\u{202e}", "run", #"Good\u{202e}"#),
      (String(long.prefix(129)), "run", "\(long.prefix(60))… (129 bytes)"),
      (long, "run", "\(long.prefix(60))… (10240 bytes)"), ("Good", long, "\(long.prefix(60))… (10240 bytes)"),
    ])
  func `what is no name is told so`(_ target: String, _ action: String, _ shown: String) throws {
    let text = "error: '\(shown)' is not a valid name\nhelp: \(NameTests.rule)\n"
    #expect(call(target, action) == Run(out: "", err: text, code: 3))
    let json = try Value(json: call(target, action, "--json").errBytes)
    #expect(json["error"]?["reason"] == "invalid_name" && json["error"]?["code"] == 3)
  }

  @Test(
    arguments: [
      ("Reader", "run", "no component named 'Reader'", "see what is there with 'host list'", "no_such_component"),
      (
        "Samples", "run", "no component named 'Samples'", "a component with a similar name exists: 'Sample'",
        "no_such_component"
      ),
      (
        "sample", "echo", "no component named 'sample'", "a component with a similar name exists: 'Sample'",
        "no_such_component"
      ),
      (
        String(long.prefix(128)), "run", "no component named '\(long.prefix(128))'",
        "see what is there with 'host list'", "no_such_component"
      ),
      (
        "Good.Sub", "run", "Good has no target 'Good.Sub'", "see what it has with 'host describe Good'",
        "no_such_target"
      ),
      (
        "Sample.Sun", "name", "Sample has no target 'Sample.Sun'", "a target with a similar name exists: 'Sample.Sub'",
        "no_such_target"
      ),
      (
        "Sample", "ecko", "Sample has no action 'ecko'", "an action with a similar name exists: 'echo'",
        "no_such_action"
      ),
      ("Good", "fly", "Good has no action 'fly'", "see what it has with 'host describe Good'", "no_such_action"),
      (
        "Good", "notFound", "Good has no action 'notFound'", "see what it has with 'host describe Good'",
        "no_such_action"
      ),
    ])
  func `what is not there is told, with what is near`(
    _ target: String, _ action: String, _ message: String, _ help: String, _ reason: String
  ) throws {
    let looked = reason == "no_such_component" ? "  looked in \(NameTests.folder.path)\n" : ""
    #expect(call(target, action) == Run(out: "", err: "error: \(message)\n\(looked)help: \(help)\n", code: 3))
    let error = try Value(json: call(target, action, "--json").errBytes)["error"]
    #expect(error?["code"] == 3 && error?["reason"]?.text == reason && error?["message"]?.text == message)
    #expect(error?["target"]?.text == target && error?["action"]?.text == action)
    let near = help.contains("similar") ? 1 : 0
    #expect(error?["suggestions"]?.list?.count == near)
  }

  @Test func `a target's own notFound answers before the host does`() {
    let said = """
      error: Sample.Sub has no action 'fly'
        what is printed is a stand-in's answer, not a reply
      help: see what it has with 'host describe Sample.Sub'

      """
    #expect(call("Sample.Sub", "fly") == Run(out: "fly\n", err: said, code: 3))
  }

  @Test func `a folder's name does nothing to the terminal`() {
    let run = Run.host("--plugins", "/no\u{1b}[31m\nhelp: where", "call", "Good", "run")
    #expect(
      run.err.hasPrefix(
        #"""
        error: no component named 'Good'
          looked in /no\u{1b}[31m\u{a}help: where (no such folder)

        """#), "\(run.err)")
    #expect(run.code == 3)
  }
}
