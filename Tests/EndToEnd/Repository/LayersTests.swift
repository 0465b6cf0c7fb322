import Glibc
import TestThreads
import Testing

/// Scripts/layers: what the components may depend on.
@Suite(.offPool) struct LayersTests {
  private static let above = "may depend on faces of its own layer or of one below"
  private static let itself = "may depend on another component's face, never on the component itself"
  private static let nothing = "may depend on ComponentKit and on faces, and on nothing else outside its folder"
  private static let never = "a face may depend on ComponentKit and on other faces, never on a component"
  private static let undeclared = "imports what its target does not depend on"
  private static let notItsOwn = "what is not its own"

  private static func layers(_ fixture: String) -> Run {
    Scripts.run("layers", "\(Place.repository)/Tests/Fixtures/Layers/\(fixture)")
  }

  @Test func `this repository keeps the rules`() {
    let count = ["Base", "Shared", "Feature"].map { Folder.names(in: "\(Place.repository)/Plugins/\($0)").count }
    let told = "layers: \(count.reduce(0, +)) components in 3 layers keep the rules\n"
    #expect(Scripts.run("layers") == Run(out: told, err: "", code: 0))
  }

  @Test func `everything that is allowed is allowed`() {
    #expect(
      LayersTests.layers("keeps-the-rules")
        == Run(out: "layers: 5 components in 3 layers keep the rules\n", err: "", code: 0))
  }

  @Test(arguments: faults) func `each fault is told with its arrow`(_ fixture: String, _ told: [String]) {
    let err = told.map { "error: \($0)\n" }.joined()
    #expect(LayersTests.layers(fixture) == Run(out: "", err: err, code: 1))
  }

  @Test func `a manifest that can't be read keeps no rules`() {
    let run = LayersTests.layers("broken-manifest")
    let folder = "\(Place.repository)/Tests/Fixtures/Layers/broken-manifest"
    #expect(run.out == "" && run.code == 1 && run.err.contains("cannot find 'nothing' in scope"))
    #expect(run.err.hasSuffix("error: the manifest of \(folder) can't be read; what is wrong stands above\n"))
  }

  @Test func `a folder without a package is told`() {
    let folder = Folder()
    let run = Scripts.run("layers", folder.path)
    let said = "error: there is no Package.swift in \(folder.path): layers are of packages in Swift\n"
    #expect(run == Run(out: "", err: said, code: 1))
    #expect(Scripts.run("layers", "a", "b").err == "error: usage: Scripts/layers [PACKAGE] [--built FOLDER]\n")
  }

  @Test func `a folder of the engine that names what lies above it is told, and a second file that says dlopen`() {
    _ = LayersTests.layers("keeps-the-rules")
    let engine = Folder()
    for folder in ["Names", "Load", "Elf"] { mkdir(engine(folder), 0o755) }
    engine.write("struct ComponentName { static let loader = \"Loader\" }", as: "Names/ComponentName.swift")
    engine.write("final class Loader { let name = ComponentName() }", as: "Load/Loader.swift")
    engine.write("struct Image { let handle = dlopen(nil, 0) }", as: "Load/Image.swift")
    let package = "\(Place.repository)/Tests/Fixtures/Layers/keeps-the-rules"
    func layers() -> Run {
      Run.program("\(Place.repository)/.build/scripts/Layers", [package, "--engine", engine.path], limit: .seconds(60))
    }
    #expect(layers() == Run(out: "layers: 5 components in 3 layers keep the rules\n", err: "", code: 0))
    engine.write("struct Elf { var loader: Loader?; let own = dlopen(nil, 0) }  // Image", as: "Elf/Elf.swift")
    let told = [
      "Elf/Elf.swift says dlopen, which is for Image.swift alone",
      "Elf/Elf.swift names Loader of Load, which lies above",
    ]
    #expect(layers() == Run(out: "", err: told.map { "error: \($0)\n" }.joined(), code: 1))
  }

  @Test(.builtComponents) func `the built components of this repository need none from above`() {
    let count = ["Base", "Shared", "Feature"].map { Folder.names(in: "\(Place.repository)/Plugins/\($0)").count }
    let told =
      "\(count.reduce(0, +)) components in 3 layers keep the rules, also in what they need as they were built\n"
    #expect(Scripts.run("layers", "--built", Place.components) == Run(out: "layers: \(told)", err: "", code: 0))
  }

  @Test func `a built component that needs one from above is told, although it imports no face`() {
    let package = "\(Place.repository)/Tests/Fixtures/Layers/needs-from-above"
    let built = Folder("needs-missing-optional", "good")
    _ = Scripts.run("layers", package)
    func layers(_ folder: Folder) -> Run {
      Run.program(
        "\(Place.repository)/.build/scripts/Layers", [package, "--built", folder.path, Place.host],
        limit: .seconds(60))
    }
    let needs = "NeedsMissingOptional (base) needs Nowhere (feature)"
    built.copy("\(Place.fixtures)/good/libGood.so", as: "libNowhere.so")
    let rule = "a component may need components of its own layer or of one below"
    // What can't be asked is no component that keeps the rules.
    let refused = layers(built)
    #expect(
      refused.code == 1 && refused.err.hasSuffix("error: Nowhere can't be described; what is wrong stands above\n"))
    built.remove("libNowhere.so")
    let missing = "error: Nowhere is not built: there is no libNowhere.so in \(built.path)\n"
    #expect(layers(built) == Run(out: "", err: missing, code: 1))
    built.put("nowhere")
    #expect(layers(built) == Run(out: "", err: "error: \(needs): \(rule)\n", code: 1))
  }

  @Test func `every fixture is tried`() {
    let named =
      ["broken-manifest", "keeps-the-rules", "needs-from-above"]
      + LayersTests.faults.map { String($0.0.prefix { $0 != "/" }) }
    #expect(Folder.names(in: "\(Place.repository)/Tests/Fixtures/Layers") == named.sorted())
  }

  private static let faults: [(String, [String])] = [
    ("face-from-above", ["Notes (shared) -> ReaderFace (feature): a component \(above)"]),
    (
      "calls-from-above",
      ([4, 5, 7, 14, 16, 17, 18, 24, 28, 31, 37, 43].map { ("Notes", "Notes.swift:\($0)") }
        + [5, 7, 8, 10].map { ("Pad", "more.cpp:\($0)") }
        + [6, 8, 9, 10, 15, 22, 23, 25, 26, 27, 33, 34, 35, 36, 37, 41, 44, 45, 47, 48].map { ("Pad", "pad.c:\($0)") })
        .map { name, place in
          "\(name) (shared) -> Reader (feature): Plugins/Shared/\(name)/\(place) names it; "
            + "a component may call components of its own layer or of one below"
        }
    ),
    ("face-knows-face-above", ["LibraryFace (base) -> NotesFace (shared): a face \(above)"]),
    (
      "face-knows-component",
      ["NotesFace (shared) -> NotesLog (shared): \(never)", "NotesFace (shared) -> Library (base): \(never)"]
    ),
    (
      "component-knows-component",
      ["Review (shared)", "Library (base)", "LibraryShelf (base)"].map {
        "Notes (shared) -> \($0): a component \(itself)"
      }
    ),
    (
      "part-knows-component",
      [
        "NotesLog (shared) -> Library (base): a component \(itself)",
        "NotesLog (shared) -> ReaderFace (feature): a component \(above)",
      ]
    ),
    (
      "component-knows-host",
      ["ComponentHost (Host/Engine)", "HostCLI (Host/CLI)", "Common (Common)"]
        .map { "Notes (shared) -> \($0): a component \(nothing)" }
    ),
    ("component-knows-test", ["Notes (shared) -> NotesTests (a test): nothing may depend on a test"]),
    (
      "test-knows-component",
      [
        "NotesTests (a test) -> Library (base): a component's test \(itself)",
        "NotesTests (a test) -> ReaderFace (feature): a component's test \(above)",
      ]
    ),
    (
      "fourth-layer",
      [
        "Theme: there are three layers, Plugins/Base, Plugins/Shared and Plugins/Feature, and no Plugins/Design",
        "Notes (shared) -> Theme (in no layer): a component \(nothing)",
      ]
    ),
    (
      "outside-the-layers",
      [
        "Loose: a target below Plugins lies in a folder Plugins/<Layer>/<Name>, not in Plugins/Loose",
        "Everything: a target below Plugins lies in a folder Plugins/<Layer>/<Name>, not in Plugins",
        "Bases: a target below Plugins lies in a folder Plugins/<Layer>/<Name>, not in Plugins/Base",
        "Aside: there are three layers, Plugins/Base, Plugins/Shared and Plugins/Feature, and no Plugins/Loose",
        "Generator: a target needs a path, or else nobody sees its layer",
      ]
    ),
    (
      "no-path",
      [
        "Common: a target needs a path, or else nobody sees its layer",
        "Notes (shared) -> Common (in no layer): a component \(nothing)",
      ]
    ),
    (
      "plugins-itself/Plugins",
      [
        "Notes (shared) -> ReaderFace (feature): a component \(above)",
        "Notes (shared) -> Library (base): a component \(itself)",
        "Loose: a target below Plugins lies in a folder Plugins/<Layer>/<Name>, not in Plugins/Loose",
        "Notes (shared) -> ComponentsTests (a test): Plugins/Shared/Notes/Notes.swift:2 \(undeclared)",
      ]
    ),
    (
      "wrong-case",
      [
        "Library: its folder plugins/Base/Library has to be written Plugins/Base/Library",
        "Shelf: its folder Plugins/base/Library/Shelf has to be written Plugins/Base/Library/Shelf",
        "LibraryFace: its folder Plugins/Base/Library/face has to be written Plugins/Base/Library/Face",
        "Notes (shared) -> Library (in no layer): a component \(nothing)",
      ]
    ),
    (
      "every-form",
      [
        "Notes (shared) -> Library (base): a component \(itself)",
        "Notes (shared) -> ReaderFace (feature): a component \(above)",
        "Notes (shared) -> Reader (feature of neighbour): a component \(itself)",
      ]
    ),
    (
      "another-package",
      [
        "Notes (shared) -> ReaderFace (feature of sdk): a component \(above)",
        "Notes (shared) -> Reader (feature of sdk): a component \(itself)",
        "Notes (shared) -> ComponentHost (Host/Engine of sdk): a component \(nothing)",
        "Notes (shared) -> OddFace, that is Reader (feature of sdk): a component \(itself)",
      ]
    ),
    (
      "fetched-package",
      [
        "Notes (shared) -> Crypto (of others): a component \(nothing)",
        "Notes (shared) -> Unknown (of an unknown package): a component \(nothing)",
      ]
    ),
    (
      "import-around",
      [("Library (base)", "Deep/Er/Other.swift:2"), ("Library (base)", "Notes.swift:2")].map(imports)
        + [("ReaderFace (feature)", "Notes.swift:3"), ("Library (base)", "Notes.swift:6")].map(imports)
        + [("my-tool (Tool)", "Notes.swift:8"), ("Library (base)", "Notes.swift:10")].map(imports)
        + [("Library (base)", "Notes.swift:11")].map(imports)
    ),
    (
      "include-around",
      [
        "Shelf (base) -> Plugins/Shared/Log: the header search path leads to \(notItsOwn)",
        "Shelf (base) -> Plugins/Shared/Log/log.h: Plugins/Base/Shelf/shelf.c:1 includes \(notItsOwn)",
        "Shelf (base) -> Plugins/Shared/Log/log.h: Plugins/Base/Shelf/shelf.c:2 includes \(notItsOwn)",
        "Shelf (base) -> Host/Engine/engine.h: Plugins/Base/Shelf/shelf.c:4 includes \(notItsOwn)",
      ]
    ),
    (
      "links",
      [
        "Notes (shared) -> Plugins/Base/Library/Book.swift: Plugins/Shared/Notes/Book.swift is a link to \(notItsOwn)",
        "Notes (shared) -> Plugins/Base/Library: Plugins/Shared/Notes/Parts is a link to \(notItsOwn)",
        "Account (shared) -> Plugins/Base/Library: Plugins/Shared/Account is a link to \(notItsOwn)",
      ]
    ),
    (
      "odd-names",
      ["Notes\\u{1b}[2J (shared) -> Other\\u{202e} (of an unknown package): a component \(nothing)"]
    ),
    (
      "nothing-below-plugins",
      ["the package 'nothing-below-plugins' has no target below Plugins, so there is nothing to check"]
    ),
  ]

  private static func imports(_ module: String, _ place: String) -> String {
    "Notes (shared) -> \(module): Plugins/Shared/Notes/\(place) \(undeclared)"
  }
}
