// The face: what callers import instead of the component.
extension SwiftPackage {
  var requests: String {
    """
    import ComponentKit

    /// A request to \(name.text). Callers from outside the process may make all of them.
    public protocol \(name.text)Request: Request {}

    extension \(name.text)Request {
      public static var target: String { "\(name.text)" }
      public static var isRemote: Bool { true }
    }

    public struct Greet: \(name.text)Request {
      public static let summary = "Greets a person"
      /// It changes nothing, so a call may be made again.
      public static let reads = true
      @Parameter("who is greeted") public var name = "world"
      public typealias Reply = String
      public init() {}
      public init(name: String) { self.name = name }
    }

    """
  }

  var calls: String {
    """
    import ComponentKit

    /// What \(name.text) can be asked: `try mediator.\(property).greet(name: "Ann")`.
    public struct \(name.text)Calls: \(name.text)Service {
      let mediator: Mediator
    }

    extension Mediator {
      public var \(property): \(name.text)Calls { \(name.text)Calls(mediator: self) }
    }

    extension \(name.text)Calls {
      /// Greets a person. Where `await` may stand the one below is meant.
      @available(*, noasync)
      public func greet(name: String = "world") throws(Failure) -> String { try mediator.call(Greet(name: name)) }
    }

    // The same without keeping the thread.
    extension \(name.text)Calls {
      public func greet(name: String = "world") async throws(Failure) -> String {
        try await mediator.call(Greet(name: name))
      }
    }

    """
  }

  var service: String {
    """
    import ComponentKit

    /// \(name.text) as an interface, for callers who let something else stand in its place: a double, say.
    ///
    /// A type that has the methods that wait has all of them.
    public protocol \(name.text)Service: Service {
      /// Greets a person.
      @available(*, noasync)
      func greet(name: String) throws(Failure) -> String
      func greet(name: String) async throws(Failure) -> String
    }

    extension \(name.text)Service {
      public static var target: String { "\(name.text)" }

      // The methods as actions, for what stands in the component's place.
      @ListBuilder<Action>
      public var answers: [Action] {
        Action(answering: Greet.self) { request, _ in try self.greet(name: request.name) }
      }
    }

    extension Mediator {
      /// \(name.text) behind its interface: its methods call through the mediator, and fail where it is missing.
      public func service(_ service: (any \(name.text)Service).Type) -> any \(name.text)Service { \(property) }
    }

    extension Neighbour {
      /// What callers do where \(name.text) is missing: `try Neighbour.\(property).ifThere(mediator.\(property).greet())`
      /// is nil then. `answers:` names the reasons of failures that are answers all the same.
      public static let \(property) = Neighbour("\(name.text)")
    }

    """
  }
}
