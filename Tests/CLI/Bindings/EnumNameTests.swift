import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

/// From a component's enums in Swift to its printed face.
@Suite struct EnumNameTests {
  /// The face in a language.
  private func face(_ language: String) -> Ran {
    let (out, err) = (Captured(), Captured())
    let console = Console(out: out, err: err, readInput: { .bytes([]) }, environment: { _ in nil })
    let exit = Program.run(
      ["--plugins", "/no-such", "bindings", "Meter", "--language", language],
      Surroundings(console) { host in
        do { try host.register(Meter.self) } catch { err.write("\(error)\n") }
      })
    return Ran(exit, out: out.text, err: err.text)
  }

  @Test(arguments: [
    ("swift", "enum Unit: "), ("c", "typedef enum "), ("cpp", "enum meter_unit "), ("rust", "enum Unit "),
  ])
  func `an enum is declared once, by its name, wherever it is used`(language: String, declaration: String) {
    let ran = face(language)
    #expect(ran.exit == .ok && ran.err == "")
    #expect(ran.out.split(separator: declaration, omittingEmptySubsequences: false).count == 2, "\(ran.out)")
    let others = ["RecordUnit", "ReadingUnit", "record_unit", "reading_unit"]
    #expect(others.allSatisfy { !ran.out.contains($0) }, "\(ran.out)")
  }

  @Test func `a request called Record is called as any other`() throws {
    let host = Host(Settings())
    try host.register(Meter.self)
    let reading = try host.mediator.call("Meter", "record", ["unit": "mi", "count": 2])
    #expect(reading == ["unit": "mi", "count": 2])
    host.close()
  }
}

// Not within the suite or the component, whose names would be a part of theirs.
enum Unit: String, Codable, CaseIterable { case km, mi }
struct Reading: Codable, Sendable {
  let unit: Unit
  let count: Int
}

struct Meter: Component {
  init(mediator: Mediator) {}
  // A request may be called as a word that was the kit's own.
  struct Record: Request {
    static let target = "Meter"
    @Parameter var unit: Unit
    @Parameter var count: Int
    typealias Reply = Reading
  }
  struct All: Request {
    static let target = "Meter"
    typealias Reply = [Unit]
  }
  var actions: [Action] {
    on(Record.self) { Reading(unit: $0.unit, count: $0.count) }
    on(All.self) { _ in Unit.allCases }
  }
}
