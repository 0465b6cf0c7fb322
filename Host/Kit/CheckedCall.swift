import ComponentABI

/// A call that is about to be made, as a check of its mediator sees it.
public struct CheckedCall: Sendable {
  /// How it names what is called.
  public enum Way: Sendable, Equatable {
    case action(target: String, action: String)
    case url(String)
    /// A map key, `BookDetail_cover`.
    case key(String)
  }

  public let way: Way
  /// For a URL what is added to it; what the URL itself says is in its text.
  public let parameters: Fields
  /// How the caller would like it, apart from the parameters.
  public let hints: Fields

  init(_ way: Way, _ request: component_request) {
    self.way = way
    parameters = Fields(
      copying: UnsafeBufferPointer(
        start: request.parameters, count: request.parameters == nil ? 0 : request.parameter_count))
    hints = Fields(
      copying: UnsafeBufferPointer(start: request.hints, count: request.hints == nil ? 0 : request.hint_count))
  }

  /// The target that it names; nil for a URL and a map key.
  public var target: String? { if case .action(let target, _) = way { target } else { nil } }
  /// The action that it names; nil for a URL and a map key.
  public var action: String? { if case .action(_, let action) = way { action } else { nil } }
}
