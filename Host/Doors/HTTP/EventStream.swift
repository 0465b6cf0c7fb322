/// Writes events as `text/event-stream` has them.
public enum EventStream {
  /// Writes one event.
  ///
  /// - Parameters:
  ///   - name: what the client listens for. It is one line.
  ///   - data: what it says; each of its lines is a line of the event's, so it comes out as it went in.
  ///   - id: by which a client says what it has seen; nil where it has none.
  public static func append(
    _ name: String, data: some Collection<UInt8>, id: String? = nil, to output: inout [UInt8]
  ) {
    if let id {
      output.append("id: ")
      output += id.utf8.lazy.filter { $0 != .lineFeed && $0 != .carriageReturn }
      output.append(.lineFeed)
    }
    output.append("event: ")
    output += name.utf8.lazy.filter { $0 != .lineFeed && $0 != .carriageReturn }
    output.append("\ndata: ")
    var wasReturn = false
    for byte in data {
      // Each of CR, LF and CRLF ends a line there.
      if byte == .lineFeed, wasReturn {
        wasReturn = false
        continue
      }
      wasReturn = byte == .carriageReturn
      if byte == .lineFeed || wasReturn {
        output.append("\ndata: ")
      } else {
        output.append(byte)
      }
    }
    output.append("\n\n")
  }

  /// Writes what clients pass over, so that nobody between takes the connection for dead.
  public static func appendHeartbeat(to output: inout [UInt8]) { output.append(":\n\n") }
}
