import Glibc
import TestThreads
import Testing

/// Completion in a real bash.
@Suite(.offPool, .enabled(if: ShellProgram.bash.path != nil, "bash is not installed"))
struct BashCompletionTests {
  private let folder = Folder("describes-itself", "marks", "good", "no-note")
  private let cache = Folder()

  init() { keep(folder.path) }

  // Has it be kept what the components of a folder say of themselves.
  private func keep(_ folder: String) {
    // What is younger than a moment is not.
    usleep(200_000)
    _ = Run.host("--plugins", folder, "list", "--targets", environment: ["XDG_CACHE_HOME": cache.path])
  }

  // Calls the function as bash would, with the line split as bash would split it.
  private static let script = """
    source <("$1" completions bash) || exit
    COMP_LINE=$2 COMP_POINT=${3:-${#2}}
    read -r -a COMP_WORDS <<<"${COMP_LINE//=/ = }"
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=(left over)
    function=$(complete -p host) function=${function#*-F } function=${function%% *}
    "$function" "$1" "${COMP_WORDS[COMP_CWORD]}"
    [ ${#COMPREPLY[@]} = 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
    """

  /// What is offered at the end of a line, in this folder.
  private func offered(_ line: String, _ more: [String] = [], environment: [String: String] = [:]) -> [String] {
    let run = Run.program(
      "/usr/bin/env", ["bash", "--norc", "--noprofile", "-c", Self.script, "bash", Place.host, line] + more,
      in: folder.path,
      environment: ["HOST_PLUGINS": folder.path, "XDG_CACHE_HOME": cache.path].merging(environment) { $1 },
      limit: .seconds(30))
    #expect(run.err == "" && run.code == 0)
    return run.out.split(separator: "\n").map(String.init)
  }

  @Test func `commands, options, components, targets, actions, parameters and values`() {
    #expect(offered("host d") == ["describe"])
    #expect(offered("host list --t") == ["--trust-any", "--targets", "--timeout"])
    #expect(offered("host call ") == ["DescribesItself", "Good", "Marks", "NoNote"])
    #expect(offered("host describe DescribesItself.") == ["DescribesItself.Below"])
    #expect(offered("host call DescribesItself s") == ["show", "store"])
    #expect(offered("host call DescribesItself show id=1 ") == ["page=", "kind=", "isLong=", "tags=", "limit="])
    #expect(offered("host call DescribesItself show id=1 kind=") == ["plain", "rich"])
    #expect(offered("host call DescribesItself show isLong:=t") == ["true"])
    #expect(offered("host call DescribesItself store level=") == ["1", "-2"])
    #expect(offered("host call DescribesItself show \"kind=r") == ["kind=rich"])
  }

  @Test func `what stands behind the cursor does not matter`() {
    #expect(offered("host call De show id=1", ["12"]) == ["DescribesItself"])
  }

  @Test func `folders are those on the line, or of the environment`() {
    let other = Folder()
    mkdir(other("my lib"), 0o755)
    other.copy("\(Place.fixtures)/describes-itself/libDescribesItself.so", as: "my lib/libDescribesItself.so")
    keep(other("my lib"))
    let nowhere = ["HOST_PLUGINS": "/nowhere", "HOME": other.path]
    #expect(offered("host call ", environment: nowhere) == [])
    for typed in [
      "'\(other.path)/my lib'", "\(other.path)/my\\ lib", "\"\(other.path)/my lib\"", "~/my\\ lib", "\"$HOME/my lib\"",
    ] {
      #expect(offered("host --plugins \(typed) call DescribesItself sh", environment: nowhere) == ["show"])
    }
    #expect(offered("host --plugins='\(other.path)/my lib' call D", environment: nowhere) == ["DescribesItself"])
    #expect(offered("host call --plugins \(folder.path) G", environment: nowhere) == ["Good"])
    // Behind the cursor it is not honoured.
    #expect(offered("host call G --plugins \(folder.path)", ["11"], environment: nowhere) == [])
  }

  @Test func `paths are offered where one is meant`() {
    mkdir(folder("lib dir"), 0o755)
    #expect(offered("host --plugins li") == ["lib dir"])
    #expect(offered("host --plugins=li") == ["lib dir"])
    #expect(offered("host inspect libG") == ["libGood.so"])
    #expect(offered("host inspect lib\\ ") == ["lib dir"])
    #expect(offered("host call Good run --params - < libG") == ["libGood.so"])
  }

  @Test func `what makes no sense offers nothing and says nothing`() {
    for line in [
      "host nonsense ", "host --nonsense call ", "host call Nowhere ", "host call NoNote ", "host call ../x ",
      "host call Good run ", "host --plugins '' call ", "host call Good.Sub ", "host call $(touch x) ", "host list ",
      "host call 'G", "host call \u{1}",
    ] {
      let expected = line == "host call 'G" ? ["Good"] : []
      #expect(offered(line) == expected)
    }
    #expect(!folder.has("x"))
  }

  @Test func `only valid names are offered`() {
    for name in ["$(reboot)", "a b", "`x`", "x;y", "a-b", "1a", "é", "\u{1b}[31m", "a\nb", "*", "-x", "~"] {
      folder.write("", as: "lib\(name).so")
    }
    #expect(offered("host call ") == ["DescribesItself", "Good", "Marks", "NoNote"])
    // Nor values that a shell would take for something else.
    #expect(offered("host call DescribesItself.Below odd mode=") == ["c"])
    // Nor hints, which may have any name.
    folder.put("odd-hints")
    keep(folder.path)
    #expect(offered("host open --key OddHints_k ") == ["id=", "plain="])
    #expect(offered("host open --key OddHints_k x") == [])
    #expect(offered("host open --key OddHints_k -- -") == [])
  }

  @Test func `nothing is ever loaded`() {
    for line in [
      "host call ", "host call M", "host call Marks", "host --plugins . describe ", "host call Good ", "host ",
      "host call DescribesItself.", "host describe DescribesItself ", "host call DescribesItself show k",
      "host call Marks ", "host call Marks.", "host call Marks run ", "host explain Marks ", "host bindings Marks.",
      "host open app://Marks/", "host open --key Marks_", "host open app://x --deny Marks.",
    ] {
      for cache in [cache.path, "/dev/null"] {
        _ = offered(line, environment: ["FIXTURE_MARKS": folder("marks.txt"), "XDG_CACHE_HOME": cache])
        #expect(!folder.has("marks.txt"), "\(line)")
      }
    }
    #expect(offered("host call Marks ") == ["run"])
    #expect(offered("host call Marks ", environment: ["XDG_CACHE_HOME": "/dev/null"]) == [])
  }

  @Test(arguments: ["", "crash", "fault", "exit", "hang"]) func `a component can't disturb`(how: String) {
    folder.put("disturbs")
    let began = ContinuousClock.now
    let names = offered("host call Disturbs ", environment: ["FIXTURE_DISTURBS": how])
    #expect(names == [])
    #expect(ContinuousClock.now - began < .seconds(20))
    #expect(offered("host call Di", environment: ["FIXTURE_DISTURBS": how]) == ["Disturbs"])
  }

  @Test func `ten thousand components are no matter`() {
    let many = Folder()
    for index in 0..<10_000 { symlink("nowhere", many("libC\(index).so")) }
    #expect(offered("host --plugins \(many.path) call C999").count == 11)
  }
}
