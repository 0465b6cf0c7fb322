import Glibc
import TestThreads
import Testing

/// Components come and go as files do, from one run of the program to the next.
@Suite(.offPool) struct LifeTests {
  private func good(_ folder: Folder) -> Run { Run.host("--plugins", folder.path, "call", "Good", "run") }

  private static let ok = Run(out: "ok\n", err: "", code: 0)
  private static let changed = Run(out: "changed\n", err: "", code: 0)

  @Test func `drop, call, remove, call, put back, call`() {
    let folder = Folder("counts")
    let missing =
      "error: no component named 'Good'\n  looked in \(folder.path)\nhelp: see what is there with 'host list'\n"
    #expect(good(folder) == Run(out: "", err: missing, code: 3))
    folder.put("good")
    #expect(good(folder) == LifeTests.ok)
    folder.remove("libGood.so")
    #expect(good(folder) == Run(out: "", err: missing, code: 3))
    folder.put("good")
    #expect(good(folder) == LifeTests.ok)
    folder.put("good-changed")
    #expect(good(folder) == LifeTests.changed)
    folder.put("good")
    #expect(good(folder) == LifeTests.ok)
  }

  @Test func `the first folder that has a name wins`() {
    let first = Folder()
    let second = Folder("good")
    let call = { Run.host("--plugins", first.path, "--plugins", second.path, "call", "Good", "run") }
    #expect(call() == LifeTests.ok)
    first.put("good-changed")
    #expect(call() == LifeTests.changed)
    // A broken one shadows as well: what answers never depends on what is wrong.
    first.write("", as: "libGood.so")
    #expect(call().err.hasPrefix("error: the component 'Good' is refused: it is empty\n") && call().code == 4)
    first.remove("libGood.so")
    #expect(call() == LifeTests.ok)
  }

  @Test func `folders come from --plugins, else from HOST_PLUGINS, else from ./lib`() {
    let here = Folder()
    mkdir(here("lib"), 0o755)
    here.copy("\(Place.fixtures)/good/libGood.so", as: "lib/libGood.so")
    let other = Folder("good-changed")
    let call = { (environment: [String: String], options: [String]) in
      Run.host(options + ["call", "Good", "run"], in: here.path, environment: environment)
    }
    #expect(call([:], []) == LifeTests.ok)
    #expect(call(["HOST_PLUGINS": other.path], []) == LifeTests.changed)
    #expect(call(["HOST_PLUGINS": "\(other.path):lib"], []) == LifeTests.changed)
    #expect(call(["HOST_PLUGINS": "/nowhere:lib:\(other.path)"], []) == LifeTests.ok)
    #expect(call(["HOST_PLUGINS": ""], []) == LifeTests.ok)
    #expect(call(["HOST_PLUGINS": other.path], ["--plugins", "lib"]) == LifeTests.ok)
    #expect(call(["HOST_PLUGINS": "/nowhere"], ["--plugins=./lib/"]) == LifeTests.ok)
  }

  @Test func `a fallback component answers for what is missing`() {
    let folder = Folder("good", "fallback")
    let run = Run.host("--plugins", folder.path, "call", "Reader", "open", "id=1")
    #expect(run.out == "no_such_component: Reader.open\n" && run.code == 3)
    #expect(run.err.hasPrefix("error: no component named 'Reader'\n"))
    #expect(Run.host("--plugins", folder.path, "call", "Good", "fly").out == "no_such_action: Good.fly\n")
    folder.put("no-note")
    let answered = Run.host("--plugins", folder.path, "call", "NoNote", "run")
    #expect(answered.out == "component_refused: NoNote.run\n" && answered.code == 3)
    // A fallback that is refused is told of, and the host answers itself.
    folder.copy("\(Place.fixtures)/no-note/libNoNote.so", as: "libNotFound.so")
    let refused = Run.host("--plugins", folder.path, "call", "Reader", "open")
    #expect(
      refused.err.hasPrefix(
        "warning: the fallback NotFound is refused: it has no component note\nerror: no component named 'Reader'\n"))
    #expect(refused.code == 3)
  }

  @Test(arguments: ["run", "interrupted"])
  func `a process that an action splits off says nothing of the call`(_ action: String) {
    let folder = Folder("splits-off")
    let run = Run.host("--plugins", folder.path, "call", "SplitsOff", action)
    #expect(run == Run(out: "ok\n", err: "", code: 0))
  }
}
