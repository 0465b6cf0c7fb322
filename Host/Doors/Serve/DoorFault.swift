/// Why a door can't be opened.
public struct DoorFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// One word for programs.
  public let reason: String
  /// One sentence for people.
  public let message: String
  /// What to do; nil where nothing is known to help.
  public let help: String?

  public init(_ reason: String, _ message: String, help: String? = nil) {
    (self.reason, self.message, self.help) = (reason, message, help)
  }

  public var description: String { message }
}
