/// A path below a target that leads to one of its actions, for callers from outside.
///
/// `Path("/books/:id<int>", "detail")` in BookDetail answers `app://BookDetail/books/1`. Parts are words, `:name`,
/// `:name<type>` with int, bool, double, date or text, either with `?` behind it at the end where it may be missing, and
/// `*name` at the end for all that follows: one text, or where the action declares a list one of the parts, as `:name` then
/// is a list of one. `(/page/:page)` may be missing wherever it stands. A date is a moment such as
/// `2026-11-21T09:30:00Z`, or a day alone, `2026-11-21`, which is its first moment in UTC. In a word a sign that patterns
/// use themselves, as parentheses are, is written as its code, `%28`.
public struct Path: Sendable {
  public let pattern: String
  public let action: String
  /// Below the component's own name; empty for the component's own target.
  public let target: String
  /// Empty for any.
  public let schemes: [String]
  /// Parameters that the path itself gives.
  public let fixed: Fields
  /// What a URL's query calls otherwise than the action: `["pageindex": "page"]`. A name that the action declares is left
  /// as it is, so none is renamed here, nor is anything to what it does not declare.
  public let renames: [String: String]
  /// Whether a name in the query may differ by capital letters from what the action declares, or from what is renamed.
  /// Where it is false a policy decides.
  public let foldsCase: Bool
  /// Of two that fit the higher one goes first; -1000 to 1000.
  public let priority: Int
  /// Whether it also takes longer paths, where nothing else does: what is behind its own is left out.
  public let takesLonger: Bool

  public init(
    _ pattern: String, _ action: String, of target: String = "", schemes: [String] = [], fixed: Fields = [:],
    renames: [String: String] = [:], foldsCase: Bool = false, priority: Int = 0, takesLonger: Bool = false
  ) {
    self.pattern = pattern
    self.action = action
    self.target = target
    self.schemes = schemes
    self.fixed = fixed
    self.renames = renames
    self.foldsCase = foldsCase
    self.priority = priority
    self.takesLonger = takesLonger
  }
}

/// A short stable name of an action: `Key("cover", "cover")` in BookDetail is called as `BookDetail_cover`.
public struct Key: Sendable {
  public let name: String
  public let action: String
  /// Below the component's own name; empty for the component's own target.
  public let target: String
  /// What callers may say apart from the parameters, with what is meant where they don't.
  public let hints: Fields

  public init(_ name: String, _ action: String, of target: String = "", hints: Fields = [:]) {
    self.name = name
    self.action = action
    self.target = target
    self.hints = hints
  }
}
