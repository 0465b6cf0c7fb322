import ComponentKit
import ComponentTesting
import Testing

struct FacesTests {
  let bench: Bench
  init() throws { bench = try Bench(Clerk.self) }

  @Test func `a face that is the component's own agrees`() {
    #expect(bench.disagreements(with: Describe.self) == [])
  }

  @Test func `types are compared by what they are, not by their names`() {
    struct Same: Request {
      static let target = "Clerk"
      static let action = "describe"
      @Parameter var filter: Sieve?
      @Parameter var depth = 1
      @Parameter("Other words") var text: String
      typealias Reply = Counted
    }
    struct Sieve: Codable, Sendable {
      var order: Order
      var words: [String]
      enum Order: String, Codable, Sendable, CaseIterable { case down, up }
    }
    struct Counted: Codable, Sendable {
      var parts: [Counted]
      var words: Int
    }
    #expect(bench.disagreements(with: Same.self) == [])
  }

  @Test func `names that are not there are told`() {
    struct Elsewhere: Request {
      static let target = "Clerk.Dask"
      typealias Reply = NoReply
    }
    struct Descrbe: Request {
      static let target = "Clerk"
      typealias Reply = NoReply
    }
    struct Ask: Request {
      static let target = "Clerk"
      typealias Reply = NoReply
    }
    #expect(
      bench.disagreements(with: Elsewhere.self, Descrbe.self, Ask.self)
        == [
          "Clerk.Dask.elsewhere: Clerk has no target 'Clerk.Dask' (did you mean 'Clerk.Desk'?)",
          "Clerk.descrbe: Clerk has no action 'descrbe' (did you mean 'describe'?)",
          "Clerk.ask: Clerk does not say what it takes",
        ])
  }

  @Test func `every field that differs is told`() {
    struct Drifted: Request {
      static let target = "Clerk"
      static let action = "describe"
      @Parameter var txet: String
      @Parameter var depth = 2
      @Parameter var filter: Sieve?
      @Parameter var extra: Bool?
      typealias Reply = Counted
    }
    struct Sieve: Codable, Sendable {
      var words: [Int]
      var order: Order
      var only: Bool
      enum Order: String, Codable, Sendable, CaseIterable { case up, side }
    }
    struct Counted: Codable, Sendable {
      var words: Int?
      var parts: [String: Counted]
    }
    #expect(
      bench.disagreements(with: Drifted.self)
        == [
          "Clerk.describe: the component has no parameter 'txet' (did you mean 'text'?)",
          "Clerk.describe: the parameter 'depth' has the default 2 in the face, the default 1 in the component",
          "Clerk.describe: each item of 'words' in the parameter 'filter' is int in the face, text in the component",
          "Clerk.describe: 'order' in the parameter 'filter' is \"up\" | \"side\" in the face, "
            + "\"up\" | \"down\" in the component",
          "Clerk.describe: 'only' in the parameter 'filter' is in the face only",
          "Clerk.describe: the component has no parameter 'extra'",
          "Clerk.describe: the face lacks the parameter 'text' (text)",
          "Clerk.describe: 'words' in the reply is int? in the face, int in the component",
          "Clerk.describe: 'parts' in the reply is [text: FacesTests_Counted] in the face, [Description] in the component",
        ])
  }

  @Test func `a required parameter is not one with a default, and a reply is not none`() {
    struct Loose: Request {
      static let target = "Clerk"
      static let action = "describe"
      @Parameter var text = "x"
      @Parameter var depth: Int
      @Parameter var filter: Filter
      typealias Reply = NoReply
    }
    #expect(
      bench.disagreements(with: Loose.self)
        == [
          #"Clerk.describe: the parameter 'text' has the default "x" in the face, no default in the component"#,
          "Clerk.describe: the parameter 'depth' has no default in the face, the default 1 in the component",
          "Clerk.describe: the parameter 'filter' is Filter in the face, Filter? in the component",
          "Clerk.describe: the face expects no reply, and the component replies Description",
        ])
  }

  @Test func `who takes anything agrees with everything, who gives anything does not`() throws {
    struct Open: Component {
      init(mediator: Mediator) {}
      var actions: [Action] {
        on(Take.self) { _ in 1 }
        on(Give.self) { _ in .null }
      }
    }
    struct Take: Request {
      static let target = "Open"
      @Parameter var value: Value
      typealias Reply = Int
    }
    struct Give: Request {
      static let target = "Open"
      @Parameter var value: Int
      typealias Reply = Value
    }
    struct TakeFace: Request {
      static let target = "Open"
      static let action = "take"
      @Parameter var value: [String]
      typealias Reply = Value
    }
    struct GiveFace: Request {
      static let target = "Open"
      static let action = "give"
      @Parameter var value: Value
      typealias Reply = Int
    }
    let bench = try Bench(Open.self)
    #expect(bench.disagreements(with: TakeFace.self) == [])
    #expect(
      bench.disagreements(with: GiveFace.self)
        == [
          "Open.give: the parameter 'value' is any in the face, int in the component",
          "Open.give: the reply is int in the face, any in the component",
        ])
  }

  @Test func `a face that can't be described says so`() {
    struct Odd: Request {
      static let target = "Clerk"
      static let action = "describe"
      var plain = 1
      typealias Reply = NoReply
    }
    #expect(
      bench.disagreements(with: Odd.self)
        == [
          "Clerk.describe: the request Clerk.describe can't be described: the property 'plain' of the request Odd "
            + "must be a @Parameter: nothing else can be sent"
        ])
  }
}
