// The component itself, and its test.
extension SwiftPackage {
  var component: String {
    """
    import ComponentKit
    import \(name.text)Face

    struct \(name.text): Component {
      static let summary = "Greets people"

      init(mediator: Mediator) {}

      var actions: [Action] {
        on(Greet.self) { request in "Hello, \\(request.name)" }\(fallback)
      }

      // \(url): callers from outside reach the action by more than its name.
      var paths: [Path] { [Path("/hello/:name", Greet.action)] }

      // \(name.text)_greeting, a map key: it stays, whatever the action is called one day.
      var keys: [Key] { [Key("greeting", Greet.action)] }
    }

    @c(register)
    public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
      \(name.text).register(host, registration)
    }

    """
  }

  private var fallback: String {
    guard name.isFallback else { return "" }
    return """

          // What nobody else answers comes here.
          Action("notFound", "Answers what nobody else does") { call in
            .text("Nobody answers \\(try call.text("target")).\\(try call.text("action")): \\(try call.text("message"))")
          }
      """
  }

  private var fallbackTest: String {
    guard name.isFallback else { return "" }
    return """

        @Test func `what nobody else answers is answered`() throws {
          let asked: Fields = ["target": "Nowhere", "action": "run", "message": "it is not there"]
          let reply = try bench.mediator.call("NotFound", "notFound", asked)
          #expect(reply == "Nobody answers Nowhere.run: it is not there")
        }

      """
  }

  private var url: String { "app://\(name.text)/hello/Ann" }

  var tests: String {
    """
    import ComponentKit
    import ComponentTesting
    import \(name.text)Face
    import Testing

    @testable import \(name.text)

    /// The component alone, asked as its callers ask it; `bench.stub` puts something in a neighbour's place.
    @Suite struct \(name.text)Tests {
      private let bench: Bench

      init() throws { bench = try Bench(\(name.text).self) }

      @Test func `a person is greeted by name`() throws {
        #expect(try bench.mediator.\(property).greet(name: "Ann") == "Hello, Ann")
      }

      @Test func `the same is said without keeping the thread`() async throws {
        #expect(try await bench.mediator.\(property).greet(name: "Ann") == "Hello, Ann")
      }

      @Test func `without a name the world is greeted`() throws {
        #expect(try bench.mediator.call("\(name.text)", "greet") == "Hello, world")
      }

      @Test func `its path and its key lead to it`() throws {
        #expect(try bench.mediator.open("\(url)") == "Hello, Ann")
        #expect(try bench.mediator.open(key: "\(name.text)_greeting", parameters: ["name": "Ann"]) == "Hello, Ann")
      }

      /// What callers may put in the component's place.
      private struct Double: \(name.text)Service {
        func greet(name: String) throws(Failure) -> String { "\\(name) is greeted" }
      }

      @Test func `the service is the component, until a double stands in its place`() throws {
        let service = bench.mediator.service((any \(name.text)Service).self)
        #expect(try service.greet(name: "Ann") == "Hello, Ann")
        bench.stub(Double())
        #expect(try service.greet(name: "Ann") == "Ann is greeted")
      }

      @Test func `a name that is no text is refused`() {
        #expect(throws: Failure.self) { try bench.mediator.call("\(name.text)", "greet", ["name": [1, 2]]) }
      }
    \(fallbackTest)}

    """
  }
}
