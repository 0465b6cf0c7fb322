/// A call that Audit has seen pass.
public struct Passed: Codable, Sendable, Equatable {
  public var target: String
  public var action: String
  /// "the program", "outside", or the component that called.
  public var caller: String
  /// "ok", or why it failed, in one word.
  public var end: String

  public init(target: String, action: String, caller: String, end: String) {
    self.target = target
    self.action = action
    self.caller = caller
    self.end = end
  }
}
