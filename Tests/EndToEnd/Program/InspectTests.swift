import ComponentKit
import Glibc
import TestThreads
import Testing

/// `host inspect`: exact texts.
@Suite(.offPool) struct InspectTests {
  #if arch(x86_64)
    private static let machine = "x86-64"
  #else
    private static let machine = "aarch64"
  #endif

  @Test func `everything that can be read is told`() throws {
    let folder = Folder("inspected")
    let size = Folder.bytes(of: folder("libInspected.so")).count
    let run = Run.host("inspect", "./libInspected.so", in: folder.path)
    let text = """
      file         ./libInspected.so
      size         \(size * 10 / 1024 / 10).\((size * 10 + 512) / 1024 % 10) KiB (\(size) bytes)
      kind         ELF shared library
      machine      \(InspectTests.machine)
      note         ABI 1, c
      soname       libInspected.so.1
      build id     0123456789abcdef
      runtime      c
      libraries    ./libbeside.so.1 (beside it)
      register     exported
      exports      extra
      permissions  fine
      verdict: nothing in the file is against it; what it registers is judged when it is loaded: host --plugins . describe Inspected

      """
    #expect(run == Run(out: text, err: "", code: 0))
    let json = Run.host("inspect", folder("libInspected.so"), "--json")
    let expected: Value = [
      "file": .text(folder("libInspected.so")), "size": .int(size), "kind": "ELF shared library",
      "machine": .text(InspectTests.machine),
      "note": ["state": "present", "abi": 1, "language": "c", "compiler": nil, "problem": nil],
      "soname": "libInspected.so.1",
      "build_id": "0123456789abcdef", "runtime": "c",
      "libraries": [["name": "libbeside.so.1", "place": "beside", "path": .text(folder("libbeside.so.1"))]],
      "register": true, "exports": ["extra"], "permissions": [], "shadowed_by": nil, "verdict": "passed",
      "refusal": nil,
    ]
    #expect(try Value(json: json.outBytes) == expected)
    #expect(json.out.count { $0 == "\n" } == 1 && json.err == "" && json.code == 0)
  }

  @Test func `a library that can't be found is told, and is the verdict`() throws {
    let folder = Folder("inspected")
    folder.remove("libbeside.so.1")
    let run = Run.host("inspect", folder("libInspected.so"))
    #expect(run.out.contains("\nlibraries    libbeside.so.1 (not found)\n"))
    let verdict = """

      verdict: refused: it needs 'libbeside.so.1', which can't be found
      help: install the library, or put it beside the component

      """
    #expect(run.out.hasSuffix(verdict) && run.err == "" && run.code == 4)
  }

  @Test(
    arguments: [
      ("no-note", "missing"), ("older-abi", "ABI 0, c"), ("newer-abi", "ABI 2, c"),
      ("garbage-note", "malformed: its notes can't be right: a note reaches beyond their end"),
      ("short-note", "malformed: its component note can't be right: it has 4 bytes instead of 16"),
      ("good", "ABI 1, c"), ("sample-cpp", "ABI 1, c++"),
    ])
  func `the note is told`(_ fixture: String, _ note: String) {
    let name = fixture == "sample-cpp" ? "Sample" : componentName(fixture)
    let folder = Folder(fixture)
    let run = Run.host("inspect", folder("lib\(name).so"))
    #expect(run.out.contains("\nnote         \(note)\n"), "\(run.out)")
    #expect(run.code == (note.hasPrefix("ABI 1") ? 0 : 4))
  }

  @Test(arguments: [("sample-cpp", "c++"), ("sample-rust", "rust"), ("sample-c", "c"), ("swift", "swift")])
  func `the language's runtime is told`(_ fixture: String, _ runtime: String) throws {
    if fixture == "sample-rust" && !Samples.hasRust || fixture == "swift" && !Place.hasComponents { return }
    let folder = fixture == "swift" ? Place.components : "\(Place.fixtures)/\(fixture)"
    let run = Run.host("inspect", "\(folder)/libSample.so", "--json", "--trust-any")
    let inspected = try Value(json: run.outBytes)
    #expect(inspected["runtime"]?.text == runtime && inspected["note"]?["language"]?.text == runtime)
    #expect(inspected["register"] == true && inspected["verdict"] == "passed")
  }

  @Test(.builtComponents) func `every Swift component exports register and nothing of the kit`() throws {
    for name in Samples.swiftComponents {
      let inspected = try Value(
        json: Run.host("inspect", "\(Place.components)/lib\(name).so", "--json", "--trust-any").outBytes)
      let texts = inspected["exports"]?.list?.compactMap(\.text)
      let exports = try #require(texts, "\(name)")
      #expect(inspected["register"] == true && !exports.contains { $0.hasPrefix("$s12ComponentKit") }, "\(name)")
    }
  }

  @Test func `a file that stands behind another folder's is told so`() throws {
    let (first, second) = (Folder("good"), Folder("good", "counts"))
    symlink(second.path, first("link"))
    func inspect(_ file: String, _ folders: String...) -> Run {
      Run.host(["inspect", file] + folders.flatMap { ["--plugins", $0] })
    }
    let behind = inspect(second("libGood.so"), first.path, first("link"))
    #expect(
      behind.out.contains("\nshadowed     by \(first("libGood.so")), whose folder goes first\nverdict: nothing in")
        && behind.code == 0, "\(behind)")
    let json = Run.host("inspect", second("libGood.so"), "--plugins", first.path, "--plugins", second.path, "--json")
    #expect(try Value(json: json.outBytes)["shadowed_by"] == .text(first("libGood.so")))
    for run in [
      inspect(first("libGood.so"), first.path, second.path), inspect(second("libGood.so"), first.path),
      inspect(second("libCounts.so"), first.path, second.path),
    ] {
      #expect(!run.out.contains("shadowed") && run.code == 0, "\(run)")
    }
  }

  @Test func `a symbol that is nowhere is told, and one of a library beside it is found`() {
    let folder = Folder("undefined-symbol", "beside-plain")
    let run = Run.host("inspect", folder("libUndefinedSymbol.so"))
    let verdict = """

      verdict: refused: it can't be linked: undefined symbol: nowhere_to_be_found
      help: link it with the library that has the symbol (-Wl,-z,defs finds this when it is built)

      """
    #expect(run.out.hasSuffix(verdict) && run.code == 4, "\(run)")
    #expect(Run.host("inspect", folder("libBesidePlain.so")).code == 0)
  }

  @Test func `a file whose name is no component's is told so`() {
    let folder = Folder("good")
    folder.copy(folder("libGood.so"), as: "Good.so")
    let run = Run.host("inspect", folder("Good.so"))
    let verdict = """

      verdict: refused: its name is not of the form lib<Name>.so
      help: rename it; a name is a letter, then letters, digits and '_', at most 128 in all

      """
    #expect(run.out.hasSuffix(verdict) && run.code == 4)
  }

  @Test func `a file that is not there is told so`() {
    let run = Run.host("inspect", "/nowhere/libGood.so")
    #expect(run == Run(out: "", err: "error: no file named '/nowhere/libGood.so'\n", code: 3))
  }
}
