public import ComponentKit

/// Something that has happened at a door, for its log.
public struct DoorEvent: Sendable {
  public let level: LogLevel
  /// One word for programs: `listening`, `call`, `refused_request`, `full`, …
  public let kind: String
  /// One sentence for people.
  public let message: String
  /// Of the request that it is about.
  public let request: AboutRequest?

  public init(_ level: LogLevel, _ kind: String, _ message: String, request: AboutRequest? = nil) {
    (self.level, self.kind, self.message, self.request) = (level, kind, message, request)
  }

  /// The kind of what is told of a component that is left out of a description, each time that somebody asks for one.
  public static let leftOut = "component_refused"
  /// The kinds of what is told where a client's streams can't be used.
  public static let notRead = "not_read"
  public static let notWritten = "not_written"

  public struct AboutRequest: Sendable, Equatable {
    /// Its own name: what the client gave it, or else the door.
    public let id: String
    /// The client's address; empty on a Unix socket.
    public let client: String
    public let method: String
    public let path: String
    public let status: Int
    public let duration: Duration
    /// By which a trace of several programs knows it; nil where the client named none.
    public let trace: String?

    public init(
      id: String, client: String, method: String, path: String, status: Int, duration: Duration, trace: String?
    ) {
      (self.id, self.client, self.method, self.path) = (id, client, method, path)
      (self.status, self.duration, self.trace) = (status, duration, trace)
    }
  }
}
