import Glibc
import TestThreads
import Testing

/// Every fixture and every example is shown from what is kept byte for byte as loading shows it.
@Suite(.offPool) struct CacheFixtureTests {
  // What components themselves write as they are loaded, to the error output, is left out.
  private func runs(_ folder: Folder, _ lines: [String], _ cache: Folder, _ more: [String] = []) -> [Run] {
    lines.map { line in
      let run = Run.host(
        ["--plugins", folder.path] + more + line.split(separator: " ").map(String.init),
        environment: ["XDG_CACHE_HOME": cache.path], limit: .seconds(60))
      return Run(outBytes: run.outBytes, errBytes: [], code: run.code)
    }
  }

  private func kept(_ cache: Folder) -> Int {
    Folder.names(in: cache("component-host")).filter { $0.hasPrefix(".") == false }.count
  }

  @Test func `fixtures`() {
    var shown = 0
    for fixture in Folder.names(in: Place.fixtures) {
      let name = componentName(fixture)
      if !Folder.names(in: "\(Place.fixtures)/\(fixture)").contains("lib\(name).so") { continue }
      let (folder, cache) = (Folder(fixture), Folder())
      usleep(150_000)
      // What hangs is waited for as long, and one has more to say than a debug build says in that time.
      let line = "describe \(name) --timeout \(fixture == "wide-tools" ? 60 : 2)"
      let first = runs(folder, [line, "\(line) --json"], cache, ["--no-cache"])
      #expect(kept(cache) == 0, "\(fixture)")
      #expect(runs(folder, [line], cache) == [first[0]], "\(fixture)")
      // What is refused, crashes or hangs says nothing of itself, and nothing is kept of it.
      #expect(kept(cache) == (first[0].code == 0 ? 1 : 0), "\(fixture): \(first[0])")
      if first[0].code != 0 { continue }
      shown += 1
      #expect(runs(folder, [line, "\(line) --json"], cache) == first, "\(fixture)")
    }
    #expect(shown > 80)
  }

  @Test(.builtComponents) func `examples`() {
    let (folder, cache) = (Folder(), Folder())
    // Copies: other tests link the files that are staged, by which these become others.
    for name in Staged.names { folder.copy("\(Place.components)/lib\(name).so", as: "lib\(name).so") }
    usleep(150_000)
    var lines = ["list --targets", "routes", "graph"]
    for name in Staged.names {
      lines.append("describe \(name)")
      lines += ["swift", "c", "cpp", "rust"].map { "bindings \(name) --language \($0)" }
    }
    lines += lines.map { "\($0) --json" }
    let loaded = runs(folder, lines, cache, ["--no-cache"])
    #expect(loaded.allSatisfy { $0.code == 0 } && kept(cache) == 0)
    #expect(runs(folder, ["list --targets"], cache) == [loaded[0]])
    #expect(kept(cache) == Staged.names.count)
    for (line, (kept, loaded)) in zip(lines, zip(runs(folder, lines, cache), loaded)) {
      #expect(kept == loaded, "\(line)")
    }
  }
}
