import ComponentKit

/// What a broker says of itself, as far as it matters here.
struct ServerInfo: Equatable, Sendable {
  /// As its cluster knows it.
  var name = ""
  var version = ""
  /// How long a message may be in all, in bytes.
  var messageLimit = 1 << 20
  var takesHeaders = false
  var wantsTLS = false
  /// Where it is reached as well, or others of its cluster are: "HOST:PORT".
  var others: [String] = []

  /// So many others are known at most.
  static let othersLimit = 64

  /// Reads the object of an INFO; nil where it is none. What is missing is as the protocol has it, and what has another type
  /// than it should is missing.
  init?(_ json: [UInt8]) {
    guard let fields = (try? Value(json: json))?.map else { return nil }
    name = fields["server_name"]?.text ?? fields["server_id"]?.text ?? ""
    version = fields["version"]?.text ?? ""
    // No broker takes less than a line, whatever it says.
    if let limit = fields["max_payload"]?.int { messageLimit = min(max(limit, 4096), 64 << 20) }
    takesHeaders = fields["headers"]?.bool ?? false
    wantsTLS = fields["tls_required"]?.bool ?? false
    others = (fields["connect_urls"]?.list ?? []).prefix(ServerInfo.othersLimit).compactMap(\.text)
  }
}
