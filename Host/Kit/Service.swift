/// The methods of a face as an interface, whatever stands behind them: the mediator, a component's own type, or a double in a
/// test.
///
///     public protocol GreeterService: Service {
///       func greet(name: String) throws(Failure) -> String
///       func greet(name: String) async throws(Failure) -> String
///     }
///
///     extension GreeterService {
///       public static var target: String { "Greeter" }
///       @ListBuilder<Action>
///       public var answers: [Action] {
///         Action(answering: Greet.self) { request, _ in try self.greet(name: request.name) }
///       }
///     }
///
/// A type that has the methods that wait has all of them. The one that calls through the mediator fails where the component
/// is missing, as every call does.
public protocol Service: Sendable {
  /// The target whose actions they are.
  static var target: String { get }
  /// The methods as actions: a component can have them for its own, and a bench puts them in the target's place.
  var answers: [Action] { get }
}
