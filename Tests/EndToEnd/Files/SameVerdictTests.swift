import ComponentKit
import Glibc
import TestThreads
import Testing

/// `list` and `inspect` say of a file, and of the libraries beside it, exactly what a call says.
@Suite(.offPool) struct SameVerdictTests {
  /// What all three say of a component; nil where they take it.
  private func verdict(_ folder: Folder, _ name: String, at location: SourceLocation = #_sourceLocation) -> String? {
    func value(_ arguments: String...) -> Value? {
      let run = Run.host(arguments, limit: .seconds(10), at: location)
      return try? Value(json: run.outBytes.isEmpty ? run.errBytes : run.outBytes)
    }
    let list = value("--plugins", folder.path, "list", "--json")?.list?.first { $0["name"]?.text == name }
    let listed = list?["refusal"]?["message"]?.text
    #expect(list?["state"]?.text == (listed == nil ? "ready" : "refused"), sourceLocation: location)
    let inspect = value("inspect", folder("lib\(name).so"), "--json")
    let inspected = inspect?["refusal"]?["message"]?.text ?? inspect?["error"]?["message"]?.text
    let run = Run.host("--plugins", folder.path, "call", name, "run", limit: .seconds(10), at: location)
    let line = run.err.split(separator: "\n").first.map(String.init)
    let called = line.map { String($0.dropFirst("error: the component '\(name)' is refused: ".count)) }
    #expect((run.code == 0) == (called == nil) && listed == called, "\(run.err)", sourceLocation: location)
    if let called {
      #expect(inspected?.hasSuffix(called) == true, "\(inspected ?? "nothing")", sourceLocation: location)
    } else {
      #expect(inspected == nil, sourceLocation: location)
    }
    return called
  }

  private let library = "libbeside.so.1"

  private func refused(_ words: String) -> String { "the library '\(library)' beside it is refused: \(words)" }

  @Test func `a good component is taken by all three`() {
    #expect(verdict(Folder("good"), "Good") == nil)
    #expect(verdict(Folder("beside-plain"), "BesidePlain") == nil)
  }

  @Test func `a file of more than a gibibyte`() {
    let folder = Folder("good")
    truncate(folder("libGood.so"), 1 << 30 + 1)
    #expect(verdict(folder, "Good") == "it has \(1 << 30 + 1) bytes; at most \(1 << 30) are loaded")
  }

  @Test func `a library that others can write to`() {
    let folder = Folder("beside-plain")
    chmod(folder(library), 0o666)
    #expect(verdict(folder, "BesidePlain") == refused("it is not trusted: others can write to it (mode 0666)"))
  }

  @Test func `a library of more than a gibibyte`() {
    let folder = Folder("beside-plain")
    truncate(folder(library), 1 << 30 + 1)
    #expect(verdict(folder, "BesidePlain") == refused("it has \(1 << 30 + 1) bytes; at most \(1 << 30) are loaded"))
  }

  @Test func `a library that is not there, and what is no library under its name`() {
    let missing = "it needs '\(library)', which can't be found"
    let folder = Folder("beside-plain")
    folder.remove(library)
    #expect(verdict(folder, "BesidePlain") == missing)
    mkfifo(folder(library), 0o644)
    #expect(verdict(folder, "BesidePlain") == missing)
    folder.remove(library)
    mkdir(folder(library), 0o755)
    #expect(verdict(folder, "BesidePlain") == missing)
  }

  @Test func `a library at which the dynamic loader would end the process`() {
    let folder = Folder("beside-plain")
    let map = ElfMap(Folder.bytes(of: folder(library)))
    var bytes = map.bytes
    let dynamic = map.segments(2)[0]
    // The size of a relocation is no longer said.
    for entry in stride(from: dynamic.start, to: dynamic.end, by: 16) where bytes[entry] == 9 && bytes[entry + 4] == 0 {
      bytes[entry] = 0xee
      break
    }
    folder.write(bytes, as: library)
    #expect(
      verdict(folder, "BesidePlain")
        == refused("its dynamic section can't be right: it does not say the size of a relocation"))
  }

  @Test func `a library without a name`() {
    let folder = Folder("good")
    let map = ElfMap(Folder.bytes(of: folder("libGood.so")))
    var bytes = map.bytes
    let dynamic = map.segments(2)[0]
    for entry in stride(from: dynamic.start, to: dynamic.end, by: 16) where bytes[entry] == 1 && bytes[entry + 4] == 0 {
      bytes.replaceSubrange((entry + 8)..<(entry + 16), with: [UInt8](repeating: 0, count: 8))
    }
    folder.write(bytes, as: "libGood.so")
    #expect(verdict(folder, "Good") == "its dynamic section can't be right: it needs a library without a name")
  }

  @Test(.enabled(if: Place.isRoot, "only root makes devices"), arguments: [(250, 250), (1, 5)] as [(UInt32, UInt32)])
  func `a device, whether it can be opened or not`(major: UInt32, minor: UInt32) {
    let folder = Folder()
    guard mknod(folder("libGood.so"), S_IFCHR | 0o644, dev_t(major << 8 | minor)) == 0 else { return }
    #expect(verdict(folder, "Good") == "it is a device, not a shared library")
  }
}
