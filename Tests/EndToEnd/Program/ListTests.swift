import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

/// `host list`: exact texts, and that nothing is run for them.
@Suite(.offPool) struct ListTests {
  /// The size of a file here, as a table shows it.
  private static func size(_ path: String) -> String {
    let tenths = (Folder.bytes(of: path).count * 10 + 512) / 1024
    return "\(tenths / 10).\(tenths % 10) KiB"
  }

  private static func bytes(_ path: String) -> Value { .int(Folder.bytes(of: path).count) }

  @Test func `one line for each file, the losers behind the winner`() {
    let above = Folder()
    for folder in ["first", "second"] { mkdir(above(folder), 0o755) }
    for (fixture, place) in [
      ("good", "first"), ("no-note", "first"), ("good-changed", "second"), ("sample-c", "second"),
    ] {
      let name = fixture == "sample-c" ? "Sample" : fixture == "no-note" ? "NoNote" : "Good"
      above.copy("\(Place.fixtures)/\(fixture)/lib\(name).so", as: "\(place)/lib\(name).so")
    }
    for other in ["README.txt", "lib.so", "libGood.so.1", "libx-y.so", "Good.so"] {
      above.write("", as: "first/\(other)")
    }
    let sizes = ["first/libGood.so", "second/libGood.so", "first/libNoNote.so", "second/libSample.so"]
      .map { ListTests.size(above($0)) }
    let width = sizes.map(\.count).max() ?? 0
    let size = sizes.map { String(repeating: " ", count: width - $0.count) + $0 }
    let head = String(repeating: " ", count: width - 4) + "SIZE"
    let run = Run.host("--plugins", "first", "--plugins", "second/", "list", in: above.path)
    let table = """
      NAME    FILE                 ABI  \(head)  STATE
      Good    first/libGood.so       1  \(size[0])  ready
      Good    second/libGood.so      1  \(size[1])  shadowed by first/libGood.so
      NoNote  first/libNoNote.so     -  \(size[2])  refused: it has no component note
      Sample  second/libSample.so    1  \(size[3])  ready

      """
    #expect(run == Run(out: table, err: "", code: 0))
  }

  @Test func `programs get a list of objects`() throws {
    let folder = Folder("good", "no-note")
    let other = Folder("good-changed")
    let run = Run.host("--plugins", folder.path, "--plugins", other.path, "list", "--json")
    let note =
      "a Swift component links ComponentKit, a C or C++ component uses COMPONENT_REGISTER in one file"
    let expected: Value = [
      [
        "name": "Good", "file": .text(folder("libGood.so")), "abi": 1, "size": ListTests.bytes(folder("libGood.so")),
        "state": "ready", "by": nil, "refusal": nil, "generation": nil,
      ],
      [
        "name": "Good", "file": .text(other("libGood.so")), "abi": 1, "size": ListTests.bytes(other("libGood.so")),
        "state": "shadowed", "by": .text(folder("libGood.so")), "refusal": nil, "generation": nil,
      ],
      [
        "name": "NoNote", "file": .text(folder("libNoNote.so")), "abi": nil,
        "size": ListTests.bytes(folder("libNoNote.so")), "state": "refused", "by": nil,
        "refusal": ["reason": "no_note", "message": "it has no component note", "help": .text(note)],
        "generation": nil,
      ],
    ]
    #expect(try Value(json: run.outBytes) == expected)
    #expect(run.out.hasPrefix(#"[{"name":"Good","file":"#) && run.out.count { $0 == "\n" } == 1)
    #expect(run.err == "" && run.code == 0)
  }

  @Test func `the libraries of one component say nothing of another's`() throws {
    let above = Folder()
    for folder in ["without", "with"] { mkdir(above(folder), 0o755) }
    for (fixture, file) in [
      ("missing-library/libMissingLibrary", "without/libA"), ("good/libGood", "without/libB"),
      ("missing-library/libMissingLibrary", "without/libC"), ("missing-library/libMissingLibrary", "without/libD"),
      ("beside-plain/libBesidePlain", "without/libE"), ("beside-plain/libBesidePlain", "with/libF"),
      ("beside-plain/libBesidePlain", "with/libG"), ("beside-plain-runpath/libBesidePlainRunpath", "with/libH"),
    ] {
      above.copy("\(Place.fixtures)/\(fixture).so", as: "\(file).so")
    }
    above.copy("\(Place.fixtures)/beside-plain/libbeside.so.1", as: "with/libbeside.so.1")
    let run = Run.host("--plugins", "without", "--plugins", "with", "list", "--json", in: above.path)
    let found = try Value(json: run.outBytes).list?.map { row in
      "\(row["name"]?.text ?? ""): \(row["refusal"]?["message"]?.text ?? row["state"]?.text ?? "")"
    }
    let (gone, beside) = (
      "it needs 'libgone.so.1', which can't be found", "it needs 'libbeside.so.1', which can't be found"
    )
    #expect(
      found == [
        "A: \(gone)", "B: ready", "C: \(gone)", "D: \(gone)", "E: \(beside)", "F: ready", "G: ready", "H: ready",
      ])
    #expect(run.err == "" && run.code == 0)
  }

  @Test func `a refusal that no longer holds is not shown`() throws {
    let folder = Folder("missing-library")
    folder.remove("libgone.so.1")
    let host = Host(Settings(directories: [folder.path]))
    #expect(throws: Refusal.self) { try host.load("MissingLibrary") }
    guard case .refused(let refusal) = try #require(host.list().first).state else {
      Issue.record("it is listed as if nothing were missing")
      return
    }
    #expect(refusal.reason == "missing_library")
    folder.copy("\(Place.fixtures)/beside-soname/libbeside.so.1", as: "libgone.so.1")
    #expect(host.list().first?.state == .ready)
  }

  @Test func `targets and actions are shown when asked for`() throws {
    let folder = Folder("good", "needs-missing", "serial")
    let run = Run.host("--plugins", folder.path, "list", "--targets")
    let text = """
      Good 1.0.0  A fixture
        Good
          run  An action

      NeedsMissing  refused: it needs the component 'Nowhere', which is not there
        in \(folder("libNeedsMissing.so"))
        help: put libNowhere.so into a plugin folder

      Serial 1.0.0  A fixture
        Serial (serial)  One at a time
          run  An action

      """
    #expect(run == Run(out: text, err: "", code: 0))
    let json = try Value(json: Run.host("--plugins", folder.path, "list", "--targets", "--json").outBytes)
    #expect(json[1]?["targets"] == .null && json[1]?["refusal"]?["reason"] == "missing_need")
    let targets: Value = [
      [
        "name": "Serial", "summary": "One at a time", "serial": true,
        "actions": [
          ["name": "run", "summary": "An action", "signature": nil, "remote": false, "progress": false, "reads": false]
        ],
      ]
    ]
    #expect(json[2]?["targets"] == targets && json[2]?["version"] == "1.0.0")
  }

  @Test func `an empty folder is said to be one`() {
    let folder = Folder()
    let text = "no components found\n  looked in \(folder.path)\n"
    #expect(Run.host("--plugins", folder.path, "list") == Run(out: "", err: text, code: 0))
    #expect(Run.host("--plugins", folder.path, "list", "--json") == Run(out: "[]\n", err: "", code: 0))
  }

  @Test func `a folder that was typed and is not there is an error, behind what the others have`() {
    let folder = Folder("good")
    let said = """
      error: nothing can be found in /typo (no such folder)
      help: name the folder of your components with --plugins DIR

      """
    #expect(Run.host("--plugins", "/typo", "list") == Run(out: "", err: said, code: 3))
    let both = Run.host("--plugins", folder.path, "--plugins", "/typo", "list")
    #expect(both.out.contains("Good") && both.err == said && both.code == 3, "\(both)")
  }

  @Test func `a library that only a neighbour needs is no refused component`() {
    let folder = Folder("beside-helper")
    folder.copy("\(Place.fixtures)/beside-helper/libhelper.so.1", as: "libhelper.so")
    let run = Run.host("--plugins", folder.path, "list", "--json")
    #expect(names(run) == ["BesideHelper"] && run.code == 0, "\(run)")
    folder.copy("\(Place.fixtures)/beside-helper/libhelper.so.1", as: "libnobodys.so")
    #expect(names(Run.host("--plugins", folder.path, "list", "--json")) == ["BesideHelper", "nobodys"])
    let completed = Run.host(
      ["complete", "fish", "--", "host --plugins \(folder.path) call "], environment: [:])
    #expect(completed.out == "names\nBesideHelper\nnobodys\n", "\(completed.out)")
  }

  private func names(_ run: Run) -> [String] {
    (try? Value(json: run.outBytes).list?.compactMap { $0["name"]?.text }) ?? []
  }

  @Test func `ten thousand files are listed, and none of them slows a call`() {
    let folder = Folder("good")
    for index in 0..<10_000 { symlink("nowhere", folder("libC\(index).so")) }
    let list = Run.host("--plugins", folder.path, "list")
    #expect(list.out.count { $0 == "\n" } == 10_002 && list.code == 0)
    #expect(Run.host("--plugins", folder.path, "call", "Good", "run") == Run(out: "ok\n", err: "", code: 0))
  }

  @Test func `neither list nor inspect runs any code of a component`() {
    let folder = Folder("marks")
    let environment = ["FIXTURE_MARKS": folder("marks.txt")]
    let list = Run.host("--plugins", folder.path, "list", environment: environment)
    #expect(list.code == 0 && list.out.contains("Marks"))
    #expect(Run.host("--plugins", folder.path, "list", "--json", environment: environment).code == 0)
    #expect(Run.host("inspect", folder("libMarks.so"), environment: environment).code == 0)
    #expect(!folder.has("marks.txt"))
    // The fixture does leave marks: in this order when it is called, without "run" when its targets are listed.
    let call = Run.host("--plugins", folder.path, "call", "Marks", "run", environment: environment)
    #expect(call == Run(out: "ok\n", err: "", code: 0))
    #expect(
      folder.lines(of: "marks.txt") == ["constructor", "register", "run", "shutdown", "release", "release"])
    folder.remove("marks.txt")
    #expect(Run.host("--plugins", folder.path, "list", "--targets", environment: environment).code == 0)
    #expect(folder.lines(of: "marks.txt") == ["constructor", "register", "shutdown", "release", "release"])
  }
}
