import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

/// What JSON can't say as it is, in routes and keys of a face.
@Suite struct WrittenFaceTests {
  struct Odd: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("show") { _ in nil }.remote }
    var paths: [Path] { Path("/fixed", "show", fixed: ["seal": .bytes([0, 255]), "far": .double(.infinity)]) }
    var keys: [Key] { Key("kk", "show", hints: ["seal": .bytes([1]), "far": .double(-.infinity), "near": 1]) }
  }

  private func bindings(_ words: String...) -> Ran {
    let (out, err) = (Captured(), Captured())
    let console = Console(out: out, err: err, readInput: { .bytes([]) }, environment: { _ in nil })
    let exit = Program.run(["bindings"] + words, Surroundings(console) { try? $0.register(Odd.self) })
    return Ran(exit, out: out.text, err: err.text)
  }

  @Test func `a face of bytes, and of doubles that are not finite, still fits what it was printed for`() {
    let face = bindings("Odd")
    #expect(face.exit == .ok)
    let file = TemporaryFile(face.out)
    let ran = bindings("--check", file.path, "Odd")
    #expect(ran.exit == .ok && ran.out.hasPrefix("\(file.path) is up to date with "), "\(ran.out)")
  }

  @Test func `the media type of a reply is in a face, and what becomes of it is no break`() throws {
    func replying(_ type: String) throws -> FaceDescription {
      var description = try described(["action Shop.run() -> text"])
      description.targets[0].actions[0].mediaType = type
      return description
    }
    let plain = WrittenFace(try replying("")).json
    #expect(!plain.contains("media_type"))
    let face = try replying("text/csv; header=\"a b\"")
    #expect(try WrittenFace(reading: Array(WrittenFace(face).json.utf8)).description() == face)
    #expect(FaceLanguage.swift.file(face).contains(#"public static let mediaType = "text/csv; header=\"a b\"""#))
    #expect(!FaceLanguage.swift.file(try replying("")).contains("mediaType"))
    #expect(throws: WrittenFace.Damage.self) {
      _ = try WrittenFace(reading: Array(WrittenFace(try replying("text")).json.utf8)).description()
    }
    let caller = Caller("the face") { _ in nil }
    for (old, new, words) in [
      ("", "text/csv", "can now have its replies as 'text/csv'"),
      ("text/csv", "", "can no longer have its replies as 'text/csv'"),
      ("text/csv", "text/html", "can have its replies as 'text/html', no longer as 'text/csv'"),
    ] {
      let drift = Drift(from: try replying(old), to: try replying(new), for: caller)
      #expect(drift.differences.map(\.message) == ["callers from outside the process \(words)"] && !drift.breaks)
    }
  }

  @Test func `a hint that goes is seen beside one that can't be written down`() {
    let face = bindings("Odd").out
    let file = TemporaryFile(face.replacing("\"near\":1", with: "\"near\":1,\"gone\":1"))
    let ran = bindings("--check", file.path, "Odd")
    #expect(ran.exit == .failed && ran.out.contains("'gone'"), "\(ran.out)")
  }
}
