import Testing

@testable import HostCLI

@Suite struct CompletionsCommandTests {
  @Test(arguments: Shell.allCases) func `a script says how it is installed, and asks the program`(shell: Shell) {
    let ran = run("completions", shell.rawValue)
    #expect(ran == Ran(.ok, out: shell.script))
    #expect(
      ran.out.contains("# Completion of the program host for \(shell), printed by 'host completions \(shell)'.\n"))
    #expect(ran.out.contains(" complete \(shell) -- "))
    #expect(ran.out.contains("#   host completions \(shell) > ~/"))
  }

  @Test func `a command line that makes no sense is a usage error`() {
    let help = "help: write host completions bash|zsh|fish\n"
    #expect(run("completions") == Ran(.usage, err: "error: completions needs one shell\n\(help)"))
    #expect(run("completions", "bash", "zsh") == Ran(.usage, err: "error: completions needs one shell\n\(help)"))
    #expect(
      run("completions", "ksh")
        == Ran(.usage, err: "error: unknown shell 'ksh'\nhelp: a shell with a similar name exists: 'zsh'\n"))
    #expect(run("completions", "tcsh") == Ran(.usage, err: "error: unknown shell 'tcsh'\n\(help)"))
  }
}
