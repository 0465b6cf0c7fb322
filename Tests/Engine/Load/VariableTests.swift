import ComponentKit
import Testing

@testable import ComponentHost

/// What a route gives is what its action takes: otherwise no URL of it would ever get through.
@Suite struct VariableTests {
  private func refusal(_ pattern: StaticString, _ signature: StaticString) -> String? {
    StagingTests.refusal("Shop", Registrant()) { shop in
      [shop.describe(), shop.target(), shop.action("run", signature: signature), shop.route(pattern)].max() ?? 0
    }
  }

  @Test(
    arguments: [
      ("/a/:nr", "(id: int, done: any)", "the route '/a/:nr' gives 'nr', which 'Shop.run' does not declare"),
      (
        "/a(/:id)/*rest", "(id: int?, done: any)",
        "the route '/a(/:id)/*rest' gives 'rest', which 'Shop.run' does not declare"
      ),
      (
        "/a/:id<bool>", "(id: int, done: any)",
        "the route '/a/:id<bool>' reads 'id' as bool, which 'Shop.run' declares as int"
      ),
      (
        "/a/:id<int>", "(id: text?, done: any)",
        "the route '/a/:id<int>' reads 'id' as int, which 'Shop.run' declares as text?"
      ),
      (
        "/a/:id<text>", "(id: int, done: any)",
        "the route '/a/:id<text>' reads 'id' as text, which 'Shop.run' declares as int"
      ),
      (
        "/a/:id<date>", "(id: bool, done: any)",
        "the route '/a/:id<date>' reads 'id' as date, which 'Shop.run' declares as bool"
      ),
      (
        "/a/:id<int>", "(id: [text], done: any)",
        "the route '/a/:id<int>' reads 'id' as int, which 'Shop.run' declares as [text]"
      ),
      (
        "/a/:id<int>", "(id: [[int]], done: any)",
        "the route '/a/:id<int>' reads 'id' as int, which 'Shop.run' declares as [[int]]"
      ),
    ] as [(StaticString, StaticString, String)])
  func `a route that gives what its action does not declare is refused`(
    _ pattern: StaticString, _ signature: StaticString, _ words: String
  ) {
    #expect(refusal(pattern, signature) == words)
  }

  @Test(
    arguments: [
      ("/a/:nr", ""), ("/a/:id", "(id: int, done: any)"), ("/a/:id<int>", "(id: double, done: any)"),
      ("/a/:id<date>", "(id: date?, done: any)"), ("/a/:id<text>", "(id: any, done: any)"),
      ("/a/:id<int>", "(id: any, done: any)"), ("/a/:id", "(id: [int], done: any)"),
      ("/a/:id<int>", "(id: [int]?, done: any)"), ("/a/:id<date>", "(id: [date], done: any)"),
      ("/a/*id", "(id: [text], done: any)"),
    ] as [(StaticString, StaticString)])
  func `one whose variables the action takes, or that declares nothing, is not`(
    _ pattern: StaticString, _ signature: StaticString
  ) {
    #expect(refusal(pattern, signature) == nil)
  }

  @Test func `one that fixes a value of another kind is refused`() throws {
    struct Fixes: Component {
      // One test alone has it, and registers on its own thread.
      nonisolated(unsafe) static var id = Value.null
      init(mediator: Mediator) {}
      struct Run: Request {
        static let target = "Fixes"
        static let isRemote = true
        @Parameter var id: Int
        typealias Reply = Int
      }
      var actions: [Action] { on(Run.self) { $0.id } }
      var paths: [Path] { Path("/a", "run", fixed: ["id": Fixes.id]) }
    }
    for id in [7, 7.0] as [Value] {
      Fixes.id = id
      try Host().register(Fixes.self)
    }
    for (id, found) in [("north", "the text 'north'"), (true, "a bool")] as [(Value, String)] {
      Fixes.id = id
      let refusal = #expect(throws: Refusal.self) { try Host().register(Fixes.self) }
      #expect(refusal?.reason == "invalid_route")
      #expect(
        refusal?.message
          == "the route '/a' fixes what 'Fixes.run' does not take: the parameter 'id' must be an int, not \(found)")
    }
  }
}
