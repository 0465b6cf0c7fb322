import Glibc
import TestThreads
import Testing

/// Completion as somebody sees it who presses Tab, and in the shells that may not be installed.
@Suite(.offPool) struct ShellCompletionTests {
  private let folder = Folder("describes-itself", "good")

  init() {
    // What is younger than a moment is not kept, and what is not kept is not completed.
    usleep(200_000)
    _ = Run.host("list", "--targets", environment: surroundings)
  }

  private func run(_ shell: ShellProgram, _ arguments: [String]) throws -> Run {
    let path = try #require(shell.path)
    return Run.program(path, arguments, in: folder.path, environment: surroundings, limit: .seconds(60))
  }

  // The program is found by its name, as it would be by a user.
  private var surroundings: [String: String] {
    [
      "PATH": "\(Place.built):/usr/bin:/bin", "HOME": folder.path, "HOST_PLUGINS": folder.path, "TERM": "dumb",
      "PS1": "$ ", "XDG_CACHE_HOME": folder("cache"),
    ]
  }

  private func syntax(_ shell: ShellProgram) throws {
    folder.write(Run.host("completions", shell.name).out, as: "script")
    #expect(try run(shell, ["-n", folder("script")]) == Run(out: "", err: "", code: 0))
    folder.write("if true; then", as: "script")
    #expect(try run(shell, ["-n", folder("script")]).code != 0)
  }

  @Test(.enabled(if: ShellProgram.bash.path != nil, "bash is not installed"))
  func `bash takes the script`() throws { try syntax(.bash) }

  @Test(.enabled(if: ShellProgram.zsh.path != nil, "zsh is not installed"))
  func `zsh takes the script`() throws { try syntax(.zsh) }

  @Test(.enabled(if: ShellProgram.fish.path != nil, "fish is not installed"))
  func `fish takes the script`() throws { try syntax(.fish) }

  /// Types lines at a shell on a terminal, a Tab in them, and sees what the shell then runs.
  private func press(_ shell: ShellProgram, _ arguments: [String], _ setup: [String]) throws {
    let path = try #require(shell.path)
    let terminal = try #require(Terminal())
    let line = "exec \"$0\" \"$@\" <\(terminal.path) >\(terminal.path) 2>&1"
    let words = ["-c", line, path] + arguments
    let started = try #require(
      Started("/bin/sh", words.map { Array($0.utf8) }, in: folder.path, environment: surroundings))
    for line in setup { terminal.type("\(line)\n") }
    terminal.type("echo rea''dy\n")
    #expect(terminal.read(until: "ready").contains("ready"))
    // Each line ends in a word that only the shell itself puts together.
    terminal.type("host ca\tGoo\tr\t; echo fir''st\n")
    let first = terminal.read(until: "first")
    #expect(first.contains("ok"), "\(first)")
    terminal.type("host describe DescribesItself.\tod\t| tail -n 1; echo seco''nd\n")
    let second = terminal.read(until: "second")
    #expect(second.contains("DescribesItself.so"), "\(second)")
    terminal.type("host call DescribesItself show id=1 ki\tr\t; echo thi''rd\n")
    let third = terminal.read(until: "third")
    #expect(third.contains("kind=rich") && third.contains("\"parts\": []"), "\(third)")
    terminal.type("exit\n")
    #expect(started.finish().code == 0)
  }

  @Test(.enabled(if: ShellProgram.bash.path != nil, "bash is not installed"))
  func `Tab completes in bash`() throws {
    try press(.bash, ["--norc", "--noprofile", "-i"], ["source <(host completions bash)"])
  }

  @Test(.enabled(if: ShellProgram.zsh.path != nil, "zsh is not installed"))
  func `Tab completes in zsh`() throws {
    let setup = ["autoload -Uz compinit && compinit -u -D", "source <(host completions zsh)"]
    try press(.zsh, ["-f", "-i"], setup)
  }

  @Test(.enabled(if: ShellProgram.zsh.path != nil, "zsh is not installed"))
  func `zsh finds the script as a file`() throws {
    mkdir(folder("functions"), 0o755)
    folder.write(Run.host("completions", "zsh").out, as: "functions/_host")
    let setup = ["fpath=(\(folder("functions")) $fpath)", "autoload -Uz compinit && compinit -u -D"]
    try press(.zsh, ["-f", "-i"], setup)
  }

  @Test(.enabled(if: ShellProgram.fish.path != nil, "fish is not installed"))
  func `fish completes`() throws {
    folder.write(Run.host("completions", "fish").out, as: "host.fish")
    mkdir(folder("lib"), 0o755)
    let offered = { (line: String) in
      let run = try run(.fish, ["--no-config", "-c", "source host.fish; complete -C \"$argv[1]\"", line])
      #expect(run.err == "" && run.code == 0)
      return run.out.split(separator: "\n").map(String.init)
    }
    #expect(try offered("host d") == ["describe\tDescribe a component, a target or an action"])
    #expect(try offered("host call ") == ["DescribesItself", "Good"])
    #expect(try offered("host call DescribesItself sh") == ["show\tShows a page"])
    #expect(
      try offered("host call DescribesItself show id=1 pa") == [
        "page=\tint - which page, counted from the first one that has a num…"
      ])
    #expect(try offered("host call DescribesItself show kind=") == ["kind=plain", "kind=rich"])
    #expect(try offered("host --plugins ~/li") == ["~/lib/"])
    #expect(try offered("host --plugins=li") == ["--plugins=lib/"])
    #expect(try offered("host inspect libG") == ["libGood.so"])
    #expect(try offered("host call Nowhere ") == [])
  }
}
