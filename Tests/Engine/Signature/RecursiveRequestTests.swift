import ComponentHost
import ComponentKit
import Testing

/// Types that hold themselves, as parameters and replies.
@Suite struct RecursiveRequestTests {
  struct Twig: Codable, Sendable, Equatable {
    var name: String
    var twigs: [Twig] = []
  }
  // Each holds the other.
  struct Branch: Codable, Sendable, Equatable {
    var fork: [Fork] = []
    var named: [String: Branch] = [:]
  }
  struct Fork: Codable, Sendable, Equatable {
    var left: Branch
    var right: Branch?
  }

  struct Grow: Request {
    static let target = "Garden"
    @Parameter var twig: Twig
    @Parameter var more: [Branch] = []
    typealias Reply = Branch
  }

  struct Garden: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      on(Grow.self) { request in
        Branch(fork: [Fork(left: Branch(), right: request.more.first)], named: [request.twig.name: Branch()])
      }
    }
  }

  let host = Host()

  @Test func `a type that holds itself is described by its name`() throws {
    try host.register(Garden.self)
    let garden = try #require(try host.load("Garden"))
    func name(_ type: String) -> String { "RecursiveRequestTests_\(type)" }
    #expect(
      garden.targets[0].actions[0].signature
        == "(twig: \(name("Twig")), more: [\(name("Branch"))] = []) -> \(name("Branch"))")
    #expect(
      garden.types.map { "\($0.name) = \($0.definition)" } == [
        "\(name("Twig")) = {name: text, twigs: [\(name("Twig"))]}",
        "\(name("Branch")) = {fork: [\(name("Fork"))], named: [text: \(name("Branch"))]}",
        "\(name("Fork")) = {left: \(name("Branch")), right: \(name("Branch"))?}",
      ])
  }

  @Test func `it goes there and back, as deep as a value may be`() throws {
    try host.register(Garden.self)
    var twig = Twig(name: "leaf")
    // Each twig is a map and a list.
    for _ in 1..<(Value.depthLimit / 2) { twig = Twig(name: "twig", twigs: [twig]) }
    let more = Branch(fork: [Fork(left: Branch(), right: Branch(named: ["a": Branch()]))])
    let reply = try host.mediator.call(
      Grow {
        $0.twig = twig; $0.more = [more]
      })
    #expect(reply == Branch(fork: [Fork(left: Branch(), right: more)], named: ["twig": Branch()]))
    do throws(Failure) {
      _ = try host.mediator.call(Grow { $0.twig = Twig(name: "root", twigs: [twig]) })
      Issue.record("it replied")
    } catch {
      #expect(error.reason == "too_deep")
    }
  }

  @Test func `what is wrong deep inside is named`() throws {
    try host.register(Garden.self)
    do throws(Failure) {
      _ = try host.mediator.call("Garden", "grow", ["twig": ["name": "a", "twigs": [["name": 1, "twigs": []]]]])
      Issue.record("it replied")
    } catch {
      #expect(error.message == "the parameter 'twig.twigs[0].name' must be text, not an int")
    }
  }
}
