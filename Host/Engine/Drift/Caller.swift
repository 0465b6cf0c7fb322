/// A caller that goes on as the component was before: a face that was printed for it, or any that has called it.
package struct Caller: Sendable {
  /// A parameter, by the places of its target, its action and its own in the description before.
  package struct ParameterPlace: Sendable {
    package let target: Int
    package let action: Int
    package let parameter: Int
  }

  /// As it is called in messages: "the face".
  package let title: String
  /// Whether it sends a parameter's default itself where nothing else is given, so that it never leaves the parameter out;
  /// nil where it may do either.
  package let sendsDefault: @Sendable (ParameterPlace) -> Bool?

  package init(_ title: String, sendsDefault: @escaping @Sendable (ParameterPlace) -> Bool?) {
    self.title = title
    self.sendsDefault = sendsDefault
  }

  /// Any caller in this host: by a face of any language, or by hand.
  static let any = Caller("the caller") { _ in nil }
}
