/// How much of a request is taken.
public struct HTTPLimits: Sendable, Equatable {
  /// Of the request line, in bytes with its end.
  public var requestLine = 8192 + 64
  /// Of the whole head, in bytes with the request line and all line ends.
  public var head = 32768
  /// How many header fields there may be.
  public var fields = 100
  /// Of a body, in bytes.
  public var body = 1 << 20
  /// Of the line before a chunk, in bytes with its end.
  public var chunkLine = 256
  /// Of what a body's chunks say besides their sizes, in bytes.
  public var chunkExtensions = 4096
  /// Of what comes behind the last chunk, in bytes.
  public var trailers = 4096

  public init() {}
}
