import ComponentKit
import Glibc
import TestThreads
import Testing

/// What the program says where the system gives its process no more of something.
@Suite(.offPool) struct LimitTests {
  /// Runs the program under a limit of the shell's `ulimit`.
  private func host(_ limit: String, _ arguments: String...) -> Run {
    Run.program("/bin/sh", ["-c", "ulimit \(limit) && exec \"$@\"", "sh", Place.host] + arguments, limit: .seconds(30))
  }

  /// The fewest descriptors with which the program itself starts.
  private func fewest(_ folder: Folder) -> Int {
    (3..<40).first { host("-n \($0)", "--version").code == 0 } ?? 40
  }

  @Test func `list says why it can't, where there are too few descriptors`() {
    let folder = Folder("good")
    let run = host("-n \(fewest(folder))", "--plugins", folder.path, "list")
    #expect(run.out == "" && run.code == 1)
    #expect(run.err == "error: the folder '\(folder.path)' can't be listed: Too many open files\n")
    let json = host("-n \(fewest(folder))", "--plugins", folder.path, "list", "--json")
    #expect(json.out == "[]\n" && json.code == 1 && json.err.contains("Too many open files"))
  }

  @Test func `with any number of descriptors a call answers, or says which are missing`() {
    let folder = Folder("good")
    let first = fewest(folder)
    var answered = 0
    // Which of them are free in a test is not known.
    for count in first..<(first + 60) where answered < 3 {
      let call = host("-n \(count)", "--plugins", folder.path, "call", "Good", "run")
      if call == Run(out: "ok\n", err: "", code: 0) {
        answered += 1
      } else {
        // Nothing is called where the watch of its time limit can't be had.
        let isWatched = !call.err.contains("the limit of 60 s can't be kept: no thread can be started")
        #expect(call.code == (isWatched ? 4 : 1) && call.err.contains("Too many open files"))
        #expect(!isWatched || call.err.contains("help: let the process open more files: ulimit -n\n"))
      }
      let list = host("-n \(count)", "--plugins", folder.path, "list")
      #expect(list.code == 0 ? list.out.contains("ready") : list.err.contains("Too many open files"))
    }
    #expect(answered > 0)
  }

  @Test func `a component larger than a file may be is refused, and loads in place`() throws {
    let folder = Folder("good")
    let size = Folder.bytes(of: folder("libGood.so")).count
    // In units of 512 bytes, of which a file has more than one.
    let (most, unit) = (1024, 512)
    let limit = "-f \(most / unit)"
    let words = "it has \(size) bytes, and this process may write files of \(most) at most"
    let call = host(limit, "--plugins", folder.path, "call", "Good", "run")
    #expect(call.code == 4 && call.out == "" && call.err.contains("the component 'Good' is refused: \(words)\n"))
    #expect(call.err.contains("help: let it write larger ones (ulimit -f), or load from the file itself"))
    #expect(host(limit, "--plugins", folder.path, "list").out.contains("refused: \(words)"))
    #expect(host(limit, "inspect", folder("libGood.so")).out.contains("verdict: refused: \(words)"))
    let inPlace = host(limit, "--plugins", folder.path, "--in-place", "call", "Good", "run")
    #expect(inPlace == Run(out: "ok\n", err: "", code: 0))
  }

  @Test func `a component that does not fit into the memory is refused`() {
    let folder = Folder("vast")
    let run = host("-v 1000000", "--plugins", folder.path, "call", "Vast", "run")
    #expect(run.code == 4 && run.err.contains("the component 'Vast' is refused: the dynamic loader says: "))
    #expect(run.err.contains("help: let the process have more memory (ulimit -v)"))
  }

  @Test func `where a process has all mappings it may have, a load says so`() throws {
    let folder = Folder("maps-much", "good")
    let run = Run.host("--plugins", folder.path, "call", "MapsMuch", "run")
    #expect(run.code == 4 && run.err.contains("vm.max_map_count"))
  }

  @Test func `a relative folder is the one that it was when the host began`() {
    let above = Folder()
    mkdir(above("lib"), 0o755)
    for fixture in ["good", "goes-away"] {
      let file = "lib\(fixture == "good" ? "Good" : "GoesAway").so"
      above.copy("\(Place.fixtures)/\(fixture)/\(file)", as: "lib/\(file)")
    }
    // It changes the current folder, then calls Good.
    for option in [[], ["--in-place"], ["--trust-any"]] {
      let run = Run.host(option + ["--plugins", "lib", "call", "GoesAway", "run"], in: above.path)
      #expect(run == Run(out: "ok\n", err: "", code: 0))
    }
  }

  @Test(.enabled(if: Mounts.arePossible, "nobody here may mount anything"))
  func `a file system on which nothing may be run is named, and a copy loads`() {
    let (folder, mounted) = (Folder("good"), Folder())
    let line = "mount -t tmpfs -o noexec,mode=755 none \(mounted.path) && cp \(folder("libGood.so")) \(mounted.path)"
    let call = ["--plugins", mounted.path, "call", "Good", "run"]
    #expect(Mounts.host(behind: line, call) == Run(out: "ok\n", err: "", code: 0))
    let inPlace = Mounts.host(behind: line, call + ["--in-place"])
    #expect(inPlace.code == 4 && inPlace.out == "")
    #expect(inPlace.err.contains("is refused: it lies on a file system that is mounted noexec: "))
    #expect(inPlace.err.hasSuffix("help: mount it with exec, or put the file elsewhere\n"))
  }

  @Test(arguments: [["call", "Hangs", "run"], ["list", "--targets"], ["open", "app://Hangs/run"]])
  func `a time limit that nobody can keep is told of before anything of a component runs`(_ words: [String]) {
    let folder = Folder("hangs")
    // Stacks larger than all the memory that the process may have: no thread can be started.
    let line = "ulimit -S -s 100000000 && ulimit -S -v 50000000 && exec \"$@\""
    let run = Run.program(
      "/bin/sh", ["-c", line, "sh", Place.host, "--plugins", folder.path, "--timeout", "0.5"] + words,
      environment: ["FIXTURE_HANGS": "constructor", "FIXTURE_MARKS": folder("marks.txt")], limit: .seconds(20))
    #expect(run.out == "" && run.code == 1)
    #expect(run.err.hasPrefix("error: the limit of 0.5 s can't be kept: no thread can be started: "))
    #expect(!folder.has("marks.txt"))
  }
}
