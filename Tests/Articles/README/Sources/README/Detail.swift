/// "Any Codable type", as the README has it.
public struct Detail: Codable, Sendable {
  public var title: String
}
