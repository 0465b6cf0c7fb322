import ComponentKit
import Testing

@testable import ComponentHost

@Suite struct SignatureTypeNamesTests {
  @Test func `a choice has the name of the one type with its cases`() throws {
    let types = try types([#"Unit = "c" | "f""#, #"Scale = "c" | "f""#, "Step = 1 | 2"])
    #expect(types.name(ofChoice: .ints([1, 2])) == "Step" && types.name(ofChoice: .texts(["c"])) == nil)
    #expect(types.name(ofChoice: .texts(["c", "f"])) == nil)
  }

  @Test(arguments: [
    (["Detail = {id: inte}"], "type 'Detail', column 6: unknown type 'inte' (did you mean 'int'?)"),
    (["Detail = {parts: [Pat]}", "Part = int"], "type 'Detail', column 10: unknown type 'Pat' (did you mean 'Part'?)"),
    (["Detail = {id: Int}"], "type 'Detail', column 6: unknown type 'Int' (did you mean 'int'?)"),
    (["Detail = "], "type 'Detail', column 1: expected a type, but the text ends here"),
    (["Detail = int int"], "type 'Detail', column 5: unexpected 'i' after the type"),
    (["A = int", "A = text"], "type 'A': it is defined twice"),
    (
      ["a = int"],
      "type 'a': the name of a type is an upper-case letter, then letters, digits and '_', at most 128"
    ),
    (
      ["A-b = int"],
      "type 'A-b': the name of a type is an upper-case letter, then letters, digits and '_', at most 128"
    ),
    (["A = A"], "type 'A': it is only itself: A → A"),
    (["A = A?"], "type 'A': it is only itself: A → A"),
    (["A = B", "B = C?", "C = A"], "type 'A': it is only itself: A → B → C → A"),
    (["X = A", "A = B", "B = A"], "type 'A': it is only itself: A → B → A"),
    (["A = {a: A}"], "type 'A': a value of it would never end: A → A"),
    (["A = {x: int, b: B}", "B = {a: {c: A}}"], "type 'A': a value of it would never end: A → B → A"),
    (["X = {a: A}", "A = {b: B}", "B = {a: A}"], "type 'A': a value of it would never end: A → B → A"),
    (["X = A", "A = {x: X}"], "type 'X': a value of it would never end: X → A → X"),
  ])
  func `what is wrong with named types is named`(lines: [String], message: String) {
    #expect(throws: (any Error).self) { try types(lines) }
    do {
      _ = try types(lines)
    } catch {
      #expect("\(error)" == message)
    }
  }

  @Test(arguments: [
    ["A = {a: A?}"], ["A = [A]"], ["A = [text: A]"], ["A = {a: [A]}"], ["A = {b: B?}", "B = {a: A}"],
    ["A = B", "B = C", "C = int"], ["A = B?", "B = int?"], ["A = {b: B}", "B = {c: C}", "C = {a: [A]}"],
    ["Json = any", "Tree = {value: Json, children: [Tree]}"], [],
  ])
  func `types may refer to each other and to themselves`(lines: [String]) throws {
    let types = try types(lines)
    #expect(types.description == lines.joined(separator: "\n"))
  }

  @Test func `names and question marks are looked through`() throws {
    let types = try types(["A = B?", "B = C", "C = [A]"])
    let resolved = types.resolve(.named("A"))
    #expect(resolved.form == .list(.named("A")) && resolved.isOptional && resolved.name == "C")
    #expect(!types.resolve(.named("B")).isOptional)
    #expect(types["A"] == .optional(.named("B")) && types["D"] == nil)
  }

  @Test func `there are at most 256 types`() throws {
    func chain(_ count: Int) -> [String] {
      (1..<count).map { "T\($0) = \(String(repeating: "[", count: 32))T\($0 + 1)\(String(repeating: "]", count: 32))" }
        + ["T\(count) = int"]
    }
    let types = try types(chain(256))
    // The deepest that can be declared is laid out without a deep stack.
    _ = try ParameterCheck(Signature(parsing: "(x: T1)", types: types), types, action: "A.a")
    #expect(throws: SignatureFault("there are more than 256 named types")) { try self.types(chain(257)) }
    // One that only ends at its last name.
    let names = try self.types((1..<256).map { "T\($0) = {a: T\($0 + 1)}" } + ["T256 = int"])
    #expect(names.names.count == 256)
  }

  private func types(_ lines: [String]) throws(SignatureFault) -> TypeNames {
    try TypeNames(
      lines.map { line in
        let parts = line.split(separator: " = ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
      })
  }
}
