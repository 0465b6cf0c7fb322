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
    }

    @c(register)
    public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
      \(name.text).register(host, registration)
    }

    """
  }

  var tests: String {
    """
    import ComponentHost
    import ComponentKit
    import \(name.text)Face
    import Testing

    @testable import \(name.text)

    /// The component in a host of its own, asked as its callers ask it.
    @Suite struct \(name.text)Tests {
      private let mediator: Mediator

      init() throws {
        let host = Host()
        try host.register(\(name.text).self)
        mediator = host.mediator
      }

      @Test func `a person is greeted by name`() throws {
        #expect(try mediator.\(property).greet(name: "Ann") == "Hello, Ann")
      }

      @Test func `the same is said without keeping the thread`() async throws {
        #expect(try await mediator.\(property).greet(name: "Ann") == "Hello, Ann")
      }

      @Test func `without a name the world is greeted`() throws {
        #expect(try mediator.call("\(name.text)", "greet") == "Hello, world")
      }

      @Test func `a name that is no text is refused`() {
        #expect(throws: Failure.self) { try mediator.call("\(name.text)", "greet", ["name": [1, 2]]) }
      }
    }

    """
  }
}
