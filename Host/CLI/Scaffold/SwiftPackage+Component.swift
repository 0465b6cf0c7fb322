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
        on(Greet.self) { request in "Hello, \\(request.name)" }
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
    }

    """
  }
}
