/// What a word of a command line may be; completion offers such words.
enum WordKind: Sendable, Equatable {
  /// A command's name.
  case command
  /// A component's name.
  case component
  /// A component, or one of its targets.
  case target
  /// An action of the target before it.
  case action
  /// A URL of an action that is open to callers from outside.
  case url
  /// A component's map key.
  case key
  /// `key=text` for the action before it, any number of times.
  case parameter
  case file
  case folder
  case oneOf([String])
}
