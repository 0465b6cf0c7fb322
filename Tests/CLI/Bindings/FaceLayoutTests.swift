import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

@Suite struct FaceLayoutTests {
  // The face of an action that needs all of the types.
  private func face(_ types: String...) throws -> SwiftFace {
    let fields = types.enumerated().map { "x\($0): \($1.split(separator: " ")[0])" }.joined(separator: ", ")
    let lines = types.map { "type \($0)" } + ["action Shop.run() -> {\(fields)}"]
    return SwiftFace(try described(lines))
  }

  // The fields that are held from afar: `Tree.left`.
  private func indirect(_ face: SwiftFace) -> Set<String> {
    var found: Set<String> = []
    for (place, declaration) in face.types.declarations.enumerated() where declaration.isNamed {
      guard case .fields(let fields) = declaration.form else { continue }
      for field in fields where face.layout.isIndirect(field.type, in: place) {
        found.insert("\(face.names.types[place]).\(field.name)")
      }
    }
    return found
  }

  private func wrapped(_ face: SwiftFace) -> Set<String> { Set(face.layout.endless.map { face.names.types[$0] }) }

  @Test func `what holds itself does so from afar, what a list or a map holds is there already`() throws {
    let face = try face(
      "Tree = {left: Tree?, right: MaybeTree, children: [Tree], named: [text: Tree?], value: int}", "MaybeTree = Tree?")
    #expect(indirect(face) == ["Tree.left", "Tree.right"])
    #expect(wrapped(face) == [])
  }

  @Test func `a circle is cut wherever it is entered, and only a circle`() throws {
    let face = try face(
      "First = {second: Second, other: Other?}", "Second = {third: Third?}", "Third = {first: First?}",
      "Other = {x: int}", "Outside = {first: First}")
    #expect(indirect(face) == ["First.second", "Second.third", "Third.first"])
  }

  @Test func `names that lead to themselves through lists and maps are types of their own`() throws {
    let face = try face(
      "Nest = [Nest]", "Web = [text: Web?]?", "Loop = [Pool]", "Pool = [Loop]", "Names = [text]", "Alias = Names",
      "Tree = {trees: Trees}", "Trees = [Tree]")
    #expect(wrapped(face) == ["Nest", "Web", "Loop", "Pool"])
    #expect(indirect(face) == [])
  }

  @Test func `what would double without end is held from afar`() throws {
    var types = ["D0 = {a: int, b: int}"]
    for number in 1..<40 { types.append("D\(number) = {a: D\(number - 1), b: D\(number - 1)}") }
    let description = try described(types.map { "type \($0)" } + ["action Shop.run() -> D39"])
    let face = SwiftFace(description)
    #expect(indirect(face).count > 4 && indirect(face).count < 40)
    #expect(face.text.utf8.count < 100_000)
    #expect(FaceLanguage.c.file(description).utf8.count < 200_000)
  }
}
